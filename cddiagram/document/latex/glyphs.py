r"""Characters for which LaTeX does not have a command. The macro `\cddglyph` prints
them.

LuaLaTeX uses the font of the document, or the first font in `FONTS` that contains a
character. If no font contains the character, or if the engine is pdfLaTeX, its code is
printed. In text, the code has the form ``[U+4E2D]``. In figures, it is printed in a
character-sized box, so that the length of a label does not change.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

#: Font files with large character sets, in order of preference. TeX distributions and
#: operating systems provide these fonts. They support Hebrew, Arabic, Cyrillic,
#: Chinese, Japanese, Korean and other scripts, as well as pictographs. A number in
#: parentheses is the index of the font in a font collection.
FONTS = (
    "DejaVuSans.ttf",
    "NotoSansCJK-Regular.ttc(2)", "NotoSansCJKsc-Regular.otf", "SourceHanSansSC-Regular.otf",
    "FandolHei-Regular.otf", "HaranoAjiGothic-Regular.otf", "wqy-microhei.ttc(0)", "wqy-zenhei.ttc(0)",
    "DroidSansFallbackFull.ttf", "ipaexg.ttf", "NanumGothic.ttf", "UnDotum.ttf", "msyh.ttc(0)", "simsun.ttc(0)",
    "malgun.ttf", "meiryo.ttc(0)", "ArialUnicode.ttf", "FreeSerif.ttf", "FreeSans.ttf",
    "NotoSansDevanagari-Regular.ttf", "NotoSansBengali-Regular.ttf", "NotoSansThai-Regular.ttf",
    "NotoEmoji-Regular.ttf", "Symbola.ttf", "Symbola_hint.ttf",
)  # fmt: skip

#: The Lua code searches for the font files only once. For each character, LaTeX then
#: uses the first of the available fonts that contains it.
GLYPHS = r"""\def\cddscript{}
\def\cddfonts{}
\ifdefined\directlua \directlua{
  local found = {}
  for entry in ("@FONTS"):gmatch("[^,]+") do
    local file = entry:match("^[^(]+")
    if kpse.find_file(file, "truetype fonts") or kpse.find_file(file, "opentype fonts") then
      table.insert(found, entry)
    end
  end
  token.set_macro("cddfonts", table.concat(found, ","))}\fi
\makeatletter
\DeclareRobustCommand{\cddglyph}[2]{\ifdefined\directlua
    \iffontchar\font"#2 #1\else\cddother{#1}{#2}\fi
  \else\cddcode{#2}\fi}
\DeclareRobustCommand{\cddother}[2]{\begingroup \let\cddfound=\relax
  \@for\cddfile:=\cddfonts\do{\ifx\cddfound\relax \font\cddfont={file:\cddfile\cddscript} at \f@size pt
    \iffontchar\cddfont"#2 \let\cddfound=\cddfont\fi\fi}%
  \ifx\cddfound\relax\cddcode{#2}\else\cddfound#1\fi\endgroup}
\DeclareRobustCommand{\cddcode}[1]{{\ttfamily[U+#1]}\penalty900 }
\DeclareRobustCommand{\cddhex}[1]{\cddsplit#1\relax\relax\relax\cddend}
\def\cddsplit#1#2#3#4#5#6#7\cddend{\ifx\relax#5\cddrows{#1#2}{#3#4}\else\cddrows{#1#2#3}{#4#5#6}\fi}
\def\cddrows#1#2{\raisebox{-.22em}{\kern.05em\fboxsep=.07em\fboxrule=.03em\fbox{\scalebox{.55}{\ttfamily
  \vbox{\offinterlineskip\hbox{#1}\kern.15em\hbox{#2}}}}\kern.05em}}
\makeatother""".replace("@FONTS", ",".join(FONTS))

#: After this TeX code, `\cddglyph` prints boxes instead of long codes until the end of
#: the current group.
BOXES = r"\let\cddcode=\cddhex"


def with_glyphs(tex: str) -> str:
    r"""Replace all non-ASCII characters with `\cddglyph` commands."""

    def glyph(match: re.Match[str]) -> str:
        category, code = unicodedata.category(match[0]), f"{ord(match[0]):04X}"
        if category in ("Cc", "Cn", "Co", "Cs"):
            return f"\\cddcode{{{code}}}"
        return {"Cf": "", "Zs": " "}.get(
            category, f"\\cddglyph{{{match[0]}}}{{{code}}}"
        )

    return re.sub(r"[^\x00-\x7f]", glyph, tex)


def codes(tex: str) -> tuple[str, ...]:
    r"""Return the characters that `\cddglyph` prints, in order of appearance."""
    return tuple(dict.fromkeys(re.findall(r"\\cddglyph\{(.)\}", tex)))


def lend_fonts(folder: Path, characters: Iterable[str]) -> None:
    """Copy fonts that contain these characters into a folder.

    LuaLaTeX searches the folder of the document, but not all font folders of the
    system.
    """
    installed = _installed()
    missing = set(characters)
    for name in FONTS:
        path = installed.get(_file(name))
        if path is None or not missing:
            continue
        available = _characters(path)
        in_font = {character for character in missing if ord(character) in available}
        if in_font:
            shutil.copyfile(path, folder / path.name)
            missing -= in_font


@cache
def _installed() -> Mapping[str, Path]:
    """Return the paths of the installed fonts, with the file names as keys."""
    from matplotlib import get_data_path
    from matplotlib.font_manager import findSystemFonts

    files = {_file(name) for name in FONTS}
    paths = sorted(map(Path, findSystemFonts()))
    installed = {path.name: path for path in reversed(paths) if path.name in files}
    first = _file(FONTS[0])
    installed[first] = Path(get_data_path(), "fonts", "ttf", first)
    return installed


@cache
def _characters(path: Path) -> frozenset[int]:
    from matplotlib.font_manager import get_font

    return frozenset(get_font(str(path)).get_charmap())


def _file(name: str) -> str:
    return name.partition("(")[0]
