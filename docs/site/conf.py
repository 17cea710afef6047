"""The settings of the documentation site. `docs/site/build.py` copies this file next to the pages and runs Sphinx."""

project = "semeai"
author = "the semeai authors"
copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

html_theme = "furo"  # it has no outside fonts or scripts
html_title = "semeai"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

default_role = "code"  # docstrings mark code with single backquotes
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
