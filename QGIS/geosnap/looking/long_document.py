"""Reads long JSON documents piece by piece.

The reader of Python holds the lock of the interpreter until a document ends: a hundred megabytes would stop the map
for a second, though they are read on another thread.
"""

import json
import re

_BLANK = re.compile(r"[\s,]*")
_decode = json.JSONDecoder().raw_decode


def value(text, place):
    """The value at a place, read at once, and where it ends."""
    return _decode(text, _BLANK.match(text, place).end())


def read_object(text, place, readers):
    """Reads an object whose members are read by functions of their own.

    Parameters
    ----------
    readers : dict
        Of a member's name the function that reads it: called with the text and a place, it answers the value and
        where that ends. Other members are read at once.

    Returns
    -------
    (dict, int)
        The members, and where the object ends.
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
    """Reads an array, each item by a function; ``tell`` is told now and then where.

    Returns
    -------
    (list, int)
        The items, and where the array ends.
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
