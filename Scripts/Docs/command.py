"""Writes a page for each verb of the command, from the command's description of itself as JSON."""

import json
import re
import subprocess


def write(catalog, program):
    """Writes the pages into a catalog, below one that lists them, and returns the name of that one."""
    told = subprocess.run(
        [program, "--experimental-dump-help"], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    names = []
    for verb in shown(json.loads(told.stdout)["command"]["subcommands"]):
        if verb["commandName"] == "help":
            continue
        name = f"geosnap-{verb['commandName']}"
        body = "".join(page(["geosnap", verb["commandName"]], verb, "#"))
        title, _, rest = body.partition("\n")
        catalog.write(name, f"{title}\n\n{heading('Verb')}{rest}")
        names.append(name)
    catalog.write("Verbs", "# Verbs of the command\n\nEach verb as `geosnap VERB --help` tells it.\n\n" + heading("Reference")
                  + "\n## Topics\n\n### Verbs\n\n" + "".join(f"- <doc:{name}>\n" for name in names))
    return ["Verbs"]


def heading(text):
    return f'@Metadata {{\n  @TitleHeading("{text}")\n}}\n'


def shown(things):
    return [thing for thing in things if thing.get("shouldDisplay", True)]


def spelled(name):
    return {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"]


def escaped(text):
    """Help as prose: options are code, names of pages are links, and characters of Markdown are escaped."""
    text = re.sub(r"(?<![\w`-])(--[a-z][\w-]*)(?![\w`])", r"`\1`", text)
    pieces = re.split(r"(`[^`\n]*`|Documentation/[\w-]+\.md)", text)
    return "".join(map(piece_of_prose, pieces))


def piece_of_prose(text):
    if text.startswith("`"):
        return text
    page = re.fullmatch(r"Documentation/([\w-]+)\.md", text)
    return f"<doc:{page[1]}>" if page else re.sub(r"([\\*_<>\[\]|{}])", r"\\\1", text)


def usage(words, arguments):
    parts = [" ".join(words)]
    for argument in arguments:
        value = f"<{argument.get('valueName', 'value')}>"
        if argument["kind"] != "positional":
            value = spelled(argument["preferredName"]) + (f" {value}" if argument["kind"] == "option" else "")
        value += " ..." if argument["isRepeating"] else ""
        if argument["kind"] == "positional" or not argument["isOptional"]:
            parts.append(f"[{value}]" if argument["isOptional"] else value)
    if any(argument["isOptional"] and argument["kind"] != "positional" for argument in arguments):
        parts.append("[options]")
    return " ".join(parts)


def page(words, verb, mark):
    """The lines of a verb and its subcommands."""
    arguments = shown(verb.get("arguments", []))
    verbs = [one for one in shown(verb.get("subcommands", [])) if one["commandName"] != "help"]
    yield f"{mark} {' '.join(words)}\n\n{escaped(verb.get('abstract', '').strip())}\n\n"
    if mark == "#":
        yield "## How it is called\n\n"
    if not verbs:
        yield f"```\n{usage(words, arguments)}\n```\n\n"
    if verb.get("discussion"):
        for paragraph in re.split(r"\n\s*\n", verb["discussion"].strip("\n")):
            lines = paragraph.split("\n")
            if len(lines) > 1 and any(re.match(r"\s", line) for line in lines):
                yield "```\n" + paragraph + "\n```\n\n"
            else:
                yield escaped(paragraph) + "\n\n"
    if arguments and not verbs:
        yield "| argument | what it means |\n| --- | --- |\n"
        for argument in arguments:
            yield f"| {' '.join(heads(argument))} | {meaning(argument)} |\n"
        yield "\n"
    for one in verbs:
        yield from page([*words, one["commandName"]], one, mark + ("#" if mark == "#" else ""))


def heads(argument):
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return [f"`<{value}>`"]
    names = [f"`{spelled(name)}`" for name in argument["names"]]
    return [", ".join(names)] + ([f"`<{value}>`"] if argument["kind"] == "option" else [])


def meaning(argument):
    text = argument.get("abstract", "").strip().replace("\n", " ")
    if argument.get("defaultValue"):
        text += f" The default is `{argument['defaultValue']}`."
    values = argument.get("allValues", [])
    if values and not all(value in text for value in values):
        text += f" One of {', '.join(values)}."
    return escaped(text)
