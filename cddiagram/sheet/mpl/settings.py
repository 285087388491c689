"""matplotlib's settings are the whole process's: whoever needs others for a while holds
this lock meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

from cddiagram._util import ONE_AT_A_TIME

#: What of matplotlib's settings is no matter of how a figure looks, and is chosen once
#: for the process.
_KEPT = ("backend", "backend_fallback", "interactive", "toolbar")


@contextmanager
def settings_of(values: Mapping[str, Any] | None) -> Iterator[None]:
    """Use all settings of another time while the block runs, by default those that
    matplotlib begins with.
    """
    now: Any = mpl.rcParams
    wanted: Any = mpl.rcParamsDefault if values is None else values
    changed = {
        name: value
        for name, value in dict.items(wanted)
        if name not in _KEPT and dict.get(now, name) != value
    }
    with settings(changed):
        yield


@contextmanager
def settings(values: Mapping[str, Any]) -> Iterator[None]:
    """Use other settings of matplotlib while the block runs, in one thread at a time;
    only those named are put back.
    """
    rc: Any = mpl.rcParams
    with ONE_AT_A_TIME:
        kept = {name: rc[name] for name in values}
        try:
            rc.update(values)
            yield
        finally:
            rc.update(kept)
