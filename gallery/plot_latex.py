r"""
LaTeX: the fonts of the document
================================

A file that ends in ``.tex`` holds the figure as TikZ, for ``\input`` in a document that
loads the package ``tikz`` and nothing else. Names are escaped and set in the font of
the document; measure with a font like it. Here that is Computer Modern; STIXGeneral has
the Greek letters that it lacks.
"""

import tempfile
from pathlib import Path

import cddiagram as cd

comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
drawing = cd.plot_cd(comparison, width="ieee-column", font=["cmr10", "STIXGeneral"])
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "cd.tex"
    drawing.save(path)
    source = path.read_text(encoding="utf-8").splitlines()
print(source[0])
