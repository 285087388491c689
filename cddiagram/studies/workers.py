"""Worker processes that always end when their study ends.

If an exception leaves the ``with`` block of a process pool in the standard library, the
pool waits for its workers. If the main process is killed, the workers continue to wait
for work. In this module, a thread in each worker waits for the end of the study and
then ends the worker.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

#: The main thread of a worker holds this lock while it receives work or sends results.
#: If a worker ended while it held this lock, the pipe would contain an incomplete
#: message.
_between_parts = threading.Lock()
_study_has_ended = threading.Event()


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Start a pool of processes.

    If an exception leaves the ``with`` block, the processes end immediately.

    Submit `in_worker` with a function and its arguments. Do not cancel the futures.
    """
    ended, end = Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, initializer=_start, initargs=(ended,))
    with ended, end, pool:
        try:
            yield pool
        except BaseException:
            # The workers detect this message but do not read it from the pipe. The
            # message therefore remains in the pipe, so that every worker can detect it.
            end.send(None)
            raise


def in_worker(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function in a worker. The worker can be terminated during the call."""
    if _study_has_ended.is_set():
        os._exit(1)
    _between_parts.release()
    try:
        return function(*arguments)
    finally:
        _between_parts.acquire()


def _start(ended: Connection) -> None:
    """Prepare a worker.

    Signals are handled only by the process that started the worker.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _between_parts.acquire()
    threading.Thread(target=_wait_for_end, args=(ended,), daemon=True).start()


def _wait_for_end(ended: Connection) -> None:
    """End this worker when the study or the main process has ended."""
    parent = parent_process()
    if parent is None:
        return
    if parent.sentinel not in wait([ended, parent.sentinel]):
        _study_has_ended.set()
        _between_parts.acquire()
    os._exit(1)
