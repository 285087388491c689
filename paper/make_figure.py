"""The figure of the paper and its references: python paper/make_figure.py writes both
anew.
"""

from pathlib import Path

import cddiagram as cd
from cddiagram.words.sources import source_of

HERE = Path(__file__).parent
#: What the paper cites besides software.
CITED = (
    "benavoli2016",
    "benavoli2017",
    "bergmann1988",
    "demsar2006",
    "derrac2014",
    "garcia2008",
    "garcia2010",
)


def make(folder=HERE):
    """Write figure.tex and sources.bib."""
    cd.plot_cd(
        cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    ).save(folder / "figure.tex")
    entries = "\n".join(source_of(key).bibtex for key in CITED)
    (folder / "sources.bib").write_text(entries, encoding="utf-8")


if __name__ == "__main__":
    make()
