"""A lock for temporary changes to settings that affect the whole process."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

#: The lock is held while matplotlib measures text, while it draws or saves figures, and
#: while warnings are ignored. These operations temporarily change process-wide
#: settings. Without the lock, another thread could save the temporary settings and
#: restore them later.
ONE_AT_A_TIME = threading.RLock()

if hasattr(os, "register_at_fork"):
    # If the process were forked while another thread held the lock, the child process
    # could never acquire it.
    os.register_at_fork(
        before=ONE_AT_A_TIME.acquire,
        after_in_parent=ONE_AT_A_TIME.release,
        after_in_child=ONE_AT_A_TIME.release,
    )


@contextmanager
def ignored(message: str = "", category: type[Warning] = Warning) -> Iterator[None]:
    """Ignore warnings in a block that only one thread can execute at a time.

    A warning is ignored if the start of its message matches the pattern `message`.
    """
    with ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=message, category=category)
        yield
