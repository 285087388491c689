"""What the site needs beyond Sphinx's extensions: pictures of drawings, their order,
and pages made at every build.
"""

import re
from pathlib import Path

from sphinx_gallery.scrapers import figure_rst

#: The order of the gallery; tests/test_gallery.py checks that each name is a script. The
#: script of a new figure follows that of the previous figure in the registry.
ORDER = (
    # Critical-difference diagrams
    "cd_nemenyi",
    "cd_wilcoxon",
    "cd_control",
    "cd_holm",
    "several_alphas",
    "lower_is_better",
    "own_pvalues",
    "cd_sequence",
    "cd_stack",
    "cd_list",
    "cd_many",
    "cd_one_side",
    "cd_highlight",
    "cd_families",
    "cd_width",
    "cd_dark",
    "cd_in_axes",
    "latex",
    # Other figures of ranks
    "rank_bars",
    "mcb",
    "rank_distribution",
    "score_cost",
    # Pairs and effect sizes
    "pvalue_matrix",
    "pair_matrix",
    "pair_scatter",
    "forest",
    "posterior",
    "folds",
    # Convergence
    "page_matrix",
    "page_trend",
    "page_problems",
    "convergence",
    "ranks_over_budget",
    # Studies
    "stability",
    "pool",
    "pool_level",
    "power",
    "power_family",
    # Tables and assumptions
    "score_table",
    "assumptions",
)

#: First script of each group of the gallery -> title of the group.
GROUPS = {
    "cd_nemenyi": "Critical-difference diagrams",
    "rank_bars": "Other figures of ranks",
    "pvalue_matrix": "Pairs and effect sizes",
    "page_matrix": "Convergence",
    "stability": "Studies",
    "score_table": "Tables and assumptions",
}


class PlaceInGallery:
    """Sort key of the scripts, made by sphinx-gallery for a folder of them."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, filename):
        return place_in_gallery(Path(filename).stem.removeprefix("plot_"))


def place_in_gallery(name):
    """Return the sort key of a script.

    A script that is not in `ORDER` follows the script of the previous figure in the
    registry. Other files, which sphinx-gallery sorts as well, come last.
    """
    from cddiagram.features import FIGURES

    if name in ORDER:
        return ORDER.index(name), 0
    figures = [key.replace("-", "_") for key in FIGURES]
    if name not in figures:
        return len(ORDER), 0
    number = figures.index(name)
    for previous in reversed(figures[:number]):
        if previous in ORDER:
            return ORDER.index(previous), number
    return len(ORDER), 0


def _get_sg_image_scraper():
    """Name the scraper; sphinx-gallery asks modules for it by this name."""
    return scrape_drawing


def scrape_drawing(block, block_vars, gallery_conf):
    """Save the `drawing` that a script ends with: as SVG for the page, as PNG for its
    thumbnail.
    """
    drawing = block_vars["example_globals"].get("drawing")
    if drawing is None:
        return ""
    path = Path(next(block_vars["image_path_iterator"]))
    drawing.save(path.with_suffix(".png"), dpi=200)
    drawing.save(path.with_suffix(".svg"))
    return figure_rst([str(path.with_suffix(".svg"))], gallery_conf["src_dir"])


def group_gallery(app):
    """Put a title above the first thumbnail of each group of the gallery."""
    page = Path(app.srcdir) / "gallery" / "index.rst"
    page.write_text(with_groups(page.read_text(encoding="utf-8")), encoding="utf-8")


def with_groups(text):
    """Return the index of the gallery with the titles of the groups.

    Sphinx-gallery writes one container of thumbnails. It is closed before each title
    and opened again after it.
    """
    opening = '.. raw:: html\n\n    <div class="sphx-glr-thumbnails">\n'
    closing = ".. raw:: html\n\n    </div>\n"
    thumbnail = '.. raw:: html\n\n    <div class="sphx-glr-thumbcontainer"'
    before, *thumbnails = text.split(thumbnail)
    parts = [before]
    for part in thumbnails:
        name = re.search(r"sphx_glr_plot_(\w+)_thumb", part)[1]
        title = GROUPS.get(name)
        if title is not None:
            parts += [closing, f"\n{title}\n{'-' * len(title)}\n\n", opening, "\n"]
        parts.append(thumbnail + part)
    return "".join(parts)


def find_public(app, env, node, contnode):
    """Link `plot_cd` and `Comparison.caption` in a docstring as if `cddiagram` stood
    before them.
    """
    import cddiagram

    if (
        node.get("refdomain") != "py"
        or node["reftarget"].partition(".")[0] not in cddiagram.__all__
    ):
        return None
    node["refspecific"] = True
    return env.get_domain("py").resolve_xref(
        env, node.get("refdoc"), app.builder, "obj", node["reftarget"], node, contnode
    )


def write_reference(app):
    """Write the public names into the reference."""
    import reference

    path = Path(app.srcdir) / "reference.rst"
    text = path.read_text(encoding="utf-8")
    path.write_text(reference.page(text), encoding="utf-8")


def write_pages(app):
    """Write what is made from the package and from files of the checkout: pages, and
    parts that pages include.
    """
    import bibliography
    import history_levels
    import levels
    import published
    import shown
    import which_test

    checkout = Path(app.srcdir).parents[1]
    made = {
        "command_line.rst": command_help,
        "levels.rst": levels.page,
        "history_levels.txt": history_levels.table,
        "published.txt": published.tables,
        "bibliography.rst": bibliography.page,
        "references.bib": bibliography.bibtex,
        "which_test.txt": which_test.picture,
        "adjustments.txt": adjustments_table,
        "figures.txt": figures_table,
        "changelog.rst": lambda: changelog(
            (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
        ),
        "speed.txt": lambda: speed(
            (Path(__file__).parent / "speed.md").read_text(encoding="utf-8")
        ),
        "cite.bib": lambda: citation(app.config),
    }
    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    for name, make in made.items():
        (folder / name).write_text(make(), encoding="utf-8")
    shown.write(Path(app.srcdir))


def command_help():
    """Return a page with the help of every command, as the program prints it."""
    import click
    from click.testing import CliRunner

    from cddiagram.cli import main

    names = main.all_commands(click.Context(main))
    words = [[], *(name.split() for name in names)]
    lines = ["Command line", "============", ""]
    for command in words:
        title = " ".join(["cddiagram", *command])
        result = CliRunner().invoke(
            main, [*command, "--help"], prog_name="cddiagram", max_content_width=88
        )
        if result.exit_code != 0:
            raise RuntimeError(f"{title} --help failed: {result.output}")
        lines += [title, "-" * len(title), "", ".. code-block:: text", ""]
        lines += [f"   {line}".rstrip() for line in result.output.splitlines()] + [""]
    return "\n".join(lines)


#: What an adjustment controls if the p-values are valid, and on which condition -> the
#: same in the guide's table.
CONTROLS = {
    "fwer": "FWER",
    "fwer-weak": "FWER, but only if all algorithms perform equally",
    "fdr": "false discovery rate",
    "none": "no error rate",
}
CONDITIONS = {
    "any": "",
    "positive": "; requires positively dependent tests",
    "transitive": "; requires transitive equality",
    "independence": "; requires independent tests",
}


def adjustments_table():
    """Return the adjustments, when to take them, and what they control; those of which
    the same is said share a row.
    """
    from cddiagram.procedures import ADJUSTMENTS

    rows = {}
    for key, entry in ADJUSTMENTS.items():
        if entry.when:
            controlled = CONTROLS[entry.controls] + CONDITIONS[entry.condition]
            rows.setdefault((entry.when, controlled), []).append(f'``"{key}"``')
    head = [
        "   * - ``p_adjust``",
        "     - When to use it",
        "     - Controls (if the p-values are valid)",
    ]
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 20 54 26", "", *head]
    for (when, controlled), keys in rows.items():
        lines += [f"   * - {', '.join(keys)}", f"     - {when}", f"     - {controlled}"]
    return "\n".join(lines) + "\n"


def figures_table():
    """Return the figures of comparisons: what each draws, and its function.

    The summary of the function, "Draw the average ranks ...", says what it draws.
    """
    from cddiagram.features import FIGURES
    from cddiagram.figures import find_figure

    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 18 58 24", ""]
    lines += ["   * - ``--figure``", "     - Content", "     - Python"]
    for key in FIGURES:
        figure = find_figure(key)
        paragraph = figure.plot.__doc__.strip().partition("\n\n")[0]
        summary = " ".join(paragraph.split()).removeprefix("Draw ").rstrip(".")
        lines += [
            f"   * - ``{key}``",
            f"     - {summary[0].upper()}{summary[1:]}",
            f"     - :func:`{figure.name} <cddiagram.{figure.name}>`",
        ]
    return "\n".join(lines) + "\n"


def changelog(markdown):
    """Turn CHANGELOG.md into a page: it has titles, paragraphs, lists and code, and
    nothing else.
    """
    made = []
    for paragraph in markdown.strip().split("\n\n"):
        marks, _, title = paragraph.partition(" ")
        if set(marks) == {"#"}:
            made.append(f"{title}\n{'=-~'[len(marks) - 1] * len(title)}")
        elif paragraph.startswith("- "):
            items = re.split(r"\n(?=- )", paragraph)
            made.append("\n".join(f"- {_inline(item[2:])}" for item in items))
        else:
            made.append(_inline(paragraph))
    return "\n\n".join(made) + "\n"


def _inline(text):
    """Turn one paragraph with code and bold words of Markdown into a line of the
    site.
    """
    parts = []
    for at, part in enumerate(" ".join(text.split()).split("`")):
        parts.append(f"``{part}``" if at % 2 else escaped(part).replace(r"\*\*", "**"))
    return "".join(parts)


def escaped(text):
    """Return a text in which nothing is markup."""
    return re.sub(r"([\\*`_|])", r"\\\1", text)


def speed(markdown):
    """Turn the table that the benchmarks print into one of a page, under the line that
    says where it was made.
    """
    said, *rows = (
        line
        for line in markdown.splitlines()
        if line.strip() and not line.startswith("| --")
    )
    lines = [
        escaped(said),
        "",
        ".. list-table::",
        "   :header-rows: 1",
        "   :class: wide",
        "",
    ]
    for row in rows:
        first, *cells = (
            escaped(cell.strip()) for cell in row.strip().strip("|").split("|")
        )
        lines += [f"   * - {first}", *(f"     - {cell}".rstrip() for cell in cells)]
    return "\n".join(lines) + "\n"


def citation(config):
    """Return the entry of the program in BibTeX."""
    fields = {
        "author": f"{{{config.author}}}",
        "title": f"{{{config.project}}}: critical-difference diagrams and their tests",
    }
    fields |= {
        "version": config.release,
        "note": "Python package critdiagram, BSD-3-Clause",
    }
    return (
        "@software{cddiagram,\n"
        + ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
        + "\n}\n"
    )
