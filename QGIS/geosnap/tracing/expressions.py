"""Conditions of traces, as rows: what the expression language says, taken apart and put together again."""

import re

OPERATORS = ("=", "!=", ">", ">=", "<", "<=", "includes", "not includes", "includes any", "includes none")
"""What compares, as the expression language writes it, in the order in which it is offered."""

OPERATOR_NAMES = {
    "equal": "=", "notEqual": "!=", "greaterThan": ">", "greaterThanEqual": ">=", "lessThan": "<",
    "lessThanEqual": "<=", "includesTheValues": "includes", "doesNotIncludeTheValues": "not includes",
    "includesAny": "includes any", "doesNotIncludeAny": "includes none",
}
"""What compares, as the JSON of configurations names it."""

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
"""Taken apart further, an expression is shown as a text."""


class NotReadable(ValueError):
    """An expression that this module does not take apart; the library may well read it."""


class Row:
    """A condition, and how it goes together with the one before.

    Attributes
    ----------
    joiner : {"or", "and"}
        AND binds tighter. That of the first row says nothing.
    kind : {"attribute", "category", "expression"}
    name, operator, value : str
        Of an attribute or a category; the value as it is typed: a number, the name of a coded value, ``[Attribute]``.
    text : str
        Of an expression.
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
        """A row of its own with the same condition."""
        return Row(self.joiner, self.kind, self.name, self.operator, self.value, self.text)

    @property
    def is_empty(self):
        """Whether nothing is said yet."""
        if self.kind == "expression":
            return not self.text.strip()
        return not self.value.strip() or (self.kind == "attribute" and not self.name)

    def expression(self):
        """The condition as the expression language writes it."""
        if self.kind == "expression":
            return f"({self.text.strip()})"
        if self.kind == "category":
            return f"category {self.operator} {_string(self.value.strip())}"
        return f"{name_text(self.name)} {self.operator} {_value(self.value.strip())}"


def written(rows):
    """Rows as one expression; rows that say nothing are left out. Empty where none says anything."""
    text = ""
    for row in rows:
        if row.is_empty:
            continue
        text += f" {row.joiner} {row.expression()}" if text else row.expression()
    return text


def read(text):
    """The rows of an expression; one row with the text where it cannot be shown as rows."""
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
    """The rows of the ``conditionBarriers`` of a configuration's JSON.

    Parameters
    ----------
    conditions : list of dict
    domain_of : callable
        For a network attribute's name its coded values: a dictionary of codes and names, empty where it has none.
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
    """A number or truth value as the expression language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _string(text):
    return "'" + text.replace("'", "''") + "'"


def name_text(name):
    """A name as the expression language writes it."""
    return name if re.fullmatch(r"[A-Za-z]\w*", name) and name.lower() not in _WORDS else _string(name)


def _value(text):
    if re.fullmatch(r"\[.*\]", text) or re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text):
        return text
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text
    return text if re.fullmatch(r"[A-Za-z]\w*", text) and text.lower() not in _WORDS else _string(text)


_WORDS = {"and", "or", "not", "includes", "any", "none", "category"}


class _Reader:
    """Reads an expression into its ways: conditions that hold together, of which one suffices."""

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
