import GeoSnap
import GeoSnapIndex
import GeoSnapTopology

/// What is wrong with places and shapes by definition: everything compared with everything.
struct NaiveValidation {
  /// The code, the feature at fault and what it meets.
  struct Finding: Hashable, CustomStringConvertible {
    let code: NetworkErrorCode
    let features: [FeatureID]

    var description: String { "\(code) \(features.map { "\($0.table):\($0.row)" })" }
  }

  private struct Line {
    let feature: FeatureID
    let type: AssetTypeID
    let domain: Int
    let policy: ConnectivityPolicy?
    let path: [Place]
  }

  private struct Junction {
    let feature: FeatureID
    let type: AssetTypeID
    let domain: Int
    let place: Place
  }

  private struct Place {
    let at: Coordinate
    let z: Double?
  }

  private let network: UtilityNetwork
  private let tolerance: CoincidenceTolerance
  private var lines: [Line] = []
  private var junctions: [Junction] = []
  private(set) var findings: Set<Finding> = []

  init(_ network: UtilityNetwork, _ tolerance: CoincidenceTolerance) {
    self.network = network
    self.tolerance = tolerance
    gather()
    let stacked = stacks()
    for junction in junctions where !stacked.contains(junction.feature) {
      for line in lines { meet(junction, line) }
    }
    for line in lines where line.policy != .anyVertex {
      for other in lines where other.type == line.type && other.feature != line.feature {
        ends(of: line, on: other)
      }
    }
  }

  private func near(_ one: Coordinate, _ other: Coordinate) -> Bool {
    one.squaredDistance(to: other) <= tolerance.xy * tolerance.xy
  }

  private func level(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return true }
    return abs(one - other) <= tolerance.z
  }

  private func same(_ one: Place, _ other: Place) -> Bool {
    near(one.at, other.at) && level(one.z, other.z)
  }

  private mutating func gather() {
    for (index, table) in network.tables.enumerated() {
      for (number, domain) in network.definition.domainNetworks.enumerated() {
        for source in domain.sources where source.sourceID == table.sourceID {
          for row in 0..<table.count {
            guard let type = table.assetTypeID(of: row),
              let known = network.assetType(type), let geometry = table.geometries[row]
            else { continue }
            let feature = FeatureID(table: index, row: row)
            switch source.usage {
            case .device, .junction, .structureJunction:
              guard case .point(let point) = geometry, let at = point.coordinate else { continue }
              junctions.append(
                Junction(
                  feature: feature,
                  type: type,
                  domain: number,
                  place: Place(at: at, z: point.z)
                )
              )
            case .line, .structureLine:
              gather(feature, type, number, known.type.connectivityPolicy, geometry)
            default: continue
            }
          }
        }
      }
    }
  }

  private mutating func gather(
    _ feature: FeatureID,
    _ type: AssetTypeID,
    _ domain: Int,
    _ policy: ConnectivityPolicy?,
    _ geometry: Geometry
  ) {
    if geometry.paths.count > 1 {
      findings.insert(Finding(code: .multipartLine, features: [feature]))
      return
    }
    let all = geometry.coordinates
    let path = all.indices.map { Place(at: all[$0], z: all.z(at: $0)) }
    guard path.count > 1 else { return }
    let heights = path.compactMap(\.z)
    if geometry.length <= tolerance.xy, (heights.max() ?? 0) - (heights.min() ?? 0) <= tolerance.z {
      findings.insert(Finding(code: .zeroLengthLine, features: [feature]))
      return
    }
    if zip(path, path.dropFirst()).contains(where: { same($0, $1) }) {
      findings.insert(Finding(code: .repeatedVertex, features: [feature]))
    }
    lines.append(Line(feature: feature, type: type, domain: domain, policy: policy, path: path))
  }

  private mutating func stacks() -> Set<FeatureID> {
    var stacked: Set<FeatureID> = []
    for (number, one) in junctions.enumerated() {
      let other = junctions[..<number].first {
        $0.domain == one.domain && same($0.place, one.place)
      }
      guard let other else { continue }
      stacked.formUnion([one.feature, other.feature])
      findings.insert(Finding(code: .stackedPoints, features: [one.feature, other.feature]))
    }
    return stacked
  }

  private func mayJoin(_ junction: AssetTypeID, _ line: AssetTypeID) -> Bool {
    network.rules.contains { rule in
      switch rule.kind {
      case .junctionEdge: Set([rule.from.assetType, rule.to.assetType]) == Set([junction, line])
      case .edgeJunctionEdge:
        rule.via?.assetType == junction
          && (rule.from.assetType == line || rule.to.assetType == line)
      default: false
      }
    }
  }

  private func isAtEnd(_ place: Place, _ line: Line) -> Bool {
    same(place, line.path[0]) || same(place, line.path[line.path.count - 1])
  }

  /// The first segment that a place stands on.
  private func segment(_ place: Place, _ line: Line) -> Int? {
    (1..<line.path.count).first { end in
      let (from, to) = (line.path[end - 1], line.path[end])
      let segment = Segment(from.at, to.at)
      guard segment.squaredDistance(to: place.at) <= tolerance.xy * tolerance.xy else {
        return false
      }
      guard let low = from.z, let high = to.z else { return true }
      let z = low + segment.fraction(closestTo: place.at) * (high - low)
      return level(z, place.z)
    }.map { $0 - 1 }
  }

  private func ids(of feature: FeatureID) -> [Association] {
    let id = network.tables[Int(feature.table)].globalIDs[Int(feature.row)]
    return network.associations.filter {
      $0.kind.isConnectivity && ($0.from.globalID == id || $0.to.globalID == id)
    }
  }

  private mutating func meet(_ junction: Junction, _ line: Line) {
    guard mayJoin(junction.type, line.type), !isAtEnd(junction.place, line) else { return }
    let finding = [line.feature, junction.feature]
    let id = network.tables[Int(line.feature.table)].globalIDs[Int(line.feature.row)]
    let associations = ids(of: junction.feature)
    if associations.contains(where: { $0.from.globalID == id || $0.to.globalID == id }) { return }
    let isNear = line.path.contains { near($0.at, junction.place.at) }
    if line.path.dropFirst().dropLast().contains(where: { same($0, junction.place) }) {
      if line.policy != .anyVertex {
        findings.insert(Finding(code: .midspanConnectionForbidden, features: finding))
      }
      return
    }
    guard !isNear, associations.isEmpty, let number = segment(junction.place, line) else { return }
    let passing = Segment(line.path[number].at, line.path[number + 1].at)
    let isParallel = lines.contains { other in
      guard other.feature != line.feature, mayJoin(junction.type, other.type),
        other.path.contains(where: { same($0, junction.place) })
      else { return false }
      return other.path.indices.contains { vertex in
        near(other.path[vertex].at, junction.place.at)
          && [vertex - 1, vertex + 1].contains { next in
            guard other.path.indices.contains(next),
              !near(other.path[next].at, junction.place.at)
            else { return false }
            let away = Segment(junction.place.at, other.path[next].at)
            let limit = tolerance.xy * tolerance.xy
            return passing.squaredDistance(to: away.end) <= limit
              || [passing.start, passing.end].contains {
                !near($0, away.start) && away.squaredDistance(to: $0) <= limit
              }
          }
      }
    }
    if !isParallel { findings.insert(Finding(code: .noVertexForConnection, features: finding)) }
  }

  private mutating func ends(of line: Line, on other: Line) {
    for end in [line.path[0], line.path[line.path.count - 1]] {
      let isHeld = junctions.contains {
        same($0.place, end) && ($0.domain == line.domain || mayJoin($0.type, line.type))
      }
      guard !isHeld, !isAtEnd(end, other),
        other.path.dropFirst().dropLast().contains(where: { same($0, end) })
      else { continue }
      findings.insert(
        Finding(code: .midspanConnectionForbidden, features: [other.feature, line.feature])
      )
    }
  }
}
