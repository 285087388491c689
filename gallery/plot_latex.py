r"""
CD diagram in the fonts of a LaTeX document
===========================================

A ``.tex`` file contains the figure as TikZ code, which you can include with ``\input``.
The code requires only the LaTeX package ``tikz``. Special characters in names are
escaped, and all text is printed in the font of your document. The width of the text is
measured in a similar font, which you have to specify. This example uses Computer
Modern, and STIXGeneral for Greek letters.
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
