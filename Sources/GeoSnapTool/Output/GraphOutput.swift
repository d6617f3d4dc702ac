import GeoSnap

/// A contracted graph as JSON and as text.
struct GraphOutput {
  private let graph: ContractedGraph

  init(_ graph: ContractedGraph) { self.graph = graph }

  var document: JSONValue {
    .object([
      "nodes": .array(graph.nodes.map { .object(["origin": .string($0.origin)]) }),
      "links": .array(
        graph.links.map { link in
          .object([
            "origin": .string(link.origin), "from": .string(graph.nodes[link.from].origin),
            "to": .string(graph.nodes[link.to].origin),
            "via": JSONValue(link.via), "conducting": .bool(link.isConducting),
            "enabled": .bool(link.isEnabled),
          ])
        }
      ),
    ])
  }

  var lines: [String] {
    ["\(graph.nodes.count) nodes, \(graph.links.count) links"]
      + graph.links.map { link in
        let way = "\(graph.nodes[link.from].origin) - \(graph.nodes[link.to].origin)"
        let via = link.via.isEmpty ? "" : " via \(link.via.joined(separator: ", "))"
        let state = link.isConducting ? "" : link.isEnabled ? ", barred" : ", out of service"
        return "\(link.origin): \(way)\(via)\(state)"
      }
  }
}
