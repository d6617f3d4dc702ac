"""Makes the site of DocC's archive: pages that find their files from wherever they are hosted, and a bar above each."""

import html
import json
import os
import re
import shutil

from pages import ROOT

FILES = ROOT / "Documentation" / "Site"


def write(archive, site):
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(archive, site)
    shutil.copytree(FILES, site / "site", ignore=shutil.ignore_patterns("*.html"))
    for page in sorted((site / "documentation").rglob("index.html")):
        page.write_text(turned(page.read_text(encoding="utf-8"), page.parent, site), encoding="utf-8")
    for name in ("index.html", "search.html"):
        text = (FILES / name).read_text(encoding="utf-8")
        (site / name).write_text(text.replace("<!-- bar -->", bar("")), encoding="utf-8")
    for name in ("developer-og-twitter.jpg", "developer-og.jpg", "metadata.json", "link-hierarchy.json",
                 "linkable-entities.json", "documentation-coverage.json"):
        (site / name).unlink(missing_ok=True)


def bar(up):
    return (FILES / "bar.html").read_text(encoding="utf-8").replace("{up}", up).strip()


def turned(text, folder, site):
    """A page of DocC: with relative paths, a title of its own, and the bar."""
    up = os.path.relpath(site, folder) + "/"
    data = site / "data" / (str(folder.relative_to(site)) + ".json")
    told = json.loads(data.read_text(encoding="utf-8")) if data.exists() else {}
    title = told.get("metadata", {}).get("title", "Documentation")
    abstract = "".join(piece.get("text", piece.get("code", "")) for piece in told.get("abstract", []))
    text = re.sub(r"<script>var baseUrl[^<]*</script>", f'<script src="{up}site/base.js"></script>', text)
    text = re.sub(r'(href|src)="/(?!/)', rf'\1="{up}', text)
    head = f'<title>{html.escape(title)} | GeoSnap</title><meta name="description" content="{html.escape(abstract)}">'
    head += f'<link rel="stylesheet" href="{up}site/bar.css">'
    text = re.sub(r"<title>.*?</title>", lambda _: head, text)
    text = text.replace('<div id="app">', bar(up) + '<div id="app">')
    return text.replace("This page requires JavaScript.", html.escape(title)).replace(
        "Please turn on JavaScript in your browser and refresh the page to view its content.",
        html.escape(abstract) + " The whole page needs JavaScript.")
