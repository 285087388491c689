r"""Characters that LaTeX has no command for: `\cddglyph`, which prints them as well as
the machine can.

LuaLaTeX takes them from its own font, or from the first of `FONTS` that has them. Where
none has, and with pdfLaTeX, their code is printed, so no text breaks the run or is
lost: in texts as ``[U+4E2D]``, in figures as a box of the size of the character with
its code inside, lest a label becomes many times as long as it was laid out.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

#: Files that fonts with many characters come in, the first of them preferred: what TeX
#: distributions and systems have for Hebrew, Arabic and Cyrillic, for Chinese, Japanese
#: and Korean, for other scripts, and for pictures. The number is that of a font in a
#: collection.
FONTS = (
    "DejaVuSans.ttf",
    "NotoSansCJK-Regular.ttc(2)", "NotoSansCJKsc-Regular.otf", "SourceHanSansSC-Regular.otf",
    "FandolHei-Regular.otf", "HaranoAjiGothic-Regular.otf", "wqy-microhei.ttc(0)", "wqy-zenhei.ttc(0)",
    "DroidSansFallbackFull.ttf", "ipaexg.ttf", "NanumGothic.ttf", "UnDotum.ttf", "msyh.ttc(0)", "simsun.ttc(0)",
    "malgun.ttf", "meiryo.ttc(0)", "ArialUnicode.ttf", "FreeSerif.ttf", "FreeSans.ttf",
    "NotoSansDevanagari-Regular.ttf", "NotoSansBengali-Regular.ttf", "NotoSansThai-Regular.ttf",
    "NotoEmoji-Regular.ttf", "Symbola.ttf", "Symbola_hint.ttf",
)  # fmt: skip

#: Lua looks once which of the files there are; the font that has a character is then
#: found by trying.
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

#: Begins a group in which `\cddglyph` prints boxes instead of long codes.
BOXES = r"\let\cddcode=\cddhex"


def with_glyphs(tex: str) -> str:
    r"""Send every character beyond ASCII through `\cddglyph`."""

    def glyph(match: re.Match[str]) -> str:
        category, code = unicodedata.category(match[0]), f"{ord(match[0]):04X}"
        if category in ("Cc", "Cn", "Co", "Cs"):
            return f"\\cddcode{{{code}}}"
        return {"Cf": "", "Zs": " "}.get(
            category, f"\\cddglyph{{{match[0]}}}{{{code}}}"
        )

    return re.sub(r"[^\x00-\x7f]", glyph, tex)


def codes(tex: str) -> tuple[str, ...]:
    r"""List the characters that a document passes through `\cddglyph`, in order of
    appearance.
    """
    return tuple(dict.fromkeys(re.findall(r"\\cddglyph\{(.)\}", tex)))


def lend_fonts(folder: Path, characters: Iterable[str]) -> None:
    """Put the fonts that have the characters where LuaLaTeX looks first: it does not
    search all of a system.
    """
    installed = _installed()
    waiting = set(characters)
    for name in FONTS:
        path = installed.get(_file(name))
        if path is None or not waiting:
            continue
        has = {
            character for character in waiting if ord(character) in _characters(path)
        }
        if has:
            shutil.copyfile(path, folder / path.name)
            waiting -= has


@cache
def _installed() -> Mapping[str, Path]:
    """Find which of the fonts the machine has: file name -> path."""
    from matplotlib import get_data_path
    from matplotlib.font_manager import findSystemFonts

    wanted = {_file(name) for name in FONTS}
    paths = sorted(
        Path(found) for found in findSystemFonts() if Path(found).name in wanted
    )
    found = {path.name: path for path in reversed(paths)}
    return found | {
        _file(FONTS[0]): Path(get_data_path(), "fonts", "ttf", _file(FONTS[0]))
    }


@cache
def _characters(path: Path) -> frozenset[int]:
    from matplotlib.font_manager import get_font

    return frozenset(get_font(str(path)).get_charmap())


def _file(name: str) -> str:
    return name.partition("(")[0]
