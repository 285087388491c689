"""Sphinx configuration of the site (gallery, user guide, command line, reference);
build.py beside it builds it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bibliography
import site_tools

import cddiagram

project = "cddiagram"
author = "The cddiagram developers"
copyright = author  # noqa: A001 - the name that Sphinx reads
version = release = cddiagram.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
    "sphinx.ext.viewcode",
]
templates_path = ["_templates"]
default_role = "py:obj"
nitpicky = True
# Single words in backticks are parameters.
nitpick_ignore_regex = [("py:obj", r"[a-z_0-9]+")]
maximum_signature_line_length = 88

# Types stand in the parameter lists of the docstrings.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": [".."],
    "gallery_dirs": ["gallery"],
    "filename_pattern": r"/plot_",
    "ignore_pattern": r"(?:^|[\\/])(?!plot_)[^\\/]*\.py$",
    "within_subsection_order": "site_tools.PlaceInGallery",
    "image_scrapers": ("site_tools",),
    "capture_repr": (),
    "thumbnail_size": (660, 330),
    "abort_on_example_error": True,
    "backreferences_dir": "generated/backreferences",
    "doc_module": ("cddiagram",),
    "inspect_global_variables": False,
    "last_notebook_cell": "drawing",
    # Nothing that differs from build to build, and nothing to fetch.
    "min_reported_time": 3600,
    "write_computation_times": False,
    "show_memory": False,
    "show_signature": False,
    "download_all_examples": False,
}

# Quotes are made round; dashes are options of the command, or typed as they are meant.
smartquotes_action = "qe"

html_theme = "pydata_sphinx_theme"
html_title = "cddiagram"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
_ALONE = (
    *("index", "install", "guide/tutorial", "cite", "architecture"),
    *(
        f"generated/{page}"
        for page in ("command_line", "levels", "bibliography", "changelog")
    ),
)
html_sidebars = {page: [] for page in _ALONE}  # pages of no section
html_copy_source = False
html_theme_options = {
    "navbar_start": ["navbar-logo", "version"],
    "navbar_persistent": ["search-button"],  # an icon: a field would make a second row
    "navbar_end": ["source", "theme-switcher"],
    "header_links_before_dropdown": 6,
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    # Pages with wide tables have none.
    "secondary_sidebar_items": {
        "**": ["page-toc"],
        **{
            page: []
            for page in ("guide/coming_from", "guide/figures", "guide/published")
        },
    },
}


def setup(app):
    # Before autosummary reads the page.
    app.connect("builder-inited", site_tools.write_reference, priority=100)
    app.connect("builder-inited", site_tools.write_pages)
    # After sphinx-gallery has written its index.
    app.connect("builder-inited", site_tools.group_gallery, priority=900)
    app.connect("missing-reference", site_tools.find_public)
    app.add_transform(bibliography.LinkSources)
