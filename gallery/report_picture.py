"""The picture of a report, site/_static/report.png: python gallery/report_picture.py makes it
anew, with a Chromium.

The head of an HTML report on the classifiers of García and Herrera (2008), as a window
of 900 by 1200 pixels shows it.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

import cddiagram as cd

FILE = Path(__file__).parent / "site" / "_static" / "report.png"
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
SIZE = (900, 1200)


def browser():
    """Return the program that draws the page, or None."""
    return os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )


def draw(path=FILE):
    """Write the picture in 64 colours, which is a third of the bytes."""
    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder) / "report.html", Path(folder) / "report.png"
        comparison = cd.compare(
            cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
        )
        cd.make_report(comparison).save(page)
        options = (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        )
        places = (
            f"--user-data-dir={folder}/profile",
            f"--screenshot={picture}",
            "--window-size={},{}".format(*SIZE),
        )
        subprocess.run(
            [browser(), *options, *places, page.as_uri()],
            check=True,
            capture_output=True,
            timeout=120,
        )
        Image.open(picture).convert("RGB").crop((0, 0, *SIZE)).quantize(64).save(
            path, optimize=True
        )


if __name__ == "__main__":
    draw()
