"""The content of a container, including the content of containers in it."""

MOST = 2000
"""The maximum number of listed features."""


class Content:
    """A feature in a container.

    Attributes
    ----------
    global_id, source, row, origin, asset_group, asset_type : str or int
        As in ``geosnap container --json``.
    name : str
        Its name, else its origin, else empty.
    content : list of Content
        The features it contains.
    """

    def __init__(self, document, name=""):
        self.global_id = document.get("globalID")
        self.source = document["source"]
        self.row = document.get("row")
        self.origin = document.get("origin") or ""
        self.asset_group = document.get("assetGroup") or ""
        self.asset_type = document.get("assetType") or ""
        self.name = name or self.origin
        self.content = []

    @property
    def kind(self):
        """Asset group and asset type, for display."""
        if self.asset_type in ("", self.asset_group, "Unknown"):
            return self.asset_group or self.source
        return f"{self.asset_group} / {self.asset_type}"

    @property
    def label(self):
        """Its kind and its name."""
        return f"{self.kind} {self.name}".strip()

    def all(self):
        """All features in it, on all levels."""
        for one in self.content:
            yield one
            yield from one.all()


class Container:
    """An opened container.

    Attributes
    ----------
    feature : Content
        The container with its content.
    document : dict
        The output of ``geosnap container --json``.
    holders : list of str
        The global ids of the containers that contain it.
    is_cut : bool
        Whether it contains more than is listed.
    """

    def __init__(self, feature, document, holders, is_cut):
        self.feature = feature
        self.document = document
        self.holders = holders
        self.is_cut = is_cut


def read(kernel, global_id):
    """Reads the content of a container; called in the background."""
    document = kernel.container(global_id)
    feature = _named(kernel, [document["container"]])[0]
    count = 0
    # Each feature is opened once: containers of a damaged file may contain each other.
    seen = {feature.global_id}
    waiting = [(feature, document)]
    while waiting:
        holder, answer = waiting.pop(0)
        for one in _named(kernel, answer["content"]):
            if count >= MOST:
                return Container(feature, document, holders(kernel, global_id), True)
            count += 1
            holder.content.append(one)
            if one.global_id and one.global_id not in seen:
                seen.add(one.global_id)
                inner = kernel.container(one.global_id)
                if inner["content"]:
                    waiting.append((one, inner))
    return Container(feature, document, holders(kernel, global_id), False)


def holders(kernel, global_id):
    """The global ids of the containers that contain a feature."""
    return [
        one["from"]["globalID"] for one in _containments(kernel, global_id) if one["to"]["globalID"] == global_id
    ]


def holder_of(kernel, global_ids):
    """The container for clicked features, and which of the features is in it.

    Returns
    -------
    (str, str or None) or None
        The global id of a container, and of the feature in it; None if no feature is a container or in one.
    """
    for global_id in global_ids:
        if not global_id:
            continue
        containments = _containments(kernel, global_id)
        if any(one["from"]["globalID"] == global_id for one in containments):
            return global_id, None
        if containments:
            return containments[0]["from"]["globalID"], global_id
    return None


def _containments(kernel, global_id):
    return kernel.ask("associations", "--element", global_id, "--kind", "containment", "--json")["associations"]


def _named(kernel, documents):
    found = []
    for document in documents:
        features = kernel.named(document["globalID"]) if document.get("globalID") else ()
        found.append(Content(document, kernel.texts(features, "name")[0] if len(features) else ""))
    return found
