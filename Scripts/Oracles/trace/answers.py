"""The format of the files with questions and answers that all scripts of this folder write.

One file holds one network and the answers of a third-party tool about it:

    {"network": {"import": [VERB, FILE, OPTION...], "file": FILE.gpkg},
     "tool": "pandapower 3.3.3",
     "nodes": ["bus/17", ...],
     "questions": [{"command": [VERB, ARGUMENT...], "answer": {...}}, ...]}

`network.import` has the arguments of `geosnap import` for the network (the name of the new file comes after FILE;
FILE is relative to the repository). A question is `geosnap VERB NETWORK ARGUMENT... --json`.

`nodes` are all places that are compared: origins, with related ones next to each other. A SET in an answer is a text
of positions in that list, such as "0-17 25"; the empty set is "". Members of an answer are those of the printed JSON:

    disconnected   SET      nodes among `disconnected` of `subnetworks`
    subnetworks    {NAME: SET}  nodes of each subnetwork, by the origin of its controller
    features       SET      nodes among the features of a trace
    controllers    [ORIGIN] features of a trace that are controllers
    distances      {"nodes": SET, "values": [NUMBER]}  metres, in the order of the set; others unreached
    error          CODE     the trace fails with it
    reached        true or false, of `why`
    segments       [{"nodes": SET, "valves": [ORIGIN]}]  of `segments`; those with neither are left out
    region         SET      nodes in `isolation.region`
    boundary, needed, controllersInside   [ORIGIN] of `isolation`
    phases         text with a digit for each of `nodes`: the phases that are supplied, A = 4, B = 2,
                   C = 1: of `elements[].propagated`, 0 where a node is not in the result
    lost           {"A": SET, "B": SET, "C": SET}  nodes that have lost a phase which they had in
                   `phases` of the first question; phases without such nodes are left out
    unclear        SET      nodes that this question does not compare

Other members are not compared. Elements that are no nodes (stubs of lines, open switches) are in a result or not;
they are not compared.
"""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]


def origin(table, name):
    """An origin in the form of imports."""
    name = str(name)
    for character in "%;#@":
        name = name.replace(character, f"%{ord(character):02X}")
    return f"{table}/{name}"


class Answers:
    """The questions about one network."""

    def __init__(self, importing, file, tool, nodes):
        self.network = {"import": importing, "file": file}
        self.tool = tool
        self.nodes = list(nodes)
        self.position = {node: index for index, node in enumerate(self.nodes)}
        self.questions, self.asked = [], {}

    def set(self, names):
        """The text for a set of nodes."""
        ranges = []
        for position in sorted(self.position[name] for name in names):
            if ranges and ranges[-1][1] == position - 1:
                ranges[-1][1] = position
            elif not ranges or ranges[-1][1] != position:
                ranges.append([position, position])
        return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)

    def ask(self, *command, **answer):
        """Adds a question whose sets are texts already; equal questions are added once."""
        if self.asked.setdefault(command, answer) != answer:
            raise SystemExit(f"two answers to {' '.join(command)}")
        if self.asked[command] is answer:
            self.questions.append({"command": list(command), "answer": answer})

    def distances(self, values, unclear=()):
        """An answer with the distance of each node in a dictionary."""
        reached = sorted(values, key=self.position.get)
        answer = {"distances": {"nodes": self.set(reached),
                                "values": [round(values[node], 6) for node in reached]}}
        if unclear:
            answer["unclear"] = self.set(unclear)
        return answer

    def write(self, path):
        members = [
            f'"network":{json.dumps(self.network)}', f'"tool":{json.dumps(self.tool)}',
            f'"nodes":{json.dumps(self.nodes, separators=(",", ":"))}',
            '"questions":[\n' + ",\n".join(
                json.dumps(question, separators=(",", ":")) for question in self.questions) + "\n]"]
        path = pathlib.Path(path)
        path.write_text("{" + ",\n".join(members) + "}\n", encoding="utf-8")
        print(f"{path.name}: {len(self.questions)} questions, {path.stat().st_size // 1000} kB")


def tree_order(graph, roots):
    """The nodes of a graph, each followed by those behind it, the largest part first, so that paths to a root and the
    part behind a node are few ranges."""
    order, parents = [], {}
    for root in [*roots, *graph.nodes]:
        if root in parents:
            continue
        parents[root] = None
        reached = [root]
        for node in reached:
            for neighbour in sorted(graph.neighbors(node), key=str):
                if neighbour not in parents:
                    parents[neighbour] = node
                    reached.append(neighbour)
        sizes, behind = dict.fromkeys(reached, 1), {}
        for node in reversed(reached):
            if parents[node] is not None:
                sizes[parents[node]] += sizes[node]
                behind.setdefault(parents[node], []).append(node)
        stack = [root]
        while stack:
            node = stack.pop()
            order.append(node)
            stack.extend(sorted(behind.get(node, ()), key=lambda n: (sizes[n], str(n))))
    return order
