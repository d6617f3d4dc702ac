import GeoSnap
import GeoSnapProjection
import GeoSnapStore

/// Draws the associations that a map shows as a user pans and zooms, each once.
struct DisplayAssociations {
  static let symbols = [AssociationKind.attachment: "green dots", .connectivity: "red dots"]
  let state: NetworkState
  private(set) var graphics: [Association] = []

  /// The layers of the map: all but those of subnetwork lines.
  var layers: [String] {
    state.network.definition.sources.filter { $0.usage != .subnetLine }.map(\.name)
  }

  mutating func viewpointChanged(to center: Coordinate, scale: Double) -> String {
    guard scale <= 2_000 else { return "1:\(Int(scale)): too far out" }
    let extent = SnapView(scale: scale).extent(around: center, width: 800, height: 600)
    let found = state.index.associations(in: extent).filter { Self.symbols[$0.kind] != nil }
    let new = Set(found).subtracting(graphics)
    graphics += found.filter(new.contains)
    return "1:\(Int(scale)): \(found.count) associations, \(new.count) of them new"
  }

  /// What a map view draws, in longitude and latitude.
  func geoJSON() throws -> GeoJSONCollection {
    let network = state.network
    let toWGS84 = try CoordinateTransformation(from: network.srid ?? 4326, to: 4326)
    return GeoJSONCollection(
      try graphics.map { association in
        let line = network.geometry(of: association).map { Geometry.lineString($0) }
        return GeoJSONFeature(
          id: .text("\(association.globalID)"),
          geometry: try line.map { try toWGS84.transform($0) },
          properties: ["label": .text(network.describe(association))]
        )
      }
    )
  }

  static func run(_ path: String) async throws -> [String] {
    var sample = Self(state: try await NetworkSession(path).state)
    let station = Coordinate(x: 417_024, y: 5_367_726)
    var lines = ["layers: \(sample.layers.joined(separator: ", "))"]
    lines += [5_000, 2_000, 500].map { sample.viewpointChanged(to: station, scale: $0) }
    lines += symbols.map { kind, symbol in
      "\(sample.graphics.count { $0.kind == kind }) x \(kind.name), \(symbol)"
    }.sorted()
    return lines + sample.graphics.prefix(2).map { sample.state.network.describe($0) }
      + ["\(try sample.geoJSON().features.count) features of GeoJSON"]
  }
}
