"""What matplotlib's settings say, without loading it where they are its defaults."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: The settings that a figure written without matplotlib follows, as matplotlib ships
#: them.
_DEFAULTS = {"figure.facecolor": "white", "text.color": "black"}


def needs_matplotlib() -> bool:
    """Whether the settings are only known to matplotlib: it is loaded, or would read a
    file of the user's.
    """
    return "matplotlib" in sys.modules or _has_own_file()


def setting(name: str) -> Any:
    """Return a setting in force."""
    if not needs_matplotlib():
        return _DEFAULTS[name]
    import matplotlib as mpl

    rc: Any = mpl.rcParams
    return rc[name]


def settings_in_force() -> Mapping[str, Any] | None:
    """Return all settings as they are now; None for matplotlib's defaults, where it is
    not loaded.
    """
    if not needs_matplotlib():
        return None
    import matplotlib as mpl

    rc: Any = mpl.rcParams
    return dict(dict.items(rc))  # as they are kept: reading old ones by name would warn


@cache
def package() -> Path | None:
    """Return the folder of the installed matplotlib, found without loading it."""
    found = find_spec("matplotlib")
    return None if found is None or found.origin is None else Path(found.origin).parent


def _has_own_file() -> bool:
    """Whether there is a ``matplotlibrc``: in this folder, where the environment says,
    or among the user's settings.

    The places are those of ``matplotlib.matplotlib_fname`` (documented in "Customizing
    Matplotlib").
    """
    places = [Path("matplotlibrc")]
    if given := os.environ.get("MATPLOTLIBRC"):
        places += [Path(given), Path(given, "matplotlibrc")]
    home = Path(os.path.expanduser("~"))
    linux = sys.platform.startswith(("linux", "freebsd"))
    configured = (
        os.environ.get("XDG_CONFIG_HOME") or home / ".config"
        if linux
        else os.environ.get("LOCALAPPDATA")
    )
    folders = (
        [Path(given)]
        if (given := os.environ.get("MPLCONFIGDIR"))
        else [home / ".matplotlib"]
    )
    if not given and configured:
        folders.append(Path(configured, "matplotlib"))
    return any(
        place.is_file()
        for place in [*places, *(folder / "matplotlibrc" for folder in folders)]
    )
