"""Writes the data for the search: each section of a page, and each symbol."""

import json
import re

# The maximum length of a section's text, for searching and for showing the words around a match.
LONGEST = 1200


def write(site):
    data = site / "data" / "documentation"
    entries = []
    for file in sorted(data.rglob("*.json")):
        # DocC's lists of the members that a type has from a protocol.
        if file.stem.endswith("-implementations"):
            continue
        page = json.loads(file.read_text(encoding="utf-8"))
        entries += page_entries(page, "documentation/" + str(file.relative_to(data).with_suffix("")) + "/")
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    (site / "site" / "search.json").write_text(text, encoding="utf-8")
    return entries


def page_entries(page, address):
    """An entry is [title, kind, address, context, place]. The place is the product, or the page of a section."""
    metadata = page["metadata"]
    is_symbol = metadata.get("role") in ("symbol", "collection") and "symbolKind" in metadata
    kind = metadata.get("roleHeading") or "Page"
    if metadata.get("symbolKind") in ("module", "extension") or kind == "Extended Module":
        kind = "Product" if kind == "Framework" else kind
    module = (metadata.get("modules") or [{}])[0].get("name", "")
    references = page.get("references", {})
    abstract = spoken(page.get("abstract", []), references)
    sections = [["", "", []]]
    terms = []
    for section in page.get("primaryContentSections", []):
        for block in section.get("content", []) if section["kind"] == "content" else []:
            if block["type"] == "heading" and not is_symbol and block["level"] < 4:
                sections.append([block["text"], block["anchor"], []])
            elif block["type"] != "heading":
                sections[-1][2].append(spoken([block], references))
                terms += [[term, "Term", f"{address}#{sections[-1][1]}", text, metadata["title"]]
                          for term, text in explained(block, references) if metadata["title"] == "Glossary"]
    title = metadata["title"]
    first = " ".join([abstract, *sections[0][2]])
    if is_symbol:
        parents = [references[name]["title"] for name in page["hierarchy"]["paths"][-1][1:] if name in references]
        # An extension of a type of another module is below that module, which is not part of its name.
        parents = parents[1:] if parents and parents[0].startswith("GeoSnap") else parents
        # The C functions are on the C page.
        if module == "GeoSnapC" and kind != "Product":
            return []
        # A DocC name may contain its parents already.
        around = parents[-1] + "." if parents and kind != "Product" else ""
        full = title if title.startswith(around) else around + title
        return [[full, kind, address, first[:LONGEST // 2].strip(), module]]
    if kind == "Extended Module" or kind.startswith("Extended"):
        return []
    entries = [[title, kind, address, first[:LONGEST].strip(), ""]]
    for heading, anchor, texts in sections[1:]:
        if heading == "Overview":
            entries[0][3] = (entries[0][3] + " " + " ".join(texts))[:LONGEST].strip()
            continue
        entries.append([heading, kind, f"{address}#{anchor}", " ".join(" ".join(texts).split())[:LONGEST], title])
    # A page is also found by its headings.
    entries[0][3] += "".join(f" {heading}." for heading, _, _ in sections[1:] if heading != "Overview")
    return entries + terms


def explained(block, references):
    """The words that a list explains: an item has the form `**word**: explanation`."""
    for item in block.get("items", []) if block["type"] == "unorderedList" else []:
        content = item["content"][0].get("inlineContent", []) if item["content"] else []
        if len(content) > 1 and content[0]["type"] == "strong" and content[1].get("text", "").startswith(":"):
            yield spoken([content[0]], references), spoken(content[1:], references).lstrip(": ")


def spoken(content, references):
    """The words of a piece of content."""
    words = []
    for piece in content:
        if isinstance(piece, list):
            words.append(spoken(piece, references))
        elif isinstance(piece, dict):
            if piece.get("type") == "reference":
                reference = references.get(piece["identifier"], {})
                words.append(piece.get("overridingTitle") or reference.get("title", ""))
                continue
            if piece.get("type") == "codeListing":
                words.append(" ".join(piece["code"]))
                continue
            for key in ("text", "code"):
                if isinstance(piece.get(key), str):
                    words.append(piece[key])
            for key in ("inlineContent", "content", "items", "rows", "header"):
                if isinstance(piece.get(key), list):
                    words.append(spoken(piece[key], references))
    joined = " ".join(word for word in words if word)
    # A dot that begins a path keeps its space.
    return re.sub(r" ([.,])(?=\s|$)", r"\1", " ".join(joined.split()))
