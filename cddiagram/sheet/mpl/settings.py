"""Matplotlib's settings, which the whole process shares. A lock protects code that
changes settings temporarily.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

from cddiagram._util import ONE_AT_A_TIME

#: These settings affect the whole process but not the appearance of a figure.
_OF_THE_PROCESS = ("backend", "backend_fallback", "interactive", "toolbar")


@contextmanager
def settings_of(values: Mapping[str, Any] | None) -> Iterator[None]:
    """Apply all recorded settings while the block runs; None denotes matplotlib's
    defaults.
    """
    now: Any = mpl.rcParams
    target: Any = values
    if values is None:
        target = mpl.rcParamsDefault
    changes = {}
    for name, value in dict.items(target):
        if name not in _OF_THE_PROCESS and dict.get(now, name) != value:
            changes[name] = value
    with settings(changes):
        yield


@contextmanager
def settings(values: Mapping[str, Any]) -> Iterator[None]:
    """Change settings of matplotlib while the block runs, in one thread at a time. Only
    these settings are restored.
    """
    rc: Any = mpl.rcParams
    with ONE_AT_A_TIME:
        before = {name: rc[name] for name in values}
        try:
            rc.update(values)
            yield
        finally:
            rc.update(before)
