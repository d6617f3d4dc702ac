internal import GeoSnap

/// Assigns the terminals of devices to the ends of lines for which the mapping names no field.
///
/// A line towards a device ends at its upstream terminal, a line away from it at the other. When both lines have the
/// same direction, the first row gets the first terminal.
struct GISTerminals {
  let rules: GISRules
  let points: GISPoints
  let mapping: GISMapping
  /// The devices whose terminals cannot be determined.
  private(set) var ambiguous: [String] = []

  init(rules: GISRules, points: GISPoints, mapping: GISMapping) {
    self.rules = rules
    self.points = points
    self.mapping = mapping
  }

  private struct End {
    var line: Int
    var end: LinkEnd
  }

  mutating func assign(to features: inout GISFeatures) {
    // Returns early for layers whose devices all have a single terminal, which is the usual case.
    let counts = features.layers.map { layer in
      layer.assetTypes.map { $0.map { rules.terminals(of: $0).count } ?? 0 }
    }
    guard counts.contains(where: { $0.contains { $0 > 1 } }) else { return }
    var ends: [Int: [End]] = [:]
    for position in features.layers.indices {
      let layer = mapping.layers[features.layers[position].layer]
      guard layer.usage == .line else { continue }
      for number in features.numbers(position) {
        guard let coordinates = features.geometry(number)?.coordinates,
          let last = coordinates.indices.last
        else { continue }
        for end in LinkEnd.allCases {
          if (end == .start ? layer.fromTerminal : layer.toTerminal) != nil { continue }
          let index = end == .start ? 0 : last
          let found = points.at(
            coordinates[index],
            z: coordinates.z(at: index),
            domain: layer.domain ?? ""
          )
          for device in found.map(points.feature)
          where rules.terminals(of: features.assetType(device)).count > 1 {
            ends[device, default: []].append(End(line: number, end: end))
          }
        }
      }
    }
    for (device, ends) in ends.orderedByNumber(\.key) {
      let terminals = rules.terminals(of: features.assetType(device))
        .orderedByNumber(\.id).orderedByNumber { $0.isUpstream ? 0 : 1 }
      guard ends.count <= terminals.count, ends.count <= 2 || ends.count == terminals.count else {
        ambiguous.append(features.origin(device))
        continue
      }
      // A line that ends here comes first, in the direction of flow.
      let ordered = ends.filter { $0.end == .end } + ends.filter { $0.end == .start }
      for (position, end) in ordered.enumerated() {
        let isLoneStart = ordered.count == 1 && end.end == .start
        let terminal = terminals[isLoneStart ? 1 : position].id
        features.setTerminal(end.line, end.end, Int64(terminal))
      }
    }
  }
}
