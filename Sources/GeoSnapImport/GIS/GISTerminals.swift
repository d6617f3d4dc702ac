internal import GeoSnap

/// Assigns the terminals of devices to the ends of lines for which the mapping names no field.
///
/// A line ends at the one terminal that rules name for its asset type at the device. Else a line towards a device ends
/// at its upstream terminal, a line away from it at the other. When both lines have the same direction, the first row
/// gets the first terminal. A terminal that the mapping or a rule names at the device is not given to another line.
struct GISTerminals {
  let rules: GISRules
  let points: GISPoints
  let mapping: GISMapping
  /// The terminals that rules name for a line and a device; empty for all.
  private let allowed: (AssetTypeID, AssetTypeID) -> Set<Int>
  /// The devices whose terminals cannot be determined.
  private(set) var ambiguous: [String] = []
  /// The ends for which the mapping names a terminal that the point there does not have.
  private(set) var unknown: [(line: Int, terminal: Int, point: Int)] = []

  init(_ rules: GISRules, _ made: [NetworkRule], points: GISPoints, mapping: GISMapping) {
    self.rules = rules
    allowed = GISRules.terminals(made)
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
    let areNamed = mapping.layers.contains { $0.fromTerminal != nil || $0.toTerminal != nil }
    guard areNamed || counts.contains(where: { $0.contains { $0 > 1 } }) else { return }
    var ends: [Int: [End]] = [:]
    var named: [Int: Set<Int>] = [:]
    for position in features.layers.indices {
      let lines = features.layers[position]
      let layer = mapping.layers[lines.layer]
      guard layer.usage == .line else { continue }
      for (row, number) in features.numbers(position).enumerated() {
        guard let coordinates = features.geometry(number)?.coordinates,
          let last = coordinates.indices.last
        else { continue }
        for end in LinkEnd.allCases {
          let terminal = lines.terminal(row, end).map { Int($0) }
          let field = end == .start ? layer.fromTerminal : layer.toTerminal
          if field != nil && terminal == nil { continue }
          let index = end == .start ? 0 : last
          let found = points.at(
            coordinates[index],
            z: coordinates.z(at: index),
            domain: layer.domain ?? ""
          ).map(points.feature)
          if let terminal, let first = found.first,
            !found.contains(where: { has(terminal, features.assetType($0)) })
          {
            unknown.append((number, terminal, first))
          }
          for device in found where rules.terminals(of: features.assetType(device)).count > 1 {
            let ruled = allowed(features.assetType(number), features.assetType(device))
            if let terminal {
              named[device, default: []].insert(terminal)
            } else if ruled.count == 1, let only = ruled.first {
              named[device, default: []].insert(only)
              features.setTerminal(number, end, Int64(only))
            } else {
              ends[device, default: []].append(End(line: number, end: end))
            }
          }
        }
      }
    }
    for (device, ends) in ends.orderedByNumber(\.key) {
      let terminals = rules.terminals(of: features.assetType(device))
        .orderedByNumber(\.id).orderedByNumber { $0.isUpstream ? 0 : 1 }
      var free = terminals.map(\.id).filter { named[device]?.contains($0) != true }
      // A line that ends here comes first, in the direction of flow.
      let ordered = ends.filter { $0.end == .end } + ends.filter { $0.end == .start }
      let isClear = ends.count == free.count || free.count == terminals.count && ends.count <= 2
      if free.count > 1, ordered.count == 1, ordered[0].end == .start { free.swapAt(0, 1) }
      let areAllowed = zip(ordered, free).allSatisfy { end, terminal in
        let ruled = allowed(features.assetType(end.line), features.assetType(device))
        return ruled.isEmpty || ruled.contains(terminal)
      }
      guard isClear, areAllowed else {
        ambiguous.append(features.origin(device))
        continue
      }
      for (end, terminal) in zip(ordered, free) {
        features.setTerminal(end.line, end.end, Int64(terminal))
      }
    }
  }

  /// Whether an asset type has a terminal; without a configuration it has only terminal 1.
  private func has(_ terminal: Int, _ type: AssetTypeID) -> Bool {
    let known = rules.terminals(of: type)
    return known.isEmpty ? terminal == 1 : known.contains { $0.id == terminal }
  }
}
