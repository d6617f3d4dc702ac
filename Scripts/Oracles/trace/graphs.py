"""Plain implementations with networkx of the definitions of flow, loops and paths."""

from collections import namedtuple

import networkx

# One way: only from start to end.
Link = namedtuple("Link", "name start end length one_way", defaults=(0.0, False))
# Connects all controllers.
ROOT = ("controllers",)


def multigraph(nodes, links):
    graph = networkx.MultiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((link.start, link.end, link.name) for link in links)
    return graph


def digraph(nodes, links):
    """Both directions of each link, or its only one."""
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(nodes)
    for link in links:
        graph.add_edge(link.start, link.end, link.name)
        if not link.one_way:
            graph.add_edge(link.end, link.start, link.name)
    return graph


class Flow:
    """The directions in which each link can carry flow: from u to v if it permits it and u is reached from a
    controller (or, towards sinks, v reaches one) in the graph without the link."""

    def __init__(self, nodes, links, controllers, sinks=False):
        # Towards sinks all directions are reversed.
        self.following = {node: [] for node in nodes}
        permitted = {}
        for link in links:
            ways = {(link.start, link.end)}
            if not link.one_way:
                ways.add((link.end, link.start))
            permitted[link.name] = {(v, u) for u, v in ways} if sinks else ways
            for u, v in permitted[link.name]:
                self.following[u].append((v, link.name))
        self.controllers = set(controllers)
        self.fed = self.reached(None)
        self.ways = {}
        for name, ways in permitted.items():
            reached = self.reached(name)
            found = {(v, u) if sinks else (u, v) for u, v in ways if u in reached}
            if found:
                self.ways[name] = found
        joined = multigraph(nodes, links)
        joined.add_edges_from((ROOT, controller) for controller in self.controllers)
        self.blocks = list(networkx.biconnected_components(joined))

    def reached(self, without):
        """The nodes that the controllers feed without a link."""
        seen, stack = set(self.controllers), list(self.controllers)
        while stack:
            for node, name in self.following[stack.pop()]:
                if name != without and node not in seen:
                    seen.add(node)
                    stack.append(node)
        return seen

    def path_blocks(self, start):
        """The biconnected blocks on the path from a start to the controllers, as sets of nodes."""
        tree = networkx.Graph()
        for number, block in enumerate(self.blocks):
            tree.add_edges_from((number, ("node", node)) for node in block)
        way = networkx.shortest_path(tree, ("node", start), ("node", ROOT))
        return [self.blocks[place] for place in way if isinstance(place, int)]

    def walk(self, start, direction, mode="edge"):
        """The nodes up- or downstream, including the start. Links that can carry flow in both directions are passed
        in both (edge), only in blocks on the path to the controllers (path), or not (none)."""
        following, kept = {}, self.path_blocks(start) if mode == "path" else []
        for ways in self.ways.values():
            ends = set(next(iter(ways)))
            if len(ways) == 1 or mode == "edge" or any(ends <= block for block in kept):
                for u, v in ways:
                    a, b = (v, u) if direction == "upstream" else (u, v)
                    following.setdefault(a, set()).add(b)
        seen, stack = {start}, [start]
        while stack:
            for node in following.get(stack.pop(), ()):
                if node not in seen:
                    seen.add(node)
                    stack.append(node)
        return seen


class Flows:
    """The flow for a start: from the controllers that feed it only.

    A one-way link has a device between two lines, as in networks: the flow directions of each line are determined
    separately."""

    def __init__(self, nodes, links, controllers, sinks=False):
        self.own, self.controllers, self.sinks = set(nodes), list(controllers), sinks
        self.nodes, self.links = list(nodes), []
        for link in links:
            if not link.one_way:
                self.links.append(link)
                continue
            ends = link.start, ("in", link.name), ("out", link.name), link.end
            self.nodes += ends[1:3]
            self.links += [Link((link.name, place), *ends[place:place + 2], 0.0, place == 1)
                           for place in range(3)]
        self.before = digraph(self.nodes, self.links)
        if not sinks:
            self.before = self.before.reverse()
        self.fed = self.found(self.controllers) & self.own
        self.flows = {}

    def found(self, controllers):
        after = self.before.reverse()
        return set().union(*(networkx.descendants(after, c) | {c} for c in controllers))

    def walk(self, start, direction, mode="edge"):
        """The nodes up- or downstream, including the start, as in Flow.walk."""
        feeding = (networkx.descendants(self.before, start) | {start}) & set(self.controllers)
        key = frozenset(feeding)
        if key not in self.flows:
            self.flows[key] = Flow(self.nodes, self.links, feeding, self.sinks)
        return self.flows[key].walk(start, direction, mode) & self.own


def loops(nodes, links, start):
    """The nodes at links that are no bridges, in the part with the start."""
    graph = multigraph(nodes, links)
    part = networkx.node_connected_component(graph, start)
    simple = networkx.Graph(graph.subgraph(part))
    single = {frozenset(edge) for edge in networkx.bridges(simple)}
    found = set()
    for u, v in graph.subgraph(part).edges():
        if u == v or frozenset((u, v)) not in single or graph.number_of_edges(u, v) > 1:
            found |= {u, v}
    return found


def lengths(nodes, links, directed=False):
    """The graph with the shortest of parallel links."""
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(nodes)
    for link in links:
        ways = [(link.start, link.end)]
        if directed and not link.one_way:
            ways.append((link.end, link.start))
        for u, v in ways:
            if u != v and (not graph.has_edge(u, v) or link.length < graph[u][v]["weight"]):
                graph.add_edge(u, v, weight=link.length)
    return graph


def distances(nodes, links, start):
    """The length of the shortest path to each node, and the nodes for which one-way links matter."""
    plain, directed = (networkx.single_source_dijkstra_path_length(
        lengths(nodes, links, way), start) for way in (False, True))
    return plain, [node for node in plain if directed.get(node) != plain[node]]


def only_path(nodes, links, start, goal):
    """The nodes of the shortest path; None if there are several or one-way links matter."""
    found = []
    for directed in (False, True):
        graph = lengths(nodes, links, directed)
        if not networkx.has_path(graph, start, goal):
            return None
        ways = networkx.shortest_simple_paths(graph, start, goal, "weight")
        best, second = next(ways), next(ways, None)
        if second and networkx.path_weight(graph, second, "weight") < 1e-6 + networkx.path_weight(
                graph, best, "weight"):
            return None
        found.append(best)
        if not any(link.one_way for link in links):
            break
    return found[0] if found[0] == found[-1] else None
