"""A lock for settings of the whole process that are changed temporarily."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

#: The lock that is acquired while matplotlib measures, draws or saves, and while
#: warnings are ignored. Both temporarily change settings of the process. Without the
#: lock, a second thread could restore the temporary settings of the first one.
ONE_AT_A_TIME = threading.RLock()

if hasattr(os, "register_at_fork"):
    # Otherwise, the lock would never be released in a process that is forked while it
    # is acquired.
    os.register_at_fork(
        before=ONE_AT_A_TIME.acquire,
        after_in_parent=ONE_AT_A_TIME.release,
        after_in_child=ONE_AT_A_TIME.release,
    )


@contextmanager
def ignored(message: str = "", category: type[Warning] = Warning) -> Iterator[None]:
    """Ignore warnings in a block, in one thread at a time.

    The start of their text matches the pattern `message`.
    """
    with ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=message, category=category)
        yield
