"""Makes the site from DocC's archive: pages with relative paths, a bar above each, and the start page."""

import html
import json
import os
import re
import shutil

from pages import REPOSITORY, ROOT, Problem

FILES = ROOT / "Documentation" / "Site"
# Files that DocC writes for other programs, and its own pictures.
LEFT_OUT = ("developer-og-twitter.jpg", "developer-og.jpg", "metadata.json", "link-hierarchy.json",
            "linkable-entities.json", "documentation-coverage.json")


def write(archive, site, listed, products):
    if site.exists() and any(site.iterdir()) and not (site / "site" / "search.js").exists():
        raise Problem(f"{site} holds something else than a site: name another folder")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(archive, site, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copytree(FILES, site / "site", ignore=shutil.ignore_patterns("*.html", "theme-settings.json"))
    # DocC's program reads its colours here.
    shutil.copyfile(FILES / "theme-settings.json", site / "theme-settings.json")
    shutil.copyfile(ROOT / "Documentation" / "Images" / "why.svg", site / "site" / "why.svg")
    for page in sorted((site / "documentation").rglob("index.html")):
        page.write_text(turned(page.read_text(encoding="utf-8"), page.parent, site), encoding="utf-8")
    for name in ("index.html", "search.html"):
        text = (FILES / name).read_text(encoding="utf-8").replace("<!-- bar -->", bar(""))
        (site / name).write_text(with_cards(text, site, listed, products), encoding="utf-8")
    redirect(site)


def redirect(site):
    """Redirects the addresses in moved.txt to the pages that contain their content now."""
    guides = site / "documentation" / "guides"
    for line in (ROOT / "Scripts" / "Docs" / "moved.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        old, new = line.split(" => ")
        if (guides / old.lower()).exists():
            raise Problem(f"Scripts/Docs/moved.txt: {old} is a page")
        target = REPOSITORY + new if "." in new else f"../{new.lower()}/"
        (guides / old.lower()).mkdir()
        (guides / old.lower() / "index.html").write_text(
            f'<!doctype html><meta charset="utf-8"><title>{old} has moved</title>\n'
            f'<meta http-equiv="refresh" content="0; url={target}"><p>This page is now part of <a href="{target}">{new}</a>.\n',
            encoding="utf-8")


def bar(up):
    return (FILES / "bar.html").read_text(encoding="utf-8").replace("{up}", up).strip()


def told_of(address, site):
    """The title and the first sentence of a page."""
    page = json.loads((site / "data" / f"{address}.json").read_text(encoding="utf-8"))
    references = page.get("references", {})
    abstract = "".join(
        piece.get("text") or piece.get("code") or references.get(piece.get("identifier"), {}).get("title", "")
        for piece in page.get("abstract", []))
    return page["metadata"]["title"], abstract


def card(address, site, title=None):
    own, abstract = told_of(address, site)
    abstract = re.match(r".*?[.:](?= |$)|.*", abstract)[0].replace(":", ".")
    return f'<li><a href="{address}/">{html.escape(title or own)}</a> {html.escape(abstract)}</li>\n'


def with_cards(text, site, listed, products):
    """The start page, with the first pages of each purpose, and all products and modules."""
    def of(purpose, group=None):
        return "".join(card(f"documentation/guides/{page.name.lower()}", site) for page in listed
                       if page.purpose == purpose and (group is None or page.group == group))

    for name, cards in {
        "tutorials": of("Tutorial"),
        "tasks": of("How-to", "First tasks") + of("How-to", "Shared networks"),
        "explanations": of("Explanation"),
        "products": "".join(card(f"documentation/{one.name.lower()}", site) for one in products if one.is_library),
    }.items():
        text = text.replace(f"<!-- {name} -->", cards)
    return text


def turned(text, folder, site):
    """A page of DocC with relative paths, a separate title, and the bar."""
    up = os.path.relpath(site, folder) + "/"
    address = str(folder.relative_to(site))
    title, abstract = told_of(address, site) if (site / "data" / f"{address}.json").exists() else ("Documentation", "")
    text = re.sub(r"<script>var baseUrl[^<]*</script>", f'<script src="{up}site/base.js"></script>', text)
    text = re.sub(r'(href|src)="/(?!/)', rf'\1="{up}', text)
    head = f'<title>{html.escape(title)} | GeoSnap</title><meta name="description" content="{html.escape(abstract)}">'
    head += f'<link rel="stylesheet" href="{up}site/bar.css">'
    text = re.sub(r"<title>.*?</title>", lambda _: head, text)
    text = text.replace('<div id="app">', bar(up) + '<div id="app">')
    return text.replace("This page requires JavaScript.", html.escape(title)).replace(
        "Please turn on JavaScript in your browser and refresh the page to view its content.",
        html.escape(abstract) + " The whole page needs JavaScript.")
