"""The types of trace: what each looks for, and what goes with it."""

from ..kernel.texts import tr


class TraceType:
    """A type of trace.

    Attributes
    ----------
    name : str
        As the command has it.
    options : frozenset of str
        What it takes beside starts, barriers and conditions.
    needs_tier : bool
        Whether it asks for subnetworks, which only a domain network with tiers has.
    """

    def __init__(self, name, label, sentence, options=(), needs_tier=True, starts=1):
        self.name = name
        self.label = label
        self.sentence = sentence
        self.options = frozenset(options)
        self.needs_tier = needs_tier
        self.starts = starts


def trace_types():
    """All types, in the order in which they are offered."""
    return [
        TraceType(
            "connected", tr("Connected"),
            tr("Finds all that is joined with the starts. Nothing bars, unless a tier is chosen."), needs_tier=False,
        ),
        TraceType(
            "subnetwork", tr("Subnetwork"),
            tr("Finds the whole subnetwork that the starts are in: all that its controllers reach."),
        ),
        TraceType(
            "upstream", tr("Upstream"),
            tr("Finds the ways from the starts to the controllers that feed them."),
            ("direction",),
        ),
        TraceType(
            "downstream", tr("Downstream"),
            tr("Finds all that is fed by way of the starts."),
            ("direction",),
        ),
        TraceType(
            "isolation", tr("Isolation"),
            tr("Finds what has to be shut so that nothing reaches the starts."),
            ("isolated",),
        ),
        TraceType(
            "loops", tr("Loops"),
            tr("Finds the loops near the starts: what can be fed from two sides."),
            needs_tier=False,
        ),
        TraceType(
            "shortestPath", tr("Shortest path"),
            tr("Finds the cheapest way between two starts, by the network attribute that is added up."),
            ("cost",), needs_tier=False, starts=2,
        ),
    ]
