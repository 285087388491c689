"""Drawing into a PDF within a running process, statistics done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from measuring import Row, calls, compared, paired
from sizes import names, scores, size

import cddiagram as cd


def drawing(rounds: int, folder: Path) -> Iterator[Row]:
    """Draw the same diagram by matplotlib and with scikit-posthocs: as it comes, and
    such that its file is as good.

    As it comes, letters are Type 3 fonts, which journals refuse, and names beyond the
    edge are cut off.
    """
    for k, n, most in ((10, 100, 0.15), (60, 200, 0.20)):
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(scores(k, n), algorithms=names(k))
        )

        def ours(comparison: cd.Comparison = comparison) -> None:
            cd.plot_cd(comparison).save(folder / "ours.pdf")

        def touched(comparison: cd.Comparison = comparison) -> None:
            drawing = cd.plot_cd(comparison)
            assert (
                drawing.figure is not None
            )  # whoever asked for it may have changed it: matplotlib writes
            drawing.save(folder / "touched.pdf")

        plain, equal = "scikit-posthocs", "scikit-posthocs, TrueType, tight box"
        posthocs = _posthocs(comparison, folder)
        # Long enough for the collections of garbage that figures bring about to fall
        # into every round.
        costs = {
            "ours": calls(ours, 0.5),
            "by matplotlib": calls(touched, 0.5),
            plain: calls(posthocs, 0.5),
            equal: calls(lambda posthocs=posthocs: posthocs(equal=True), 0.5),
        }
        found = paired(costs, rounds)
        for peer in list(found)[1:]:
            yield compared("drawing to PDF, warm", size(k, n), found, peer, most=most)


def layout(rounds: int, folder: Path) -> Iterator[Row]:
    """Find the places of a CD diagram, as a share of saving the figure."""
    for k, n, most in ((10, 100, 1.0), (100, 1000, 1.0)):
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(scores(k, n), algorithms=names(k))
        )
        drawing = cd.plot_cd(comparison)
        costs = {
            "ours": calls(lambda drawn=comparison: cd.plot_cd(drawn)),
            "save": calls(lambda figure=drawing: figure.save(folder / "l.pdf")),
        }
        yield compared(
            "layout and artists of a CD diagram, warm",
            size(k, n),
            paired(costs, rounds),
            "save",
            most=most,
        )


def _posthocs(comparison: cd.Comparison, folder: Path) -> Callable[..., None]:
    import matplotlib as mpl
    import pandas as pd
    import scikit_posthocs as sp

    mpl.use("pdf")
    from matplotlib import pyplot as plt

    columns = list(comparison.algorithms)
    ranks = dict(zip(columns, comparison.ranking.average_ranks, strict=True))
    pvalues = np.array(comparison.pairwise.pvalue_adjusted)
    np.fill_diagonal(pvalues, 1.0)
    frame = pd.DataFrame(pvalues, index=columns, columns=columns)

    def draw(equal: bool = False) -> None:
        fig = plt.figure(figsize=(6.75, 1 + 0.2 * len(columns)))
        sp.critical_difference_diagram(ranks, frame, ax=fig.add_subplot())
        with mpl.rc_context({"pdf.fonttype": 42} if equal else {}):
            fig.savefig(folder / "posthocs.pdf", bbox_inches="tight" if equal else None)
        plt.close(fig)

    return draw
