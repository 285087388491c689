"""Access to the settings of matplotlib. Matplotlib is loaded only if its settings may
have been changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: Matplotlib's defaults for the settings that also affect figures drawn without
#: matplotlib.
_DEFAULTS = {"figure.facecolor": "white", "text.color": "black"}


def needs_matplotlib() -> bool:
    """Return whether settings may differ from the defaults, because matplotlib is
    loaded or would read a settings file of the user.
    """
    return "matplotlib" in sys.modules or _has_own_file()


def setting(name: str) -> Any:
    """Return the current value of a setting."""
    if not needs_matplotlib():
        return _DEFAULTS[name]
    import matplotlib as mpl

    rc: Any = mpl.rcParams
    return rc[name]


def settings_in_force() -> Mapping[str, Any] | None:
    """Return all current settings, or None if matplotlib is not loaded and all settings
    have their default values.
    """
    if not needs_matplotlib():
        return None
    import matplotlib as mpl

    rc: Any = mpl.rcParams
    return dict(dict.items(rc))  # reading deprecated settings by name raises warnings


@cache
def package() -> Path | None:
    """Return the folder of the installed matplotlib without loading it."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def _has_own_file() -> bool:
    """Return whether there is a ``matplotlibrc`` in the current folder, in a folder
    that an environment variable specifies, or among the user's settings.

    ``matplotlib.matplotlib_fname`` searches the same paths (documented in "Customizing
    Matplotlib").
    """
    paths = [Path("matplotlibrc")]
    if own := os.environ.get("MATPLOTLIBRC"):
        paths += [Path(own), Path(own, "matplotlibrc")]
    if folder := os.environ.get("MPLCONFIGDIR"):
        paths.append(Path(folder, "matplotlibrc"))
        return any(path.is_file() for path in paths)
    home = Path(os.path.expanduser("~"))
    paths.append(home / ".matplotlib" / "matplotlibrc")
    settings: str | Path | None = os.environ.get("LOCALAPPDATA")
    if sys.platform.startswith(("linux", "freebsd")):
        settings = os.environ.get("XDG_CONFIG_HOME") or home / ".config"
    if settings:
        paths.append(Path(settings, "matplotlib", "matplotlibrc"))
    return any(path.is_file() for path in paths)
