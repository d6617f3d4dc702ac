import GeoSnap

/// The terminals of junctions and the ends of lines of a finished network, joined where an association or a common
/// place joins them.
///
/// Written without any of the importers' parts, from the finished features alone.
struct Contacts {
  /// A terminal of a junction, or 0 and 1 for the ends of a line.
  struct Part: Hashable {
    let feature: GlobalID
    let part: Int
  }

  private(set) var features: [(row: FeatureRow, parts: [Part])] = []
  /// Points that stand on one another or within lines they do not belong to.
  private(set) var mistakes: [String] = []
  private(set) var groups = Groups<Part>()
  private var points: [Coordinate: (id: GlobalID, terminals: [Int])] = [:]

  /// `keepsEnds`: whether ends that miss their node were left where they are, even on one another;
  /// `split`: whether a feature parts what associations join to its only terminal.
  init(
    _ network: UtilityNetwork,
    keepsEnds: Bool = false,
    split: (FeatureRow) -> Bool = { _ in false },
    of takesPart: (FeatureRow) -> Bool
  ) {
    var contacts: [GlobalID: [Part]] = [:]
    for row in network.rows where takesPart(row) {
      let terminals = row.isEdge ? [0, 1] : row.terminals
      features.append((row, terminals.map { Part(feature: row.id, part: $0) }))
      guard !row.isEdge else { continue }
      if split(row) { contacts[row.id] = [] }
      if let place = row.places.first, points.updateValue((row.id, terminals), forKey: place) != nil
      {
        mistakes.append("Two points stand at \(place).")
      }
    }
    for (row, _) in features where row.isEdge { joinEnds(row) }
    func contact(_ id: GlobalID, _ part: Int) -> Part {
      guard let former = contacts[id] else { return Part(feature: id, part: part) }
      let new = Part(feature: id, part: 100 + former.count)
      contacts[id] = former + [new]
      return new
    }
    for association in network.associations where association.kind.isConnectivity {
      let to =
        switch association.kind {
        case .junctionEdgeToConnectivity: 0
        case .junctionEdgeFromConnectivity: 1
        default: association.to.terminalID ?? 1
        }
      groups.join(
        contact(association.from.globalID, association.from.terminalID ?? 1),
        contact(association.to.globalID, to)
      )
    }
    features = features.map { ($0.row, contacts[$0.row.id] ?? $0.parts) }
    findTouching(network, keepsEnds)
  }

  private mutating func joinEnds(_ row: FeatureRow) {
    let places = row.places
    guard let first = places.first, let last = places.last else { return }
    for (part, place, name) in [(0, first, "FROMDEVICETERMINAL"), (1, last, "TODEVICETERMINAL")] {
      guard let point = points[place] else { continue }
      var terminal = point.terminals[0]
      if point.terminals.count > 1 {
        if let named = row.integer(name) {
          terminal = Int(named)
        } else {
          mistakes.append("\(row.origin) ends at \(point.id) and names no terminal.")
        }
      }
      groups.join(Part(feature: row.id, part: part), Part(feature: point.id, part: terminal))
    }
  }

  /// What could connect but is not meant to keeps more than the tolerance apart: points, ends where no point stands,
  /// and vertices of lines that connect at any.
  private mutating func findTouching(_ network: UtilityNetwork, _ keepsEnds: Bool) {
    var places: [(place: Coordinate, row: FeatureRow)] = []
    let rows = network.rows
    let points = Set(rows.filter { !$0.isEdge }.compactMap(\.places.first))
    for row in rows {
      let all = row.places
      if all.count == 1 {
        places.append((all[0], row))
      } else if row.isEdge {
        if row.assetType?.type.connectivityPolicy == .anyVertex {
          places += all.dropFirst().dropLast().map { ($0, row) }
        }
        let ends = keepsEnds ? [] : [all.first, all.last].compactMap(\.self)
        places += ends.filter { !points.contains($0) }.map { ($0, row) }
      }
    }
    let tolerance = network.coincidenceTolerance.xy
    places.sort { $0.place.x < $1.place.x }
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...] {
        if second.place.x - first.place.x > tolerance { break }
        if first.row.id != second.row.id, first.place.distance(to: second.place) <= tolerance {
          mistakes.append("\(first.row.origin) and \(second.row.origin) touch at \(first.place).")
        }
      }
    }
  }

  mutating func join(_ parts: [Part]) { groups.join(all: parts) }

  func root(_ part: Part) -> Part { groups.root(part) }

  /// The origin of the node in each group; two in one are a mistake.
  mutating func nodes(_ nodes: [(part: Part, origin: String)]) -> [Part: String] {
    var nodeAt: [Part: String] = [:]
    for node in nodes {
      if let other = nodeAt.updateValue(node.origin, forKey: root(node.part)), other != node.origin
      {
        mistakes.append("\(node.origin) and \(other) became one.")
      }
    }
    return nodeAt
  }
}
