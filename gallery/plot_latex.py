r"""
CD diagram in the fonts of a LaTeX document
===========================================

A ``.tex`` file contains the figure as TikZ code for ``\input``, which requires only the
LaTeX package ``tikz``. Names are escaped and printed in the font of the document.
To measure the names, specify a similar font. This example uses Computer Modern, and
STIXGeneral for Greek letters.
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
