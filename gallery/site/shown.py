"""Draw a diagram of many algorithms, and write the reports of the gallery, at every
build.
"""

import re
import shutil
import tempfile
from pathlib import Path

import consoles
import numpy as np

#: File name -> title, description, and how far the cover is scrolled, in pixels.
REPORTS = {
    "pairs": (
        "Report: all pairs",
        "Five classifiers on 30 data sets, compared by Wilcoxon tests with Holm's adjustment.",
        0,
    ),
    "control": (
        "Report: one control",
        "The same classifiers, compared with the control C4.5 by the Bonferroni–Dunn test.",
        130,
    ),
    "convergence": (
        "Report: convergence",
        "Six optimisers on 20 problems, compared by sign-flip tests.",
        130,
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


def frames(root):
    """Return the reports as small frames that link to them.

    `root` is the path from the page to the root of the site. Each frame shows another
    part of its report, so that the covers differ.
    """
    lines = []
    for name, (title, said, top) in REPORTS.items():
        address = f"{root}_static/reports/{name}.html"
        frame = (
            f'<iframe src="{address}" loading="lazy" tabindex="-1" aria-hidden="true" '
            f'scrolling="no" style="margin-top: {-top}px"></iframe>'
        )
        lines += [f'<a class="paper" href="{address}">', f"<div>{frame}</div>"]
        lines.append(f"<span><strong>{title}.</strong> {said}</span></a>")
    return [f"   {line}" for line in lines]


def texts(source):
    """Return file name -> a text of the package that a page quotes."""
    import cddiagram as cd

    classifiers = cd.load_example("garcia2008-table2")
    variants = cd.load_example("demsar2006-table6-ranks")
    options = {"exclude": "#instances", "exclude_datasets": "Average"}
    results = cd.read_scores(source / "guide" / "tutorial" / "results.csv", **options)
    tutorial = cd.compare(results, pair_test="wilcoxon")
    control = cd.compare(variants, control="C4.5")
    return {
        "advice.txt": cd.advise(cd.compare(classifiers)),
        "caption_control.txt": [control.caption()],
        "caption_tutorial.txt": [tutorial.caption()],
        "methods_tutorial.txt": [tutorial.methods()],
    }


def quoted(sentences):
    """Return texts as a list of quotations, in which nothing is markup."""
    escaped = [re.sub(r"([\\*`_|])", r"\\\1", text) for text in sentences]
    if len(escaped) == 1:
        return f"   {escaped[0]}\n"
    return "".join(f"* {text}\n" for text in escaped)


def write(source):
    """Write all into the folder of sources."""
    generated, static = source / "generated", source / "_static" / "reports"
    static.mkdir(parents=True, exist_ok=True)
    many().save(generated / "many.svg")
    for name, sentences in texts(source).items():
        (generated / name).write_text(quoted(sentences), encoding="utf-8")
    for at, (name, report) in enumerate(reports()):
        for suffix in SUFFIXES if at == 0 else SUFFIXES[:1]:
            report.save(static / f"{name}.{suffix}")
    with tempfile.TemporaryDirectory() as folder:
        for _ in consoles.run_page(source / "guide" / "tutorial.rst", folder):
            pass
        shutil.copy(Path(folder) / "figure.svg", generated / "tutorial.svg")
    html = "\n".join([".. raw:: html", "", *frames("../"), ""])
    (generated / "reports.txt").write_text(html, encoding="utf-8")
