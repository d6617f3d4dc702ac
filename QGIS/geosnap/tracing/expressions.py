"""Conditions of traces as rows: expressions are parsed into rows and written again."""

import re

OPERATORS = ("=", "!=", ">", ">=", "<", "<=", "includes", "not includes", "includes any", "includes none")
"""The operators of the expression language, in the order of the list."""

OPERATOR_NAMES = {
    "equal": "=", "notEqual": "!=", "greaterThan": ">", "greaterThanEqual": ">=", "lessThan": "<",
    "lessThanEqual": "<=", "includesTheValues": "includes", "doesNotIncludeTheValues": "not includes",
    "includesAny": "includes any", "doesNotIncludeAny": "includes none",
}
"""The operators, by their names in the JSON of configurations."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<mark>[()])
    | (?P<operator>!=|>=|<=|=|>|<)
    | (?P<bracket>\[[^\]]*\])
    | (?P<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*")
    | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!\w))
    | (?P<word>\w+)
    )""",
    re.VERBOSE,
)
_MOST_ROWS = 64
"""An expression with more rows is shown as a text."""


class NotReadable(ValueError):
    """An expression that this module does not parse; the library may still accept it."""


class Row:
    """A condition, and how it is combined with the one before.

    Attributes
    ----------
    joiner : {"or", "and"}
        AND binds tighter. The first row's value is unused.
    kind : {"attribute", "category", "expression"}
    name, operator, value : str
        For an attribute or a category; the value as typed: a number, the name of a coded value, ``[Attribute]``.
    text : str
        For an expression.
    """

    __slots__ = ("joiner", "kind", "name", "operator", "value", "text")

    def __init__(self, joiner="or", kind="attribute", name="", operator="=", value="", text=""):
        self.joiner, self.kind = joiner, kind
        self.name, self.operator, self.value, self.text = name, operator, value, text

    def __eq__(self, other):
        return isinstance(other, Row) and all(getattr(self, one) == getattr(other, one) for one in Row.__slots__)

    def __repr__(self):
        return f"Row({self.joiner!r}, {self.expression()!r})"

    def copy(self):
        """A copy of the row."""
        return Row(self.joiner, self.kind, self.name, self.operator, self.value, self.text)

    @property
    def is_empty(self):
        """Whether the row is still empty."""
        if self.kind == "expression":
            return not self.text.strip()
        return not self.value.strip() or (self.kind == "attribute" and not self.name)

    def expression(self):
        """The condition in the expression language."""
        if self.kind == "expression":
            return f"({self.text.strip()})"
        if self.kind == "category":
            return f"category {self.operator} {_string(self.value.strip())}"
        return f"{name_text(self.name)} {self.operator} {_value(self.value.strip())}"


def written(rows):
    """Rows as one expression; empty rows are left out. Empty if all are."""
    text = ""
    for row in rows:
        if row.is_empty:
            continue
        text += f" {row.joiner} {row.expression()}" if text else row.expression()
    return text


def read(text):
    """The rows of an expression; a single row with the text if it cannot be shown as rows."""
    if not text.strip():
        return []
    try:
        ways = _Reader(text).whole()
    except NotReadable:
        return [Row(kind="expression", text=text)]
    rows = []
    for way in ways:
        for number, row in enumerate(way):
            row = row.copy()
            row.joiner = "or" if number == 0 else "and"
            rows.append(row)
    return rows


def read_list(conditions, domain_of):
    """The rows of the ``conditionBarriers`` in a configuration's JSON.

    Parameters
    ----------
    conditions : list of dict
    domain_of : callable
        Returns the coded values of a network attribute: a dictionary of codes and names, empty if it has none.
    """
    rows = []
    joiner = "or"
    for one in conditions:
        operator = OPERATOR_NAMES.get(one.get("operator"), "=")
        value = one.get("value")
        if one.get("type") == "category":
            rows.append(Row(joiner, "category", operator=operator, value=str(value)))
        else:
            name = one.get("name", "")
            if one.get("isSpecificValue", True):
                shown = domain_of(name).get(value) if operator in ("=", "!=") else None
                shown = shown if shown is not None else value_text(value)
            else:
                shown = f"[{value}]"
            rows.append(Row(joiner, "attribute", name, operator, shown))
        joiner = "or" if one.get("combineUsingOr", True) else "and"
    return rows


def value_text(value):
    """A number or truth value in the expression language."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _string(text):
    return "'" + text.replace("'", "''") + "'"


def name_text(name):
    """A name in the expression language."""
    return name if re.fullmatch(r"[A-Za-z]\w*", name) and name.lower() not in _WORDS else _string(name)


def _value(text):
    if re.fullmatch(r"\[.*\]", text) or re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text):
        return text
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text
    return text if re.fullmatch(r"[A-Za-z]\w*", text) and text.lower() not in _WORDS else _string(text)


_WORDS = {"and", "or", "not", "includes", "any", "none", "category"}


class _Reader:
    """Parses an expression into alternatives: lists of conditions that all have to hold."""

    def __init__(self, text):
        self._tokens = []
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                raise NotReadable(text)
            self._tokens.append((found.lastgroup, found.group(found.lastgroup)))
            place = found.end()
        self._at = 0

    def whole(self):
        ways = self._either()
        if self._at < len(self._tokens):
            raise NotReadable()
        return ways

    def _next(self):
        if self._at >= len(self._tokens):
            raise NotReadable()
        self._at += 1
        return self._tokens[self._at - 1]

    def _takes(self, kind, text):
        if self._at < len(self._tokens):
            found = self._tokens[self._at]
            if found[0] == kind and found[1].lower() == text:
                self._at += 1
                return True
        return False

    def _either(self):
        ways = self._both()
        while self._takes("word", "or"):
            ways = ways + self._both()
        return ways

    def _both(self):
        ways = self._unit()
        while self._takes("word", "and"):
            others = self._unit()
            if sum(len(a) + len(b) for a in ways for b in others) > _MOST_ROWS:
                raise NotReadable()
            ways = [a + b for a in ways for b in others]
        return ways

    def _unit(self):
        if self._takes("mark", "("):
            ways = self._either()
            if not self._takes("mark", ")"):
                raise NotReadable()
            return ways
        kind, text = self._next()
        if kind == "word" and text.lower() == "category":
            operator = self._next()
            value = self._next()
            if operator[1] not in ("=", "!=") or value[0] not in ("quoted", "word"):
                raise NotReadable()
            return [[Row("or", "category", operator=operator[1], value=_plain(*value))]]
        if kind not in ("word", "quoted"):
            raise NotReadable()
        return [[Row("or", "attribute", _plain(kind, text), self._operator(), self._operand())]]

    def _operator(self):
        kind, text = self._next()
        if kind == "operator":
            return text
        if kind != "word":
            raise NotReadable()
        if text.lower() == "not" and self._takes("word", "includes"):
            return "not includes"
        if text.lower() != "includes":
            raise NotReadable()
        if self._takes("word", "any"):
            return "includes any"
        return "includes none" if self._takes("word", "none") else "includes"

    def _operand(self):
        kind, text = self._next()
        if kind not in ("word", "quoted", "number", "bracket"):
            raise NotReadable()
        return _plain(kind, text)


def _plain(kind, text):
    return text[1:-1].replace(text[0] * 2, text[0]) if kind == "quoted" else text
