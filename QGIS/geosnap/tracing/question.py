"""A question: the type of trace, its starts, and its suppositions."""

import shlex

from .expressions import written


class Place:
    """A start or a barrier of a trace.

    Attributes
    ----------
    role : {"start", "barrier", "filterBarrier"}
    global_id : str
    label : str
        The text for display.
    source : str
    terminal : int or None
    fraction : float or None
        The position along a line.
    x, y : float
        The position in the network's reference system; NaN if it has none.
    terminals : list of dict
        The terminals of its asset type, for a choice.
    """

    def __init__(self, role, global_id, label, source, x, y, terminal=None, fraction=None, terminals=()):
        self.role, self.global_id, self.label, self.source, self.x, self.y = role, global_id, label, source, x, y
        self.terminal, self.fraction, self.terminals = terminal, fraction, list(terminals)

    @property
    def word(self):
        """The place as the command takes it."""
        if self.terminal is not None:
            return f"{self.global_id}#{self.terminal}"
        if self.fraction is not None:
            return f"{self.global_id}@{self.fraction:.6g}"
        return self.global_id


class Supposition:
    """A supposition for one answer.

    Attributes
    ----------
    kind : {"block", "unblock", "stuck", "set"}
        ``stuck`` is a valve that cannot be operated: it does not block.
    attribute, value : str
        For ``set``.
    """

    def __init__(self, kind, global_id, label, x, y, attribute="", value=""):
        self.kind, self.global_id, self.label, self.x, self.y = kind, global_id, label, x, y
        self.attribute, self.value = attribute, value


class Question:
    """A question.

    Attributes
    ----------
    type : str
    domain_network, tier, target_tier : str
        Empty if the starts determine it.
    configuration : str
        The name of the saved configuration that is the base; empty for the tier's definition.
    conditions : list of Row
        The condition barriers.
    function_barriers : list of str
    replaces : bool
        Whether they replace those of the tier or the configuration instead of supplementing them.
    """

    def __init__(self):
        self.type = "connected"
        self.domain_network = self.tier = self.target_tier = self.configuration = ""
        self.places = []
        self.suppositions = []
        self.conditions = []
        self.function_barriers = []
        self.replaces = False
        self.filter_conditions = []
        self.functions = []
        self.included = []
        self.excluded = []
        self.cost = ""
        self.is_digitized = False
        self.indeterminate = ""
        self.tells_dead_ends = False

    def configuration_options(self):
        """The question without places and suppositions, as keyword arguments: the content of a configuration."""
        options = {}
        if self.domain_network:
            options["domain_network"] = self.domain_network
        if self.tier:
            options["tier"] = self.tier
        if self.configuration:
            options["config"] = self.configuration
        if self.target_tier:
            options["target_tier"] = self.target_tier
        if self.replaces:
            options["no_tier_conditions"] = True
        condition = written(self.conditions)
        if condition:
            options["condition"] = [condition]
        if self.function_barriers:
            options["function_barrier"] = list(self.function_barriers)
        filters = written(self.filter_conditions)
        if filters:
            options["filter_condition"] = [filters]
        if self.functions:
            options["function"] = list(self.functions)
        if self.included:
            options["include"] = list(self.included)
        if self.excluded:
            options["exclude"] = list(self.excluded)
        if self.cost:
            options["cost"] = self.cost
        if self.is_digitized:
            options["digitized_direction"] = True
        return options

    def options(self):
        """The question as keyword arguments of ``geosnap.Network.trace``."""
        options = {}
        for name, role in (("start", "start"), ("barrier", "barrier"), ("filter_barrier", "filterBarrier")):
            words = [place.word for place in self.places if place.role == role]
            if words:
                options[name] = words
        options.update(self.configuration_options())
        if self.indeterminate:
            options["indeterminate"] = self.indeterminate
        for name, kinds in (("block", ("block",)), ("unblock", ("unblock", "stuck"))):
            words = [one.global_id for one in self.suppositions if one.kind in kinds]
            if words:
                options[name] = words
        sets = [f"{one.global_id}.{one.attribute}={one.value}" for one in self.suppositions if one.kind == "set"]
        if sets:
            options["set"] = sets
        if self.tells_dead_ends:
            options["explain"] = True
        return options

    def words(self):
        """The question in the words of the command, without the network."""
        return ["trace", "--type", self.type, *words(self.options())]

    def command_line(self, path):
        """The question as a command line."""
        verb, *rest = self.words()
        return shlex.join(["geosnap", verb, path, *rest])


def words(options):
    """Keyword arguments in the words of the command."""
    found = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, list) else [value]:
            found += [option] if one is True else [option, str(one)]
    return found
