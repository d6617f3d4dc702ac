import Foundation
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
    let data = try Data(contentsOf: Self.folder.appendingPathComponent("Answers/\(name).json"))
    try self.init(data)
  }

  init(_ data: Data) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
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
      return Layer(
        links: Dictionary(
          uniqueKeysWithValues: valves.map { ($0["origin"] ?? "", $0["link"] ?? "") }
        ),
        segments: Set(segments.map(Set.init))
      )
    }
    directions = (root["directions"] as? [[String: Any]] ?? []).map {
      ($0["start"] as? String ?? "", $0["upstream"] as? Int ?? -1, $0["downstream"] as? Int ?? -1)
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the examples.
  static func example(_ path: String) throws -> [UInt8] {
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: root.appendingPathComponent("Examples/\(path)")))
  }
}
