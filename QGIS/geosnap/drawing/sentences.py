"""The messages of the status line about a place."""

from ..kernel.texts import tr


def kind_names():
    """The kinds of places in words."""
    return {
        "point": tr("point"),
        "lineEnd": tr("end"),
        "vertex": tr("vertex"),
        "intersection": tr("crossing"),
        "midpoint": tr("middle"),
        "centroid": tr("centre"),
        "segment": tr("segment"),
        "boundary": tr("border"),
        "area": tr("area"),
        "guide": tr("guide"),
    }


def feature_name(match):
    """The name of a feature in a document."""
    kind = match.get("assetType")
    group = match.get("assetGroup")
    words = match["source"] if not group else group if kind in (None, group, "Unknown") else f"{group} / {kind}"
    return f"{words} {match['origin']}" if match.get("origin") else words


def of_match(match, others):
    """Says what the pointer snaps to, and why."""
    kind = kind_names().get(match["place"], match["place"])
    words = tr("{kind} of {feature}").format(kind=kind.capitalize(), feature=feature_name(match))
    if match.get("because"):
        words = tr("{place}: {because}").format(place=words, because=match["because"])
    if match.get("insertVertex"):
        words += ". " + tr("The line gets a vertex here")
    if match.get("splitsLine"):
        words += ". " + tr("The line is split here")
    if others:
        words += ". " + tr("{} more here: press {} for the next").format(others, _cycle_key())
    return words + "."


def of_refusal(refusal):
    """Says why the pointer may not go to a place, and what to do."""
    remedy = refusal.get("remedy") or {}
    sentence = remedy.get("sentence")
    because = refusal["because"].rstrip(".")
    if remedy.get("assetTypes") and sentence:
        # The allowed asset types are named once, as in the panel.
        because = because.split(":")[0]
        for path in remedy["assetTypes"]:
            sentence = sentence.replace(path, _label(path))
    words = tr("Refused at {feature}: {because}.").format(feature=feature_name(refusal), because=because)
    return f"{words} {sentence}" if sentence else words


def _label(path):
    """The name of an asset type, from its path."""
    _, group, kind = path.split("/", 2)
    return group if kind in (group, "Unknown") else f"{group} / {kind}"


def of_offer(refusal):
    """The reason alone, for a message whose buttons are the remedies; the status line has the full text."""
    because = refusal["because"].split(":")[0].rstrip(".")
    return f"{because[:1].upper()}{because[1:]}."


def of_document(document):
    """Says what wins at a place, or what is refused there; empty if nothing is near."""
    match = document.get("match")
    if match:
        return of_match(match, max(len(document.get("candidates", [])) - 1, 0))
    refused = document.get("refused") or []
    return of_refusal(refused[0]) if refused else ""


def of_problem(problem):
    """Says what is wrong with an edit."""
    return problem.get("message") or problem.get("code") or ""


def _cycle_key():
    from qgis.PyQt.QtGui import QKeySequence

    from ..kernel.preferences import preferences

    return QKeySequence(preferences.cycle_key).toString(QKeySequence.NativeText)
