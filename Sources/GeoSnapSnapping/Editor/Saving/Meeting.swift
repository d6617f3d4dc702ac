internal import GeoSnapSupport

/// A network feature where the edited one has a vertex: a vertex exactly there, or a segment that passes the place.
struct Meeting {
  let ordinal: Int32
  /// What the feature is.
  let entry: AssetTypeCatalog.Entry
  let part: Int
  let vertex: Int
  /// What the rules say about joining the two.
  let verdict: SnapVerdict
  /// The class of the feature.
  let featureClass: Int32

  var isJunction: Bool { entry.source.elementKind == .junction }
  /// Whether it is a junction, the end of a line, or an inner vertex at which others may connect.
  let connects: Bool
  /// Whether it is a junction or the end of a line.
  let isEnd: Bool
  /// Whether it is a segment that passes the place, without a vertex there.
  let isPassing: Bool
}

extension SnapScene {
  /// What of the network has a vertex at a place, in the order of ordinals, parts and vertices: only
  /// what connects by place, and only at the same height where both have one.
  func meetings(at place: Coordinate, z: Double?, _ rules: SnapRules) -> [Meeting] {
    var hits: [VertexHit] = []
    features.forEachVertex(within: 0, of: place) { hits.append($0) }
    hits = hits.ordered { ($0.feature, $0.part, $0.vertex) < ($1.feature, $1.part, $1.vertex) }
    return hits.compactMap { hit in
      let featureClass = featureClass(of: hit.feature)
      // Classes behind the asset types are those of plain tables, overlays and subnetwork lines.
      guard Int(featureClass) < network.catalog.entries.count else { return nil }
      let entry = network.catalog.entries[Int(featureClass)]
      guard entry.source.usage.connectsByGeometry else { return nil }
      let height = geometry(of: hit.feature)?.path(Int(hit.part))?.z(at: Int(hit.vertex))
      if let z, let height, z != height { return nil }
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      return Meeting(
        ordinal: hit.feature,
        entry: entry,
        part: Int(hit.part),
        vertex: Int(hit.vertex),
        verdict: rules.verdicts[Int(featureClass)],
        featureClass: featureClass,
        connects: isEnd || entry.type.connectivityPolicy == .anyVertex,
        isEnd: isEnd,
        isPassing: false
      )
    }
  }

  /// The lines with a segment at a place, as near as the coincidence tolerance, in the order of ordinals: only those that
  /// connect by place, and only at the same height where both have one.
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
      let featureClass = featureClass(of: hit.feature)
      guard Int(featureClass) < network.catalog.entries.count else { return nil }
      let entry = network.catalog.entries[Int(featureClass)]
      guard entry.source.usage.connectsByGeometry, entry.source.elementKind == .edge else {
        return nil
      }
      return Meeting(
        ordinal: hit.feature,
        entry: entry,
        part: Int(hit.part),
        vertex: Int(hit.segment),
        verdict: rules.verdicts[Int(featureClass)],
        featureClass: featureClass,
        connects: entry.type.connectivityPolicy == .anyVertex,
        isEnd: false,
        isPassing: true
      )
    }
  }
}
