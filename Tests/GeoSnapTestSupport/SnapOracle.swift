public import GeoSnap

/// A place that may be snapped to, found without an index.
public struct OracleSnap {
  public var kind: SnapKind
  public var feature: FeatureID
  public var part: Int
  public var vertex: Int
  public var location: Coordinate
  public var distance: Double
  /// For an intersection the other segment.
  public var other: OracleSegment?

  init(
    _ kind: SnapKind,
    _ key: OracleSegment,
    _ location: Coordinate,
    _ distance: Double,
    other: OracleSegment? = nil
  ) {
    (self.kind, self.location, self.distance, self.other) = (kind, location, distance, other)
    (feature, part, vertex) = (key.feature, key.part, key.vertex)
  }
}

public struct OracleSegment: Hashable {
  public var feature: FeatureID
  public var part: Int
  public var vertex: Int
}

/// Snapping as its documentation says, by looking at every feature, part, segment and vertex.
///
/// Everything of the default map is switched on; the rules are read from the plain list of rows.
public struct SnapOracle {
  let network: UtilityNetwork
  let edited: AssetTypeID?
  let kinds: SnapKinds
  /// The two asset types of each junction-edge row.
  private let direct: Set<Set<AssetTypeID>>
  /// The edge-junction-edge rows by their via.
  private let meetings: [AssetTypeID: [NetworkRule]]

  public init(_ network: UtilityNetwork, editing edited: AssetTypeID?, kinds: SnapKinds) {
    self.network = network
    self.edited = edited
    self.kinds = kinds
    let pairs = network.rules.filter { $0.kind == .junctionEdge }
    direct = Set(pairs.map { [$0.from.assetType, $0.to.assetType] })
    let rows = network.rules.filter { $0.kind == .edgeJunctionEdge && $0.via != nil }
    meetings = Dictionary(grouping: rows) { $0.via?.assetType ?? $0.from.assetType }
  }

  /// The winner; `previous` as the snapper's own.
  public func winner(
    at point: Coordinate,
    tolerance: Double,
    role: SnapRole,
    among features: [FeatureID],
    previous: SnapMatch? = nil
  ) -> OracleSnap? {
    let all = places(near: point, role: role, among: features, reach: 2 * tolerance)
    let near = all.filter { $0.distance <= tolerance }
    let best = near.min { precedes($0, $1) }
    guard let previous, let kept = all.first(where: { isSame($0, previous) }),
      kept.distance <= tolerance * 1.2
    else { return best }
    guard let best else { return kept }
    if rank(best.kind) != rank(kept.kind) { return rank(best.kind) < rank(kept.kind) ? best : kept }
    return best.distance < kept.distance - 0.1 * tolerance ? best : kept
  }

  private func rank(_ kind: SnapKind) -> Int {
    let ranks: [[SnapKind]] = [
      [.point, .lineEnd, .vertex], [.intersection], [.midpoint], [.centroid],
      [.segment, .boundary],
      [.area],
    ]
    return ranks.firstIndex { $0.contains(kind) } ?? ranks.count
  }

  /// Tables are in the order of the default map's layers.
  private func precedes(_ one: OracleSnap, _ other: OracleSnap) -> Bool {
    func key(_ snap: OracleSnap) -> (Int, Double, Int32, Int32, Int, Int) {
      (rank(snap.kind), snap.distance, snap.feature.table, snap.feature.row, snap.part, snap.vertex)
    }
    if key(one) != key(other) { return key(one) < key(other) }
    guard let first = one.other, let second = other.other else { return false }
    return isBefore(first, second)
  }

  private func isBefore(_ one: OracleSegment, _ other: OracleSegment) -> Bool {
    (one.feature.table, one.feature.row, one.part, one.vertex)
      < (other.feature.table, other.feature.row, other.part, other.vertex)
  }

  private func isSame(_ snap: OracleSnap, _ match: SnapMatch) -> Bool {
    snap.kind == match.place.kind && snap.feature == match.place.feature
      && snap.part == match.place.part && snap.vertex == match.place.vertex
      && snap.other?.vertex == match.crossing?.vertex && snap.other?.part == match.crossing?.part
      && snap.other.map { SnapTarget.feature($0.feature) } == match.crossing?.target
  }

  private struct Piece {
    var key: OracleSegment
    var segment: Segment
  }

  /// Every place that may be snapped to of the features given; those farther than `reach` may be left out.
  private func places(
    near point: Coordinate,
    role: SnapRole,
    among features: [FeatureID],
    reach: Double
  ) -> [OracleSnap] {
    var places: [OracleSnap] = []
    var pieces: [Piece] = []
    for feature in features {
      guard let geometry = network.geometry(of: feature), let allowed = allowed(feature, role)
      else {
        continue
      }
      func add(_ kind: SnapKind, _ part: Int, _ vertex: Int, _ location: Coordinate) {
        guard kinds.contains(kind) else { return }
        let distance = location.distance(to: point)
        guard distance <= reach else { return }
        let key = OracleSegment(feature: feature, part: part, vertex: vertex)
        places.append(OracleSnap(kind, key, location, distance))
      }
      for path in geometry.paths {
        let last = path.count - 1
        if path.kind == .place {
          if !isExcluded(feature, path[0], role, z: path.z(at: 0), among: features) {
            add(.point, path.part, 0, path[0])
          }
          continue
        }
        for vertex in 0...last {
          let isEnd = path.kind == .line && (vertex == 0 || vertex == last)
          guard isEnd || allowed.isEverywhere else { continue }
          guard !isExcluded(feature, path[vertex], role, z: path.z(at: vertex), among: features)
          else { continue }
          add(isEnd ? .lineEnd : .vertex, path.part, vertex, path[vertex])
        }
        guard allowed.isEverywhere else { continue }
        for vertex in 0..<last {
          let segment = Segment(path[vertex], path[vertex + 1])
          let key = OracleSegment(feature: feature, part: path.part, vertex: vertex)
          pieces.append(Piece(key: key, segment: segment))
          let middle = Coordinate(
            x: segment.start.x + (segment.end.x - segment.start.x) / 2,
            y: segment.start.y + (segment.end.y - segment.start.y) / 2
          )
          if !isExcluded(feature, middle, role, z: nil, among: features) {
            add(.midpoint, path.part, vertex, middle)
          }
          let foot = segment.coordinate(atFraction: segment.fraction(closestTo: point))
          let kind = path.kind == .ring ? SnapKind.boundary : .segment
          guard kinds.contains(kind), segment.squaredDistance(to: point).squareRoot() <= reach,
            !isExcluded(feature, foot, role, z: nil, among: features)
          else { continue }
          let distance = segment.squaredDistance(to: point).squareRoot()
          places.append(OracleSnap(kind, key, foot, distance))
        }
      }
      guard geometry.type.dimension == 2 else { continue }
      if kinds.contains(.centroid), let centre = try? geometry.centroid().coordinate {
        add(.centroid, -1, -1, centre)
      }
      if kinds.contains(.area), (try? geometry.intersects(.point(Point(point)))) == true {
        add(.area, -1, -1, point)
      }
    }
    if kinds.contains(.intersection) {
      addCrossings(pieces, point, reach, role, among: features, &places)
    }
    return places
  }

  private func addCrossings(
    _ pieces: [Piece],
    _ point: Coordinate,
    _ reach: Double,
    _ role: SnapRole,
    among features: [FeatureID],
    _ places: inout [OracleSnap]
  ) {
    let near = pieces.filter { $0.segment.squaredDistance(to: point).squareRoot() <= reach }
    for one in near {
      for other in near where isBefore(one.key, other.key) {
        guard let location = crossing(one.segment, other.segment),
          !mustNotMeet(one.key.feature, other.key.feature),
          !isExcluded(one.key.feature, location, role, z: nil, among: features),
          !isExcluded(other.key.feature, location, role, z: nil, among: features)
        else { continue }
        let distance = location.distance(to: point)
        places.append(OracleSnap(.intersection, one.key, location, distance, other: other.key))
      }
    }
  }

  /// Whether two lines must not meet at the edited junction.
  private func mustNotMeet(_ one: FeatureID, _ other: FeatureID) -> Bool {
    guard let edited, isJunction(edited), let first = type(one), let second = type(other),
      first != second, let rows = meetings[edited]
    else { return false }
    if rows.contains(where: { Set([$0.from.assetType, $0.to.assetType]) == [first, second] }) {
      return false
    }
    return !(isDirect(edited, first) && isDirect(edited, second))
  }

  /// The one common place of two segments that share no end, in higher precision.
  private func crossing(_ one: Segment, _ other: Segment) -> Coordinate? {
    let shared = [other.start, other.end].contains { $0 == one.start || $0 == one.end }
    guard !shared else { return nil }
    func side(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Float80 {
      (Float80(b.x) - Float80(a.x)) * (Float80(c.y) - Float80(a.y))
        - (Float80(b.y) - Float80(a.y)) * (Float80(c.x) - Float80(a.x))
    }
    let first = side(one.start, one.end, other.start)
    let second = side(one.start, one.end, other.end)
    let third = side(other.start, other.end, one.start)
    let fourth = side(other.start, other.end, one.end)
    if first == 0 && second == 0 || third == 0 && fourth == 0 { return nil }
    guard first * second <= 0, third * fourth <= 0 else { return nil }
    let fraction = third / (third - fourth)
    return Coordinate(
      x: Double(Float80(one.start.x) + fraction * (Float80(one.end.x) - Float80(one.start.x))),
      y: Double(Float80(one.start.y) + fraction * (Float80(one.end.y) - Float80(one.start.y)))
    )
  }

  private func type(_ feature: FeatureID) -> AssetTypeID? {
    network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
  }

  private func isJunction(_ id: AssetTypeID) -> Bool {
    network.assetType(id)?.source.elementKind == .junction
  }

  private func connects(_ id: AssetTypeID) -> Bool {
    let usages: [NetworkSourceUsage] = [
      .device, .junction, .line, .structureJunction, .structureLine,
    ]
    return network.assetType(id).map { usages.contains($0.source.usage) } ?? false
  }

  /// Whether a junction-edge row holds both, in either order.
  private func isDirect(_ one: AssetTypeID, _ other: AssetTypeID) -> Bool {
    direct.contains([one, other])
  }

  private func mayJoin(junction: AssetTypeID, line: AssetTypeID) -> Bool {
    isDirect(junction, line)
      || (meetings[junction] ?? []).contains {
        [$0.from.assetType, $0.to.assetType].contains(line)
      }
  }

  /// Whether a feature may be joined, and whether at every place of it; nil when it may not.
  private func allowed(_ feature: FeatureID, _ role: SnapRole) -> (isEverywhere: Bool, Void)? {
    guard let edited, let other = type(feature) else {
      let isGenerated = type(feature) == nil && network.tables[Int(feature.table)].sourceID != nil
      return edited != nil && isGenerated ? nil : (true, ())
    }
    guard connects(edited), connects(other) else { return nil }
    if role == .innerVertex, network.assetType(edited)?.type.connectivityPolicy != .anyVertex {
      return nil
    }
    switch (isJunction(edited), isJunction(other)) {
    case (true, true): return nil
    case (false, false): guard edited == other else { return nil }
    case (true, false): guard mayJoin(junction: edited, line: other) else { return nil }
    case (false, true): guard mayJoin(junction: other, line: edited) else { return nil }
    }
    let isAnyVertex = network.assetType(other)?.type.connectivityPolicy == .anyVertex
    return (isJunction(other) || isAnyVertex, ())
  }

  /// Whether a line that is at a place already must not meet the edited feature there.
  private func isExcluded(
    _ feature: FeatureID,
    _ place: Coordinate,
    _ role: SnapRole,
    z: Double?,
    among features: [FeatureID]
  ) -> Bool {
    guard let edited, let other = type(feature), isJunction(edited) != isJunction(other) else {
      return false
    }
    let junction = isJunction(edited) ? edited : other
    let line = isJunction(edited) ? other : edited
    guard let rows = meetings[junction] else { return false }
    return features.contains { candidate in
      guard candidate != feature, let present = type(candidate), present != line,
        !isJunction(present), connects(present), mayJoin(junction: junction, line: present)
      else { return false }
      if rows.contains(where: { Set([$0.from.assetType, $0.to.assetType]) == [line, present] })
        || (isDirect(junction, line) && isDirect(junction, present))
      {
        return false
      }
      let isAnyVertex = network.assetType(present)?.type.connectivityPolicy == .anyVertex
      return network.geometry(of: candidate)?.paths.contains { path in
        (0..<path.count).contains { vertex in
          guard path[vertex] == place else { return false }
          guard isAnyVertex || vertex == 0 || vertex == path.count - 1 else { return false }
          guard let z, let height = path.z(at: vertex) else { return true }
          return z == height
        }
      } ?? false
    }
  }
}
