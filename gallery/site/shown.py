"""What the site shows beside the figures of the gallery: many algorithms, and reports;
made at every build.
"""

import shutil
import tempfile
from pathlib import Path

import consoles
import numpy as np

#: File name -> title, and what is said of the report.
REPORTS = {
    "pairs": (
        "Report: all pairs",
        "Five classifiers on 30 data sets, each pair by Wilcoxon's test with Holm's "
        "adjustment.",
    ),
    "control": (
        "Report: one control",
        "The same table, one classifier against the rest by the Bonferroni–Dunn test.",
    ),
    "convergence": (
        "Report: convergence",
        "Six optimisers on 20 problems: which gained on which, by sign flips of the "
        "problems.",
    ),
}
#: The first report is written in all these forms.
SUFFIXES = ("html", "md", "tex", "txt")


def many():
    """Return a diagram of 40 algorithms on 60 data sets, simulated: normal scores, the
    better the later the name.
    """
    import cddiagram as cd

    names = [f"Method {i + 1}" for i in range(40)]
    scores = (
        np.random.default_rng(1).normal(np.linspace(0, 3, 40), 1, (60, 40)).round(3)
    )
    return cd.plot_cd(cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names)))


def reports():
    """Yield each report with its file name."""
    import cddiagram as cd

    table = cd.load_example("garcia2008-table2")
    histories = cd.load_histories("optimisers")
    made = {
        "pairs": cd.compare(table, pair_test="wilcoxon"),
        "control": cd.compare(table, control="C4.5"),
        "convergence": cd.compare_convergence(
            histories, ranks="alternative", threshold=0.1
        ),
    }
    for name in REPORTS:
        yield name, cd.make_report(made[name])


def frames(root, names=tuple(REPORTS)):
    """Return the reports as small frames that lead to them; `root` is the way from the
    page to that of the site.
    """
    lines = []
    for name in names:
        title, said = REPORTS[name]
        address = f"{root}_static/reports/{name}.html"
        frame = (
            f'<iframe src="{address}" loading="lazy" tabindex="-1" aria-hidden="true" '
            'scrolling="no"></iframe>'
        )
        lines += [f'<a class="paper" href="{address}">', f"<div>{frame}</div>"]
        lines.append(f"<span><strong>{title}.</strong> {said}</span></a>")
    return [f"   {line}" for line in lines]


def write(source):
    """Write all into the folder of sources."""
    generated, static = source / "generated", source / "_static" / "reports"
    static.mkdir(parents=True, exist_ok=True)
    many().save(generated / "many.svg")
    for at, (name, report) in enumerate(reports()):
        for suffix in SUFFIXES if at == 0 else SUFFIXES[:1]:
            report.save(static / f"{name}.{suffix}")
    with tempfile.TemporaryDirectory() as folder:
        for _ in consoles.run_page(source / "guide" / "tutorial.rst", folder):
            pass
        shutil.copy(Path(folder) / "figure.svg", generated / "tutorial.svg")
    for file, root, names in (
        ("front.txt", "", ("pairs",)),
        ("reports.txt", "../", tuple(REPORTS)),
    ):
        html = "\n".join([".. raw:: html", "", *frames(root, names), ""])
        (generated / file).write_text(html, encoding="utf-8")
