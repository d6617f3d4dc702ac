"""The types of trace: their purpose and their options."""

from ..kernel.texts import tr


class TraceType:
    """A type of trace.

    Attributes
    ----------
    name : str
        The name in the command.
    options : frozenset of str
        Its options in addition to starts, barriers and conditions.
    needs_tier : bool
        Whether it works on subnetworks, which only a domain network with tiers has.
    """

    def __init__(self, name, label, sentence, options=(), needs_tier=True, starts=1):
        self.name = name
        self.label = label
        self.sentence = sentence
        self.options = frozenset(options)
        self.needs_tier = needs_tier
        self.starts = starts


def trace_types():
    """All types, in the order of the list."""
    return [
        TraceType(
            "connected", tr("Connected"),
            tr("Finds all elements that are connected to the starts. There are no barriers, unless a tier is chosen."),
            needs_tier=False,
        ),
        TraceType(
            "subnetwork", tr("Subnetwork"),
            tr("Finds the whole subnetwork of the starts: all elements that its controllers reach."),
        ),
        TraceType(
            "upstream", tr("Upstream"),
            tr("Finds the paths from the starts to the controllers that feed them."),
            ("direction",),
        ),
        TraceType(
            "downstream", tr("Downstream"),
            tr("Finds all elements that are fed through the starts."),
            ("direction",),
        ),
        TraceType(
            "isolation", tr("Isolation"),
            tr("Finds the features to shut so that nothing reaches the starts."),
            ("isolated",),
        ),
        TraceType(
            "loops", tr("Loops"),
            tr("Finds the loops near the starts: elements that can be fed from two sides."),
            needs_tier=False,
        ),
        TraceType(
            "shortestPath", tr("Shortest path"),
            tr("Finds the cheapest path between two starts, by the network attribute that is added up."),
            ("cost",), needs_tier=False, starts=2,
        ),
    ]
