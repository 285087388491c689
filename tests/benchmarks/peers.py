"""What others need for the same figure: a whole script for each, run as a process of
its own.

Each script reads ``sys.argv[1]``, a table with a data set in each row, and writes
``sys.argv[2]``, a PDF.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

#: numpy, a Figure and the PDF backend, with as many texts (argv 3) and lines (argv 4)
#: as our figure: no reading, no statistics, no layout. No program on matplotlib can be
#: much faster.
FLOOR = """
import sys
import numpy as np
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure
texts, lines, height = int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
figure = Figure(figsize=(3.3, height))
FigureCanvasPdf(figure)
ax = figure.add_axes((0, 0, 1, 1))
ax.set_axis_off()
y = np.linspace(0, 1, max(texts, lines))
for i in range(texts):
    ax.text(0.1, y[i], f"Method {i}", fontsize=8)
for i in range(lines):
    ax.plot([0.3, 0.9], [y[i], y[i]], linewidth=0.5)
figure.savefig(sys.argv[2])
"""

_HEAD = """
import sys
import matplotlib
matplotlib.use("pdf")
import matplotlib.pyplot as plt
import pandas as pd
"""

#: R's package: the diagram as its manual draws it.
_SCMAMP = """
arguments <- commandArgs(trailingOnly = TRUE)
suppressMessages(library(scmamp))
scores <- read.csv(arguments[1], row.names = 1)
pdf(arguments[2], width = 6.75, height = 3)
plotCD(as.matrix(scores), alpha = 0.05)
invisible(dev.off())
"""

#: Peer -> script for Nemenyi's test. Saved with a tight box, without which names are
#: cut off.
NEMENYI = {
    "scmamp": _SCMAMP,
    "scikit-posthocs": _HEAD
    + """
import scikit_posthocs as sp
scores = pd.read_csv(sys.argv[1], index_col=0)
ranks = scores.rank(axis=1, ascending=False).mean()
pvalues = sp.posthoc_nemenyi_friedman(scores)
fig = plt.figure(figsize=(6.75, 1 + 0.2 * scores.shape[1]))
sp.critical_difference_diagram(ranks, pvalues, ax=fig.add_subplot())
fig.savefig(sys.argv[2], bbox_inches="tight")
""",
    "autorank": _HEAD
    + """
from autorank import autorank, plot_stats
scores = pd.read_csv(sys.argv[1], index_col=0)
result = autorank(scores, alpha=0.05, verbose=False, force_mode="nonparametric")
plot_stats(result, allow_insignificant=True)
plt.savefig(sys.argv[2], bbox_inches="tight")
""",
    "aeon": _HEAD
    + """
from aeon.visualisation import plot_critical_difference
scores = pd.read_csv(sys.argv[1], index_col=0)
fig, ax = plot_critical_difference(scores.to_numpy(), list(scores.columns), test="nemenyi", correction=None)
fig.savefig(sys.argv[2], bbox_inches="tight")
""",
}

#: Peer -> script for Wilcoxon's test with Holm's adjustment.
WILCOXON = {
    "scikit-posthocs": _HEAD
    + """
import scikit_posthocs as sp
scores = pd.read_csv(sys.argv[1], index_col=0)
ranks = scores.rank(axis=1, ascending=False).mean()
pvalues = sp.posthoc_wilcoxon(scores.melt(), val_col="value", group_col="variable", p_adjust="holm")
pvalues = pvalues.loc[scores.columns, scores.columns]
fig = plt.figure(figsize=(6.75, 1 + 0.2 * scores.shape[1]))
sp.critical_difference_diagram(ranks, pvalues, ax=fig.add_subplot())
fig.savefig(sys.argv[2], bbox_inches="tight")
""",
}

_MODULES = {"scikit-posthocs": "scikit_posthocs"}


def command(peer: str, script: str) -> list[str]:
    """Return how the script of a peer is run, before its arguments."""
    return (
        ["Rscript", "-e", script]
        if peer == "scmamp"
        else [sys.executable, "-W", "ignore", "-c", script]
    )


def missing(peer: str) -> str:
    """Say why a peer cannot be measured; empty if it can."""
    if peer == "scmamp" and shutil.which("Rscript") is None:
        return "R is not installed"
    loading = (
        "library(scmamp)" if peer == "scmamp" else f"import {_MODULES.get(peer, peer)}"
    )
    done = subprocess.run(command(peer, loading), capture_output=True, text=True)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""
