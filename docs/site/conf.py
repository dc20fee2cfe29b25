"""How Sphinx makes the site of README.md and docs: the order of the pages, the theme, and what a warning is."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

project = "Tellask"
html_title = "Tellask"
author = "the authors of Tellask"
html_show_copyright = False
extensions = ["myst_parser", "charts"]

# the sources are the Markdown files where they lie; README.md is the front page
root_doc = "README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
exclude_patterns = ["**/target", "**/src", "**/node_modules", "bench*", "docs/site"]
source_suffix = {".md": "markdown"}

# headings get the anchors that code hosts give them, so that a link works in both places
myst_heading_anchors = 6
highlight_language = "none"
nitpicky = True

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/javadoc.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5c8a", "color-brand-content": "#0b5c8a"},
    "dark_css_variables": {"color-brand-primary": "#7cc4ee", "color-brand-content": "#7cc4ee"},
}

# the side bar: chapters and their pages; what a pattern finds is sorted by name
CHAPTERS = {
    "Tutorials": [
        "docs/tutorials/" + page
        for page in ("FIRST_CALL", "FIRST_PAGE", "CHAT", "ORDER_BOOK", "STORE", "KEY_VALUE_SERVER", "TESTING", "SECURING")
    ],
    "Guides": [
        "docs/" + page
        for page in (
            "REMOTE_CALLS", "ACTORS", "PATTERNS", "PERSISTENCE", "CLUSTER", "SCALE", "TYPESCRIPT", "DURABLE_MAP", "CODEC", "CODEC_TEXT", "KEY_VALUE_SERVER", "RESP",
            "STORE_OPERATIONS", "TESTING", "TRANSPORTS", "AERON", "SECURITY", "OPERATIONS", "CONSOLE", "PAUSES", "LOGIN", "BROWSER_CLIENT",
            "WEB", "REST", "WEB_COMPARISON", "STRUCTS", "CIPHERS",
        )
    ],
    "Reference": [
        "docs/" + page
        for page in (
            "ARCHITECTURE", "PROTOCOL", "CODEC_FORMAT", "STORE_FORMAT", "CODEC_SAFETY", "CLASS_LOADING", "THREADS",
            "GLOSSARY", "DEPENDENCIES", "SECURITY_CHECKLIST",
        )
    ],
    "Benchmarks": ["docs/benchmarks/README", "docs/benchmarks/RESULTS", "docs/benchmarks/METHOD"],
    "Project": ["CHANGELOG", "CONTRIBUTING", "docs/adr/README"],
}

# pages that nobody has put into a chapter yet
LISTED = {page for pages in CHAPTERS.values() for page in pages}
CHAPTERS["Reference"] += sorted({f"docs/{file.stem}" for file in ROOT.glob("docs/*.md")} - LISTED)


def toctree(caption, pages):
    options = f":caption: {caption}\n" if caption else ""
    return "\n\n```{toctree}\n:hidden:\n:glob:\n" + options + "\n" + "\n".join(pages) + "\n```\n"


def add_navigation(app, name, source):
    """Appends to two pages what only the site shows: which pages lie below them."""
    if name == root_doc:
        source[0] += "".join(toctree(caption, ["/" + page for page in pages]) for caption, pages in CHAPTERS.items())
    elif name == "docs/adr/README":
        source[0] += toctree("", ["[0-9]*"])


def setup(app):
    app.connect("source-read", add_navigation)
