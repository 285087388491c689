"""What the site needs beyond Sphinx's extensions: pictures of drawings, their order, and the help of the command."""

from pathlib import Path

from sphinx_gallery.scrapers import figure_rst

#: The order of the gallery; tests/test_gallery.py holds it complete.
ORDER = (
    "cd_nemenyi",
    "cd_wilcoxon",
    "cd_control",
    "cd_holm",
    "score_table",
    "rank_bars",
    "pvalue_matrix",
    "pair_matrix",
    "pair_scatter",
    "mcb",
    "rank_distribution",
    "forest",
    "folds",
    "posterior",
    "score_cost",
    "cd_sequence",
    "cd_stack",
    "stability",
    "pool",
    "pool_level",
    "power",
    "power_family",
    "several_alphas",
    "conditions",
    "page_matrix",
    "page_trend",
    "page_problems",
    "convergence",
    "ranks_over_budget",
    "lower_is_better",
    "own_pvalues",
    "cd_highlight",
    "cd_families",
    "cd_list",
    "cd_many",
    "cd_one_side",
    "cd_width",
    "cd_dark",
    "cd_in_axes",
    "latex",
)


class PlaceInGallery:
    """Sort key of the scripts, made by sphinx-gallery for a folder of them."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, filename):
        name = Path(filename).stem.removeprefix("plot_")
        # Sphinx-gallery sorts the scripts that it then ignores as well.
        return ORDER.index(name) if name in ORDER else len(ORDER)


def _get_sg_image_scraper():
    """Name the scraper; sphinx-gallery asks modules for it by this name."""
    return scrape_drawing


def scrape_drawing(block, block_vars, gallery_conf):
    """Save the `drawing` that a script ends with: as SVG for the page, as PNG for its thumbnail."""
    drawing = block_vars["example_globals"].get("drawing")
    if drawing is None:
        return ""
    path = Path(next(block_vars["image_path_iterator"]))
    drawing.save(path.with_suffix(".png"), dpi=200)
    drawing.save(path.with_suffix(".svg"))
    return figure_rst([str(path.with_suffix(".svg"))], gallery_conf["src_dir"])


def write_command_help(app):
    """Write a page with the help of every command, as the program prints it."""
    from click.testing import CliRunner

    from cddiagram.cli import main

    words = [[], *([name] for name in sorted(main.list_commands(None)))]
    lines = ["Command line", "============", ""]
    for command in words:
        title = " ".join(["cddiagram", *command])
        result = CliRunner().invoke(main, [*command, "--help"], prog_name="cddiagram", max_content_width=88)
        if result.exit_code != 0:
            raise RuntimeError(f"{title} --help failed: {result.output}")
        lines += [title, "-" * len(title), "", ".. code-block:: text", ""]
        lines += [f"   {line}".rstrip() for line in result.output.splitlines()] + [""]
    page = Path(app.srcdir) / "generated" / "command_line.rst"
    page.parent.mkdir(exist_ok=True)
    page.write_text("\n".join(lines), encoding="utf-8")


def write_levels(app):
    """Write the page of measured levels, from the file of what was measured."""
    import levels

    page = Path(app.srcdir) / "generated" / "levels.rst"
    page.parent.mkdir(exist_ok=True)
    page.write_text(levels.page(), encoding="utf-8")


def write_published(app):
    """Write the tables of published numbers, computed now."""
    import published

    page = Path(app.srcdir) / "generated" / "published.txt"
    page.parent.mkdir(exist_ok=True)
    page.write_text(published.tables(), encoding="utf-8")


def write_adjustments(app):
    """Write the guide's table of adjustments, from the registry."""
    page = Path(app.srcdir) / "generated" / "adjustments.txt"
    page.parent.mkdir(exist_ok=True)
    page.write_text(adjustments_table(), encoding="utf-8")


def adjustments_table():
    """Return the adjustments and when to take them; those of which the same is said share a row."""
    from cddiagram.procedures import ADJUSTMENTS

    rows = {}
    for key, entry in ADJUSTMENTS.items():
        if entry.when:
            rows.setdefault(entry.when, []).append(f'``"{key}"``')
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 24 76", "", "   * - ``p_adjust``", "     - when"]
    for when, keys in rows.items():
        lines += [f"   * - {', '.join(keys)}", f"     - {when}"]
    return "\n".join(lines) + "\n"
