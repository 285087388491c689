"""Build the site: python gallery/site/build.py OUTPUT_FOLDER.

The sources are copied to a temporary folder first, because sphinx-gallery and
autosummary write pages beside them. Warnings are errors, and so are a page that would
load anything from another host, and a link within the site that leads nowhere.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

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
        compiled = shutil.ignore_patterns("__pycache__")
        shutil.copytree(GALLERY, sources, ignore=compiled)
        for name in ("CHANGELOG.md", "CITATION.cff"):
            shutil.copy(GALLERY.parent / name, folder)
        for name in (
            "golden",
            "shared",
        ):  # what the page of published numbers is computed from
            shutil.copytree(
                GALLERY.parent / "tests" / name,
                Path(folder) / "tests" / name,
                ignore=compiled,
            )
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "--keep-going",
            "-q",
            "-b",
            "html",
        ]
        doctrees = Path(folder) / "doctrees"
        return subprocess.run(
            [*command, "-d", doctrees, sources / "site", output], check=False
        ).returncode


def loaded_from_elsewhere(text):
    """List the addresses that a page or a style sheet would load from another host."""
    return [next(filter(None, match.groups())) for match in _LOADED.finditer(text)]


class _Links(HTMLParser):
    """The places of a page that can be linked to, and the addresses that it links to or
    shows.
    """

    def __init__(self, text):
        super().__init__()
        self.places, self.addresses = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.addresses.add(value)


def broken_links(output):
    """List the links between pages of a folder, and to places in them, that lead
    nowhere.
    """
    pages = {page: _Links(_read(page)) for page in output.rglob("*.html")}
    # Sources link back to names that a page may have under another module; the theme
    # leaves templates.
    looked_at = [
        page
        for page in sorted(pages)
        if page.relative_to(output).parts[0] not in ("_modules", "_static")
    ]
    found = []
    for page in looked_at:
        for address in sorted(pages[page].addresses):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (
                (page.parent / unquote(parts.path)).resolve() if parts.path else page
            )
            place = unquote(parts.fragment)
            if not target.exists() or (
                place and target in pages and place not in pages[target].places
            ):
                found.append(f"{page.relative_to(output)}: {address}")
    return found


def main(arguments):
    """Build, then look through every page and style sheet."""
    if len(arguments) != 1:
        sys.exit("usage: python gallery/site/build.py OUTPUT_FOLDER")
    output = Path(arguments[0]).resolve()
    code = build(output)
    if code:
        sys.exit(code)
    pages = sorted(
        [*output.rglob("*.html"), *output.rglob("*.css"), *output.rglob("*.svg")]
    )
    found = [
        f"{page.relative_to(output)}: {url}"
        for page in pages
        for url in loaded_from_elsewhere(_read(page))
    ]
    if found:
        sys.exit("these pages would load from another host:\n" + "\n".join(found))
    broken = broken_links(output)
    if broken:
        sys.exit("these links lead nowhere:\n" + "\n".join(broken))


def _read(path):
    return path.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main(sys.argv[1:])
