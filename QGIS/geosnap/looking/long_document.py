"""Reads long JSON documents in pieces.

Python's reader holds the interpreter lock until a document ends: a hundred megabytes would stop the map for a second,
even when read on another thread.
"""

import json
import re

_BLANK = re.compile(r"[\s,]*")
_decode = json.JSONDecoder().raw_decode


def value(text, place):
    """The value at a position, read at once, and the position after it."""
    return _decode(text, _BLANK.match(text, place).end())


def read_object(text, place, readers):
    """Reads an object, with a separate function for each of some members.

    Parameters
    ----------
    readers : dict
        By member name, the function that reads it: called with the text and a position, it returns the value and the
        position after it. Other members are read at once.

    Returns
    -------
    (dict, int)
        The members, and the position after the object.
    """
    members = {}
    place = _opened(text, place, "{")
    while text[place] != "}":
        name, place = _decode(text, place)
        place = text.index(":", place) + 1
        members[name], place = readers.get(name, value)(text, place)
        place = _BLANK.match(text, place).end()
    return members, place + 1


def read_array(text, place, read=value, tell=None):
    """Reads an array, each item by a function; ``tell`` is called from time to time with the position.

    Returns
    -------
    (list, int)
        The items, and the position after the array.
    """
    found = []
    place = _opened(text, place, "[")
    while text[place] != "]":
        item, place = read(text, place)
        found.append(item)
        place = _BLANK.match(text, place).end()
        if tell is not None and len(found) % 5000 == 0:
            tell(place)
    return found, place + 1


def _opened(text, place, bracket):
    place = _BLANK.match(text, place).end()
    if text[place] != bracket:
        raise ValueError(f"{bracket} is expected at {place}, and there is {text[place]}.")
    return _BLANK.match(text, place + 1).end()
