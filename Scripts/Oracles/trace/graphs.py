"""What networkx says of links between nodes: the definitions of flow, loops and ways, read plainly."""

from collections import namedtuple

import networkx

# One way: only from start to end.
Link = namedtuple("Link", "name start end length one_way", defaults=(0.0, False))


def multigraph(nodes, links):
    graph = networkx.MultiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((link.start, link.end, link.name) for link in links)
    return graph


def digraph(nodes, links):
    """Both ways of each link, or its one."""
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(nodes)
    for link in links:
        graph.add_edge(link.start, link.end, link.name)
        if not link.one_way:
            graph.add_edge(link.end, link.start, link.name)
    return graph


class Flow:
    """Which ways each link can carry flow: from u to v when it permits it and u is reached from a
    controller (or, towards sinks, v reaches one) in the graph without the link."""

    def __init__(self, nodes, links, controllers, sinks=False):
        self.ways = {}
        graph = digraph(nodes, links)
        if sinks:
            graph = graph.reverse(copy=True)
        root = ("controllers",)
        graph.add_edges_from((root, controller, "root") for controller in controllers)
        self.fed = networkx.descendants(graph, root)
        joined = multigraph(nodes, links)
        joined.add_edges_from((root, controller, "root") for controller in controllers)
        self.root, self.blocks = root, list(networkx.biconnected_components(joined))
        bridges = None
        if not any(link.one_way for link in links) and len(links) > 500:
            bridges = self.bridges(nodes, links, controllers, root)
        for link in links:
            if bridges is not None and link.name not in bridges:
                found = {link.start, link.end} & self.fed and self.both(link)
            else:
                found = self.without(graph, root, link)
            for u, v in found or ():
                self.ways.setdefault(link.name, set()).add((v, u) if sinks else (u, v))

    def both(self, link):
        return {(link.start, link.end), (link.end, link.start)}

    def bridges(self, nodes, links, controllers, root):
        """Links without which something is cut off; only for these a search is needed."""
        graph = multigraph(nodes, links)
        graph.add_edges_from((root, controller, "root") for controller in controllers)
        simple = networkx.Graph(graph)
        single = {frozenset(edge) for edge in networkx.bridges(simple)}
        return {link.name for link in links if link.start != link.end
                and frozenset((link.start, link.end)) in single
                and graph.number_of_edges(link.start, link.end) == 1}

    def without(self, graph, root, link):
        directions = [(u, v) for u, v in self.both(link) if graph.has_edge(u, v, link.name)]
        graph.remove_edges_from([(u, v, link.name) for u, v in directions])
        reached = networkx.descendants(graph, root)
        graph.add_edges_from((u, v, link.name) for u, v in directions)
        return [(u, v) for u, v in directions if u in reached]

    def path_blocks(self, start):
        """The biconnected blocks on the way from a start to the controllers, as sets of nodes."""
        tree = networkx.Graph()
        for number, block in enumerate(self.blocks):
            tree.add_edges_from((number, ("node", node)) for node in block)
        way = networkx.shortest_path(tree, ("node", start), ("node", self.root))
        return [self.blocks[place] for place in way if isinstance(place, int)]

    def walk(self, start, direction, mode="edge"):
        """The nodes up- or downstream, the start among them. Links that can carry flow both ways are
        passed both ways (edge), only in blocks on the way to the controllers (path), or not (none)."""
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


def loops(nodes, links, start):
    """The nodes at links that are no bridges, of the part where the start is."""
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
    """The length of the shortest way to each node, and the nodes for which one-way links matter."""
    plain, directed = (networkx.single_source_dijkstra_path_length(
        lengths(nodes, links, way), start) for way in (False, True))
    return plain, [node for node in plain if directed.get(node) != plain[node]]


def only_path(nodes, links, start, goal):
    """The nodes of the shortest way; None where there are several or one-way links matter."""
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
