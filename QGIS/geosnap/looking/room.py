"""Inspecting a network: associations, containers, subnetworks, supply, and validation."""

from .associations import Associations
from .containers import Containers
from .subnetworks import Subnetworks
from .validation import Validation
from .whys import Whys


class Room:
    """Inspecting a network.

    Attributes
    ----------
    associations : Associations
    containers : Containers
    subnetworks : Subnetworks
    whys : Whys
    validation : Validation
    """

    def __init__(self, desk):
        self.desk = desk
        self.associations = Associations(desk)
        self.containers = Containers(desk)
        self.subnetworks = Subnetworks(desk)
        self.whys = Whys(desk)
        self.validation = Validation(desk)

    def unload(self):
        """Removes all tools and panels."""
        for one in (self.validation, self.whys, self.subnetworks, self.containers, self.associations):
            one.unload()
