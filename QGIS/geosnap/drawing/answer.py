"""What snapping answers to a position of the pointer."""

ALLOWED, LIMITED, PREVENTED = "allowed", "limited", "prevented"


class Place:
    """A place that the pointer may go to, or one that is refused.

    Attributes
    ----------
    x, y : float
        Where, in the reference system of the network.
    kind : str
        What it is of a feature: a name of ``geosnap.results.KINDS``.
    permission : {"allowed", "limited", "prevented"}
        Allowed: no rule counts there. Limited: a rule allows it. Prevented: it is refused.
    feature : tuple of int
        The table and the row of the feature, good until the network changes.
    """

    __slots__ = ("x", "y", "kind", "permission", "feature")

    def __init__(self, x, y, kind, permission, feature):
        self.x = x
        self.y = y
        self.kind = kind
        self.permission = permission
        self.feature = feature

    @property
    def is_refused(self):
        return self.permission == PREVENTED

    @property
    def looks(self):
        """What a mark shows of it: the same for all places that look alike."""
        return self.kind, self.permission

    def is_same(self, other):
        """Whether another place is of the same feature, and of the same kind."""
        return other is not None and self.feature == other.feature and self.looks == other.looks
