"""Writes the reference of the Python package from its docstrings. The package is read, not imported."""

import ast
import re

# The modules that programs import.
MODULES = {"geosnap": "__init__", "geosnap.spark": "spark"}


def write(catalog, package):
    """Writes a page for each module with its functions, below it one for each class, and returns the modules' names."""
    definitions = {}
    for file in sorted(package.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                definitions[file.stem, node.name] = node
    names = []
    for module, stem in MODULES.items():
        tree = ast.parse((package / f"{stem}.py").read_text(encoding="utf-8"))
        public = exported(tree)
        found = [node for name in public for node in [defined(definitions, stem, name)] if node]
        functions = [node for node in found if isinstance(node, ast.FunctionDef)]
        name = f"Python-{module.replace('.', '-')}"
        summary = first_paragraph(ast.get_docstring(tree))
        text = f"# {module}\n\n{heading()}\n{summary}\n\n## Overview\n\n```python\nimport {module}\n```\n\n"
        text += "".join(callable_page(node, f"{module}.{node.name}", "##") for node in functions)
        classes = [node for node in found if isinstance(node, ast.ClassDef)]
        for node in classes:
            catalog.write(f"{name}-{node.name}", class_page(node, f"{module}.{node.name}"))
        text += "\n## Topics\n\n### Classes\n\n" + "".join(f"- <doc:{name}-{node.name}>\n" for node in classes)
        catalog.write(name, text)
        names.append(name)
    return names


def heading():
    return '@Metadata {\n  @TitleHeading("Python")\n}\n'


def exported(tree):
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "__all__":
            return ast.literal_eval(node.value)
    return []


def defined(definitions, stem, name):
    """The definition of an exported name: the module's own, or that of the module that it is imported from."""
    own = definitions.get((stem, name))
    return own or next((node for (file, other), node in definitions.items() if other == name and file != "spark"), None)


def class_page(node, name):
    doc = ast.get_docstring(node) or ""
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    text = f"# {name}\n\n{heading()}\n{first_paragraph(doc)}\n\n## Overview\n\n"
    text += f"```python\nclass {node.name}{f'({bases})' if bases else ''}\n```\n\n{after_first(doc)}\n"
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and ast.get_docstring(member):
            text += callable_page(member, member.name, "##")
    return text


def callable_page(node, name, mark):
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    doc = ast.get_docstring(node) or ""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    code = f"{node.name}{returns.replace(' -> ', ': ')}" if "property" in decorators else signature(node) + returns
    return f"{mark} {name}\n\n```python\n{code}\n```\n\n{first_paragraph(doc)}\n\n{after_first(doc)}\n"


def signature(node):
    """A function with its parameters; if long, one parameter per line."""
    arguments = node.args
    parts = []
    positional = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    for argument, default in zip(positional, defaults):
        if argument.arg not in ("self", "cls"):
            parts.append(shown(argument, default))
    if arguments.vararg:
        parts.append("*" + shown(arguments.vararg, None))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [shown(argument, default) for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        parts.append("**" + shown(arguments.kwarg, None))
    line = f"{node.name}({', '.join(parts)})"
    return line if len(line) <= 80 else f"{node.name}(\n" + "".join(f"    {part},\n" for part in parts) + ")"


def shown(argument, default):
    text = argument.arg + (f": {ast.unparse(argument.annotation)}" if argument.annotation else "")
    return text + (f" = {ast.unparse(default)}" if default else "")


def first_paragraph(doc):
    return turned((doc or "").split("\n\n")[0].replace("\n", " "))


def after_first(doc):
    """The rest of a docstring: its prose, and NumPy's sections as tables and paragraphs."""
    rest = "\n\n".join(doc.split("\n\n")[1:])
    text = ""
    pieces = re.split(r"(?m)^([A-Z][A-Za-z ]+)\n-{3,}\n", rest)
    text += prose(pieces[0])
    for title, body in zip(pieces[1::2], pieces[2::2]):
        text += f"\n**{title}**\n\n"
        items = re.findall(r"(?m)^(\S[^\n]*)\n((?:    [^\n]*\n?|\n)+)", body + "\n")
        if title in ("Parameters", "Attributes") and items:
            text += "| name | meaning |\n| --- | --- |\n"
            for head, meaning in items:
                name, _, kind = head.partition(" : ")
                told = turned(" ".join(meaning.split())).replace("|", "\\|")
                text += f"| `{name}`{f': {turned(kind)}' if kind else ''} | {told} |\n"
        else:
            text += prose(body)
    return text


def prose(body):
    if ">>>" in body:
        return "\n".join(
            f"```python\n{part.strip()}\n```\n" if part.lstrip().startswith(">>>") else turned(part) + "\n"
            for part in body.strip().split("\n\n"))
    return turned(body.strip()) + "\n"


def turned(text):
    """reStructuredText as Markdown: names of code, and no symbol links of DocC."""
    text = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text)
    text = re.sub(r"(``)?Documentation/([\w-]+)\.md(``)?", r"<doc:\2>", text)
    text = re.sub(r"``([^`]*)``", r"`\1`", text)
    return re.sub(r"::$", ":", text, flags=re.MULTILINE)
