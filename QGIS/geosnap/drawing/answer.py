"""The result of snapping at a pointer position."""

ALLOWED, LIMITED, PREVENTED = "allowed", "limited", "prevented"


class Place:
    """A place that the pointer may go to, or a refused place.

    Attributes
    ----------
    x, y : float
        The position in the network's reference system.
    kind : str
        Which part of the feature it is: a name of ``geosnap.results.KINDS``.
    permission : {"allowed", "limited", "prevented"}
        Allowed: no rule applies. Limited: a rule allows it. Prevented: a rule refuses it.
    feature : tuple of int
        The table and the row of the feature, valid until the network changes.
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
        """What a mark displays: equal for all places that look alike."""
        return self.kind, self.permission

    def is_same(self, other):
        """Whether another place is on the same feature and of the same kind."""
        return other is not None and self.feature == other.feature and self.looks == other.looks
