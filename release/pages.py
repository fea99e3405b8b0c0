"""What release/book does with pages: collect them for mdbook, and follow the links of what it wrote.

    pages.py collect BOOK yes|no    fills the folder BOOK; with 'yes' levels can be played in the pages
    pages.py links SITE             fails unless every link inside of SITE leads somewhere
"""

import html.parser
import pathlib
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Pages of the project's folder, and how the book calls them.
OTHERS = {"README.md": "introduction.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PLAY = re.compile(r"^<!-- play: (\S+) -->$", re.MULTILINE)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def repository() -> str:
    manifest = (ROOT / "Cargo.toml").read_text()
    address = re.search(r'^repository = "(.*)"', manifest, re.MULTILINE).group(1)
    version = re.search(r'^version = "(.*)"', manifest, re.MULTILINE).group(1)
    return f"{address}/blob/v{version}"


def collect(book: pathlib.Path, playable: bool) -> None:
    source = book / "src"
    source.mkdir(parents=True)
    shutil.copy(DOCS / "book.toml", book)
    code = repository()
    pages = {path: path.name for path in DOCS.glob("*.md")}
    pages |= {ROOT / name: called for name, called in OTHERS.items()}
    listed = {(DOCS / link[2]).resolve() for link in LINK.finditer((DOCS / "SUMMARY.md").read_text())}
    unlisted = pages.keys() - listed - {DOCS / "SUMMARY.md"}
    if unlisted:
        sys.exit(f"docs/SUMMARY.md does not list {', '.join(path.name for path in unlisted)}")

    def target(page: pathlib.Path, link: str) -> str:
        """Where a link of a page leads in the book: to a page or picture of it, or to the file in the repository."""
        if "://" in link or link.startswith(("#", "mailto:")):
            return link
        path, _, place = link.partition("#")
        found = (page.parent / path).resolve()
        place = f"#{place}" if place else ""
        if found in pages:
            return pages[found] + place
        if found.parent == DOCS:
            return found.name + place
        return f"{code}/{found.relative_to(ROOT)}{place}"

    def frame(level: re.Match[str]) -> str:
        if not playable:
            return ""
        name = level.group(1)
        puzzle = name.split(":")[0]
        query = urllib.parse.urlencode({"embed": 1, "puzzle": puzzle, "level": name}, safe=":/#")
        query = query.replace("#", "%23")
        return (f'<iframe src="../#{query}" title="A level of this puzzle, to be played" loading="lazy" '
                'style="width: 100%; max-width: 480px; height: 600px; border: 1px solid var(--quote-border)"></iframe>')

    for page, name in pages.items():
        text = PLAY.sub(frame, page.read_text())
        text = LINK.sub(lambda link: link[1] + target(page, link[2]) + link[3], text)
        (source / name).write_text(text)
    for picture in DOCS.iterdir():
        if picture.suffix in {".svg", ".png", ".gif"}:
            shutil.copy(picture, source)


class Page(html.parser.HTMLParser):
    """The links of a page, and the names that links can lead to."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.names: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if value and key == "id":
                self.names.add(value)
            # What a frame is asked to show is in its fragment, which names no place.
            if value and key in {"href", "src"}:
                self.links.add(value.split("#")[0] if tag == "iframe" else value)


def links(site: pathlib.Path) -> None:
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or path.name in {"toc.html", "print.html", "404.html"}:
                continue
            found = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            found = found / "index.html" if found.is_dir() else found
            place = urllib.parse.unquote(parts.fragment)
            if not found.exists() or (place and found in pages and place not in pages[found].names):
                dead.append(f"{path.relative_to(site.resolve())}: {link}")
    if dead:
        sys.exit("links that lead nowhere:\n  " + "\n  ".join(dead))
    print(f"{sum(len(page.links) for page in pages.values())} links of {len(pages)} pages lead somewhere")


match sys.argv[1:]:
    case ["collect", book, ("yes" | "no") as playable]:
        collect(pathlib.Path(book), playable == "yes")
    case ["links", site]:
        links(pathlib.Path(site))
    case _:
        sys.exit(__doc__)
