"""Turns the Markdown of the repository into articles of a DocC catalog.

`Documentation/README.md` is the navigation: its second-level headings are the purposes of pages, its third-level
headings are groups, and each list item that begins with a link is a page. The pages in the repository do not change.
Links, anchors, images, and names of Swift symbols are converted to DocC's form.
"""

import pathlib
import re
import shutil
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVIGATION = ROOT / "Documentation" / "README.md"
REPOSITORY = "https://github.com/geosnap/geosnap/blob/main/"

# The headings of the navigation, and the kind of the pages below each.
PURPOSES = {"Tutorials": "Tutorial", "How-to guides": "How-to", "Reference": "Reference", "Explanation": "Explanation"}

IMAGES = {".png", ".svg", ".jpg"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
SPAN = re.compile(r"(`+)(.+?)\1")


class Problem(Exception):
    pass


class Page:
    def __init__(self, path, title, purpose, group):
        self.path, self.title, self.purpose, self.group = path, title, purpose, group

    @property
    def name(self):
        """The name in the catalog: the file's, or the folder's if the file is a README."""
        inside = self.path.relative_to(ROOT)
        if inside.parts[0] == "Documentation":
            inside = inside.relative_to("Documentation")
        parts = inside.with_suffix("").parts
        return "-".join(parts[:-1] if parts[-1] == "README" else parts)

    def text(self):
        return self.path.read_text(encoding="utf-8")


def navigation(text=None, folder=NAVIGATION.parent):
    """The pages of the site, in order."""
    purpose = group = None
    pages = []
    for line in (NAVIGATION.read_text(encoding="utf-8") if text is None else text).split("\n"):
        heading = re.match(r"(##+) (.+)", line)
        if heading and heading[1] == "##":
            purpose, group = PURPOSES.get(heading[2]), None
        elif heading:
            group = heading[2]
        item = re.match(r"- \[([^\]]+)\]\(([^)#]+\.md)\)", line)
        if item and purpose:
            path = (folder / item[2]).resolve()
            if any(page.path == path for page in pages):
                raise Problem(f"Documentation/README.md: {item[2]} has two purposes")
            pages.append(Page(path, item[1], purpose, group))
    return pages


def lines_of_prose(text):
    """Each line, and whether it is prose and not part of a code block."""
    fence = None
    before = ""
    for line in text.split("\n"):
        mark = re.match(r" *(```+|~~~+)", line)
        if fence:
            yield line, False
            if mark and mark[1].startswith(fence):
                fence = None
        elif mark:
            fence = mark[1]
            yield line, False
        else:
            indented = line.startswith("    ") and not before.strip()
            yield line, not indented
            if indented:
                continue  # the following lines belong to the block
        before = line


def headings(text):
    return [re.sub(r"^#+ +", "", line) for line, prose in lines_of_prose(text) if prose and re.match(r"#+ ", line)]


def plain(heading):
    """A heading without Markdown marks."""
    return LINK.sub(lambda link: link[2], heading).replace("`", "").replace("*", "").strip()


def repository_anchor(heading):
    """The anchor that GitHub gives a heading."""
    kept = "".join(c for c in plain(heading).lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def site_anchor(heading):
    """The anchor that DocC gives a heading."""
    joined = re.sub(r"[\s–—-]+", "-", plain(heading))
    return "".join(c for c in joined if c == "-" or not unicodedata.category(c).startswith("P"))


class Catalog:
    """A catalog that is written."""

    def __init__(self, folder, pages, symbols):
        self.folder, self.pages, self.symbols = folder, pages, symbols
        self.by_path = {page.path: page for page in pages}
        self.problems = []
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "Images").mkdir(parents=True)

    def write(self, name, text):
        (self.folder / f"{name}.md").write_text(text, encoding="utf-8")

    def add_page(self, page):
        self.write(page.name, self.article(page.path, page.text(), page.purpose))

    def article(self, path, text, purpose, directives=""):
        """A page as an article, with its purpose above its title."""
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
        title, _, rest = text.partition("\n")
        title = title.replace("`", "")
        if not title.startswith("# "):
            self.problems.append(f"{path}: has no title in its first line")
        heading = f'  @TitleHeading("{purpose}")\n' if purpose else ""
        metadata = f"\n@Metadata {{\n{heading}{directives}}}\n" if heading or directives else ""
        return title + "\n" + metadata + self.turned(path, rest)

    def turned(self, path, text):
        """A text with links and names in DocC's form."""
        turned = []
        for line, prose in lines_of_prose(text):
            turned.append(self.turned_line(path, line) if prose else line)
        return "\n".join(turned)

    def turned_line(self, path, line):
        if line.startswith("#"):
            line = line.replace("`", "")  # lists of headings would show the backquotes
        # Code spans contain no links; unknown names stay unchanged.
        pieces, end = [], 0
        links = [(match.start(), match.end()) for match in LINK.finditer(line)]
        for span in SPAN.finditer(line):
            pieces.append(line[end:span.start()])
            inside = any(start <= span.start() < stop for start, stop in links)
            named = None if inside else self.symbols.address(span[2])
            pieces.append(f"``{named}``" if named else span[0])
            end = span.end()
        line = "".join(pieces) + line[end:]
        return LINK.sub(lambda link: self.turned_link(path, link), line)

    def turned_link(self, path, link):
        bang, label, target = link.groups()
        if re.match(r"[a-z]+:", target):
            return link[0]
        file, _, anchor = target.partition("#")
        found = (path.parent / file).resolve() if file else path
        if found == NAVIGATION:
            # DocC has no anchors for the headings of the root page.
            return f"[{label}](doc:Guides)"
        if not found.exists():
            self.problems.append(f"{path.relative_to(ROOT)}: {target} is no file")
            return label
        if found.suffix in IMAGES:
            name = "-".join(found.relative_to(ROOT).parts)
            shutil.copyfile(found, self.folder / "Images" / name)
            return f"{bang}[{label}]({name})"
        if found in self.by_path:
            place = f"#{self.anchor(path, found, anchor)}" if anchor else ""
            return f"[{label}](doc:{self.by_path[found].name}{place})"
        return f"[{label}]({REPOSITORY}{found.relative_to(ROOT)}{'#' + anchor if anchor else ''})"

    def anchor(self, path, target, anchor):
        for heading in headings(target.read_text(encoding="utf-8")):
            if repository_anchor(heading) == anchor:
                return site_anchor(heading)
        self.problems.append(f"{path.relative_to(ROOT)}: {target.name} has no heading #{anchor}")
        return anchor


def topics(pages, more=()):
    """The navigation: one topic for each purpose and group. `more` has topics of generated pages."""
    groups = {}
    for page in pages:
        groups.setdefault((page.purpose, page.group), []).append(page.name)
    text = "\n## Topics\n"
    written = {}
    for (purpose, group), names in groups.items():
        written.setdefault(purpose, []).append((f"{purpose}: {group}" if group else f"{purpose}s", names))
    for purpose, title, names in more:
        written.setdefault(purpose, []).append((title, names))
    for purpose in PURPOSES.values():
        for title, names in written.get(purpose, []):
            text += f"\n### {title}\n\n" + "".join(f"- <doc:{name}>\n" for name in names)
    return text
