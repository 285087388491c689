"""Make the picture of the page on typefaces: the same CD diagram in each typeface.

Usage: python gallery/make_typefaces.py FONTS CRITDD OUTPUT

The folder FONTS contains the regular, bold and italic files of the typefaces in the
TrueType format: Source Sans 3 3.052, Fira Sans 4.203, Roboto 3.015, Open Sans 3.003,
IBM Plex Sans 3.201 and Inter 4.001. CRITDD is a picture (300 pixels per inch) of
critdd's diagram, typeset with pdfLaTeX in Computer Modern. The package contains only
the files of Source Sans 3, so the site shows a stored picture.
"""

import io
import sys
from pathlib import Path

import numpy as np
from matplotlib.font_manager import fontManager
from PIL import Image

import cddiagram as cd

TYPEFACES = (
    "Source Sans 3",
    "DejaVu Sans",
    "Fira Sans",
    "Roboto",
    "Open Sans",
    "IBM Plex Sans",
    "Inter",
)
ALGORITHMS = (
    "HIVE-COTE 2.0",
    "ROCKET",
    "InceptionTime",
    "TS-CHIEF",
    "ResNet",
    "STC",
    "ProximityForest",
    "BOSS",
    "1-NN DTW",
)
DPI = 300
#: Pixels between two pictures.
GAP = 60


def simulated_scores():
    """Return the scores of nine simulated classifiers on 40 data sets."""
    rng = np.random.default_rng(1)
    skill = np.linspace(2, 0, len(ALGORITHMS)) + rng.normal(0, 0.1, len(ALGORITHMS))
    difficulty = rng.normal(0, 2, (40, 1))
    noise = rng.normal(0, 1, (40, len(ALGORITHMS)))
    scores = 1 / (1 + np.exp(difficulty - skill + noise))
    return cd.ScoreTable.from_arrays(scores, algorithms=list(ALGORITHMS))


def picture_in(comparison, typeface):
    """Return the picture of the diagram in a typeface, with its name as the title."""
    drawing = cd.plot_cd(comparison, font=typeface, title=typeface, highlight="ROCKET")
    return Image.open(io.BytesIO(drawing.to_bytes("png", dpi=DPI))).convert("RGB")


def main(fonts, critdd, output):
    """Draw the diagram in each typeface, and arrange the pictures in two columns."""
    for path in sorted(Path(fonts).glob("*.ttf")):
        fontManager.addfont(path)
    comparison = cd.compare(simulated_scores(), pair_test="wilcoxon")
    pictures = [picture_in(comparison, typeface) for typeface in TYPEFACES]
    pictures.append(Image.open(critdd).convert("RGB"))
    width = pictures[0].width + GAP
    height = max(picture.height for picture in pictures) + GAP
    rows = (len(pictures) + 1) // 2
    page = Image.new("RGB", (2 * width + GAP, rows * height + GAP), "white")
    for number, picture in enumerate(pictures):
        row, column = divmod(number, 2)
        page.paste(picture, (GAP + column * width, GAP + row * height))
    # A few colours are enough for letters, and make a small file.
    page.quantize(24).save(output, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
