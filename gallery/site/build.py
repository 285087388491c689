"""Build the site: python gallery/site/build.py OUTPUT_FOLDER.

The sources are copied to a temporary folder first, because sphinx-gallery and autosummary write pages beside them.
Warnings are errors, and a page that would load anything from another host is an error too.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GALLERY = Path(__file__).resolve().parent.parent

#: What a browser loads by itself; links that a reader may follow are not among it.
_LOADED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed|object|input)\b[^>]*?\b(?:src|srcset|data)\s*=\s*[\"']?"
    r"((?:https?:)?//[^\"'\s>]+)"
    r"|<link\b(?![^>]*\brel=[\"']?(?:canonical|license|author))[^>]*?\bhref\s*=\s*[\"']?((?:https?:)?//[^\"'\s>]+)"
    r"|@import\s+(?:url\()?[\"']?((?:https?:)?//[^\"'\s)]+)"
    r"|url\(\s*[\"']?((?:https?:)?//[^\"'\s)]+)",
    re.IGNORECASE,
)


def build(output):
    """Build into the folder `output`; give the exit code of Sphinx."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "gallery"
        shutil.copytree(GALLERY, sources, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("golden", "shared"):  # what the page of published numbers is computed from
            shutil.copytree(GALLERY.parent / "tests" / name, Path(folder) / "tests" / name)
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
        doctrees = Path(folder) / "doctrees"
        return subprocess.run([*command, "-d", doctrees, sources / "site", output], check=False).returncode


def loaded_from_elsewhere(text):
    """List the addresses that a page or a style sheet would load from another host."""
    return [next(filter(None, match.groups())) for match in _LOADED.finditer(text)]


def main(arguments):
    """Build, then look through every page and style sheet."""
    if len(arguments) != 1:
        sys.exit("usage: python gallery/site/build.py OUTPUT_FOLDER")
    output = Path(arguments[0]).resolve()
    code = build(output)
    if code:
        sys.exit(code)
    pages = sorted([*output.rglob("*.html"), *output.rglob("*.css"), *output.rglob("*.svg")])
    found = [f"{page.relative_to(output)}: {url}" for page in pages for url in loaded_from_elsewhere(_read(page))]
    if found:
        sys.exit("these pages would load from another host:\n" + "\n".join(found))


def _read(path):
    return path.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main(sys.argv[1:])
