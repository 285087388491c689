"""What is the whole process's and is changed for a while: who changes it holds one lock
meanwhile.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

#: Held while anything is measured, drawn or saved by matplotlib, and while warnings of
#: others are ignored: settings and filters are put back at the end, and were two
#: threads inside, the second would put back what the first had set.
ONE_AT_A_TIME = threading.RLock()

if hasattr(
    os, "register_at_fork"
):  # a process that is forked meanwhile would hold it for ever, and the settings
    os.register_at_fork(
        before=ONE_AT_A_TIME.acquire,
        after_in_parent=ONE_AT_A_TIME.release,
        after_in_child=ONE_AT_A_TIME.release,
    )


@contextmanager
def ignored(message: str = "", category: type[Warning] = Warning) -> Iterator[None]:
    """Ignore the warnings whose text begins as `message`, a pattern, while the block
    runs, in one thread at a time.
    """
    with ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=message, category=category)
        yield
