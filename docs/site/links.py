"""Checks a folder of web pages: each link to a file of it, and each anchor, must lead somewhere.

    python3 links.py DIR        prints what leads nowhere; ends with 1 if there is any
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page links to, and the anchors that it has."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if not value:
                continue
            if name in ("href", "src"):
                self.links.add(value)
            elif name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)


def dead_links(folder):
    """Texts `page: link`, and the number of links that were followed."""
    pages = {file.resolve(): Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
    dead, followed = [], 0
    for file, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file() or target in pages and unquote(parts.fragment) not in pages[target].anchors:
                dead.append(f"{file.relative_to(folder.resolve())}: {link}")
    return dead, followed


def main(folder):
    dead, followed = dead_links(folder)
    if not followed:
        sys.exit(f"links: no page with a link in {folder}")
    for line in dead:
        print(f"leads nowhere: {line}", file=sys.stderr)
    print(f"links: {followed} followed, {len(dead)} lead nowhere")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
