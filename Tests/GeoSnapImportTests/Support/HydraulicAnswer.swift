import Testing

/// What a third-party tool reads from a network, as a script in Scripts/Oracles stored it.
struct HydraulicAnswer {
  struct Layer {
    /// For each valve its link, by origins.
    let links: [String: String]
    /// The nodes and links that hang together between the valves.
    let segments: Set<Set<String>>
  }

  let nodes: Set<String>
  let links: Set<OriginGraph.Link>
  let layers: [String: Layer]
  /// For each of some nodes how many others lie up- and downstream.
  let directions: [(start: String, upstream: Int, downstream: Int)]

  init(_ name: String) throws {
    let root = try storedAnswer(name)
    let nodes = try #require(root["nodes"] as? [String])
    let links = try #require(root["links"] as? [[String: Any]])
    self.nodes = Set(nodes)
    self.links = try Set(
      links.map { link in
        OriginGraph.Link(
          origin: try #require(link["origin"] as? String),
          from: try #require(link["from"] as? String),
          to: try #require(link["to"] as? String),
          conducts: try #require(link["conducting"] as? Bool)
        )
      }
    )
    try #require(self.nodes.count == nodes.count && self.links.count == links.count)
    layers = try (root["layers"] as? [String: [String: Any]] ?? [:]).mapValues { layer in
      let valves = try #require(layer["valves"] as? [[String: String]])
      let segments = try #require(layer["segments"] as? [[String]])
      let links = valves.map { ($0["origin"] ?? "", $0["link"] ?? "") }
      return Layer(
        links: Dictionary(uniqueKeysWithValues: links),
        segments: Set(segments.map(Set.init))
      )
    }
    directions = (root["directions"] as? [[String: Any]] ?? []).map {
      ($0["start"] as? String ?? "", $0["upstream"] as? Int ?? -1, $0["downstream"] as? Int ?? -1)
    }
  }
}
