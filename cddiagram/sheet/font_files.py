"""The files of the typefaces that are read without matplotlib: Source Sans 3, which this
package contains, and DejaVu Sans, which matplotlib contains.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cddiagram.sheet.rc import package

#: The fallback typeface is used for characters that the default typeface does not
#: contain.
DEFAULT = "Source Sans 3"
FALLBACK = "DejaVu Sans"

#: Maps each typeface to a mapping from its styles (bold, italic) to the names of the
#: font files.
FILES: Mapping[str, Mapping[tuple[bool, bool], str]] = {
    DEFAULT: {
        (False, False): "SourceSans3-Regular",
        (True, False): "SourceSans3-Bold",
        (False, True): "SourceSans3-It",
        (True, True): "SourceSans3-BoldIt",
    },
    FALLBACK: {
        (False, False): "DejaVuSans",
        (True, False): "DejaVuSans-Bold",
        (False, True): "DejaVuSans-Oblique",
        (True, True): "DejaVuSans-BoldOblique",
    },
}
_OWN_FILES = Path(__file__).parent / "typefaces"


def path_of(file: str) -> Path:
    """Return the path of a file of `FILES`."""
    if file in FILES[DEFAULT].values():
        return _OWN_FILES / f"{file}.ttf"
    folder = package()
    assert folder is not None, "the fallback typeface requires matplotlib"
    return folder / "mpl-data" / "fonts" / "ttf" / f"{file}.ttf"
