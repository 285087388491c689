"""Matplotlib's settings, which the whole process shares. A lock protects code that
needs other settings for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

from cddiagram._util import ONE_AT_A_TIME

#: Settings that do not change the look of a figure, and which are chosen once for the
#: process.
_OF_THE_PROCESS = ("backend", "backend_fallback", "interactive", "toolbar")


@contextmanager
def settings_of(values: Mapping[str, Any] | None) -> Iterator[None]:
    """Use all settings of another time while the block runs, by default those with
    which matplotlib starts.
    """
    now: Any = mpl.rcParams
    others: Any = mpl.rcParamsDefault if values is None else values
    changes = {}
    for name, value in dict.items(others):
        if name not in _OF_THE_PROCESS and dict.get(now, name) != value:
            changes[name] = value
    with settings(changes):
        yield


@contextmanager
def settings(values: Mapping[str, Any]) -> Iterator[None]:
    """Use other settings of matplotlib while the block runs, in one thread at a time.
    Only these settings are restored.
    """
    rc: Any = mpl.rcParams
    with ONE_AT_A_TIME:
        before = {name: rc[name] for name in values}
        try:
            rc.update(values)
            yield
        finally:
            rc.update(before)
