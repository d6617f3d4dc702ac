"""The products of the package and their modules: their tables, a catalog for each library, its conversion by DocC."""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess

from pages import Problem

# DocC's warnings, as it prints them: they end a build of the site.
WARNING = re.compile(r"^(warning|error): .*", re.MULTILINE)


class Product:
    """A product, or a module of one: `product` is the name in a package."""

    def __init__(self, name, summary, links, product=None):
        self.name, self.summary, self.links, self.product = name, summary, links, product or name

    @property
    def is_library(self):
        return self.name.startswith("GeoSnap")


def listed(text):
    """The products in the table of the navigation, and the modules in the tables after `### Modules of` a product."""
    table = text[text.index("## Products"):]
    found, product = [], None
    for line in table.split("\n"):
        if heading := re.match(r"### Modules of `(\w+)`", line):
            product = heading[1]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            found += [Product(name, cells[1], cells[2], product) for name in re.findall(r"`(\w+)`", cells[0])]
    return found


def overview(text):
    """The navigation without its lists, which become topics: the tables of products and modules."""
    return "# Guides\n\nTutorials, how-to guides, reference and explanation.\n\n" + text[text.index("## Products"):]


def catalog(product, symbols, folder):
    """Writes the page of a library product or module: its description, and its types by the folders of its sources."""
    place = folder / f"{product.name}.docc"
    place.mkdir(parents=True)
    summary = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", product.summary)
    text = f"# ``{product.name}``\n\n{summary[:1].upper()}{summary[1:]}.\n\n## Overview\n\n"
    text += "A program imports it by this name, and its package names the product:\n\n```swift\n"
    text += f'.product(name: "{product.product}", package: "geosnap"),\n```\n\n'
    links = product.links or "nothing that is not the system's"
    text += f"It links {links}. <doc:/documentation/Guides> has tutorials and all other pages.\n"
    groups = symbols.topics(product.name)
    if groups:
        text += "\n## Topics\n"
    for group in sorted(groups):
        title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", group) or "First of all"
        text += f"\n### {title}\n\n" + "".join(f"- ``{name}``\n" for name in sorted(groups[group]))
    (place / f"{product.name}.md").write_text(text, encoding="utf-8")


def docc():
    """DocC's program, in the same folder as the compiler."""
    swift = shutil.which("swift")
    beside = pathlib.Path(swift).resolve().parent / "docc" if swift else None
    found = str(beside) if beside and beside.exists() else shutil.which("docc")
    if not found:
        raise Problem("there is no docc beside swift: install a toolchain of Swift 6.3 or later")
    return found


def convert(work, modules):
    """Makes an archive of all catalogs. A catalog may link to any other, so each is converted twice."""
    archives = work / "archives"

    for place in (archives, work / "linked"):
        place.mkdir()

    def converted(module, links):
        graphs = work / "graphs" / module
        command = [docc(), "convert", work / "catalogs" / f"{module}.docc"]
        command += ["--additional-symbol-graph-dir", graphs] if graphs.exists() else []
        command += ["--fallback-display-name", module, "--fallback-bundle-identifier", module]
        command += ["--fallback-default-module-kind", "Product"]
        command += ["--output-dir", (work / "linked" if links else archives) / f"{module}.doccarchive"]
        command += ["--enable-experimental-external-link-support", "--experimental-documentation-coverage"]
        for other in modules if links else []:
            if other != module:
                command += ["--dependency", archives / f"{other}.doccarchive"]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        told = done.stdout + done.stderr
        if done.returncode and not WARNING.search(told):
            raise Problem(f"docc convert {module}:\n{told}")
        return [f"{module}: {line[0]}" for line in WARNING.finditer(told)]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda module: converted(module, False), modules))
        warnings = [line for lines in pool.map(lambda module: converted(module, True), modules) for line in lines]
    (work / "warnings").write_text("".join(line + "\n" for line in warnings))
    if warnings:
        raise Problem("DocC warns:\n" + "\n".join(warnings))
    merged = work / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    done = subprocess.run(
        [docc(), "merge", *(work / "linked" / f"{module}.doccarchive" for module in modules), "-o", merged],
        capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Problem(f"docc merge:\n{done.stdout}{done.stderr}")
    return merged
