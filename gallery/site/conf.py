"""Sphinx configuration of the site (gallery, user guide, command line, reference); build.py beside it builds it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import site_tools

import cddiagram

project = "cddiagram"
author = "The cddiagram developers"
copyright = author  # noqa: A001 - the name that Sphinx reads
version = release = cddiagram.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_gallery.gen_gallery"]
templates_path = ["_templates"]
default_role = "py:obj"
nitpicky = False
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

html_theme = "pydata_sphinx_theme"
html_title = "cddiagram"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_sidebars = {"index": [], "generated/command_line": []}  # pages of no section
html_copy_source = False
html_theme_options = {
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    # Pages with wide tables have none.
    "secondary_sidebar_items": {
        "**": ["page-toc"],
        **{page: [] for page in ("guide/coming_from", "guide/figures", "guide/published")},
    },
}


def setup(app):
    app.connect("builder-inited", site_tools.write_command_help)
    app.connect("builder-inited", site_tools.write_adjustments)
    app.connect("builder-inited", site_tools.write_levels)
    app.connect("builder-inited", site_tools.write_published)
