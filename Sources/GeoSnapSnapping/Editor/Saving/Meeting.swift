internal import GeoSnapSupport

/// A network feature at a vertex of the edited one, with a vertex exactly there or a segment that passes.
struct Meeting {
  let ordinal: Int32
  let entry: AssetTypeCatalog.Entry
  let part: Int
  let vertex: Int
  let verdict: SnapVerdict
  let featureClass: Int32

  var isJunction: Bool { entry.source.elementKind == .junction }
  /// Whether it is a junction, the end of a line, or an inner vertex where others may connect.
  let connects: Bool
  /// Whether it is a junction or the end of a line.
  let isEnd: Bool
}

extension SnapScene {
  /// The features with a vertex at a place, in the order of ordinals, parts and vertices, that connect by place and
  /// have the same height if both have one.
  func meetings(at place: Coordinate, z: Double?, _ rules: SnapRules) -> [Meeting] {
    var hits: [VertexHit] = []
    features.forEachVertex(within: 0, of: place) { hits.append($0) }
    hits = hits.ordered { ($0.feature, $0.part, $0.vertex) < ($1.feature, $1.part, $1.vertex) }
    return hits.compactMap { hit in
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      guard let meeting = meeting(hit.feature, hit.part, hit.vertex, isEnd: isEnd, rules) else {
        return nil
      }
      let height = geometry(of: hit.feature)?.path(Int(hit.part))?.z(at: Int(hit.vertex))
      if let z, let height, z != height { return nil }
      return meeting
    }
  }

  /// The lines with a segment within the coincidence tolerance of a place, in the order of ordinals, that connect by
  /// place and have the same height if both have one.
  func passings(at place: Coordinate, z: Double?, _ rules: SnapRules) -> [Meeting] {
    let tolerance = network.base.coincidenceTolerance
    var found: [Int32: SegmentHit] = [:]
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      let height =
        z == nil
        ? nil
        : geometry(of: hit.feature)?
          .z(part: Int(hit.part), segment: Int(hit.segment), closestTo: place)
      guard tolerance.holds(height ?? .nan, z ?? .nan, heights: ()) else { return }
      if found[hit.feature].map({ hit.squaredDistance < $0.squaredDistance }) ?? true {
        found[hit.feature] = hit
      }
    }
    return Array(found.values).ordered { $0.feature < $1.feature }.compactMap { hit in
      let meeting = meeting(hit.feature, hit.part, hit.segment, isEnd: false, rules)
      return meeting?.isJunction == false ? meeting : nil
    }
  }

  /// A feature with a vertex or the start of a segment; nil for one that does not connect by place.
  private func meeting(
    _ ordinal: Int32,
    _ part: Int32,
    _ vertex: Int32,
    isEnd: Bool,
    _ rules: SnapRules
  ) -> Meeting? {
    let featureClass = featureClass(of: ordinal)
    // Classes after the asset types are those of plain tables, overlays and subnetwork lines.
    guard Int(featureClass) < network.catalog.entries.count else { return nil }
    let entry = network.catalog.entries[Int(featureClass)]
    guard entry.source.usage.connectsByGeometry else { return nil }
    return Meeting(
      ordinal: ordinal,
      entry: entry,
      part: Int(part),
      vertex: Int(vertex),
      verdict: rules.verdicts[Int(featureClass)],
      featureClass: featureClass,
      connects: isEnd || entry.type.connectivityPolicy == .anyVertex,
      isEnd: isEnd
    )
  }
}
