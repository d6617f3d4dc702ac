internal import GeoSnapSupport

extension ValidationRun {
  mutating func checkShapes(of ordinals: Range<Int>) {
    let network = subject.network
    network.forEachTable(of: ordinals) { index, table, rows in
      let source = network.definition.sources.first { $0.sourceID == table.sourceID }
      guard let usage = source?.usage, usage != .subnetLine, usage.geometryType != nil
      else { return }
      for row in rows {
        let feature = FeatureID(table: index, row: row)
        if usage.elementKind == .edge, let line = PackedLine(table.geometries, row: row) {
          checkLine(feature, line)
        } else if let geometry = table.geometries[row], !geometry.isEmpty {
          if usage.elementKind == .edge { checkParts(feature, geometry) }
        } else {
          checkMissing(feature)
        }
      }
    }
  }

  private mutating func checkMissing(_ feature: FeatureID) {
    // A geometry that could not be read is already reported.
    if subject.network.geometry(of: feature) == nil && subject.marks.damaged.contains(feature) {
      return
    }
    add(
      .emptyGeometry,
      [feature],
      at: nil,
      fix: .drawGeometry(of: feature),
      "\(name(feature)) has no geometry, so it is not part of the network topology."
    )
  }

  private mutating func checkParts(_ feature: FeatureID, _ geometry: Geometry) {
    let paths = geometry.paths.filter { !$0.isEmpty }
    guard let path = paths.first else { return }
    add(
      .multipartLine,
      [feature],
      at: path[0],
      fix: .separateParts(of: feature),
      "\(name(feature)) has \(paths.count) parts; a line of the network has one."
    )
  }

  private mutating func checkLine(_ feature: FeatureID, _ path: PackedLine) {
    let shape = LineShape(path)
    if shape.isWithoutLength(subject.tolerance) {
      marks.zeroLength.insert(feature)
      add(
        .zeroLengthLine,
        [feature],
        at: path[0],
        fix: .deleteFeature(feature),
        "\(name(feature)) is no longer than the tolerance of \(subject.tolerance.xy)."
      )
      return
    }
    let again = shape.repeatedVertices(subject.tolerance)
    if let first = again.first {
      marks.repeated.insert(feature)
      add(
        .repeatedVertex,
        [feature],
        at: path[first],
        fix: .removeVertices(of: feature, again),
        "\(name(feature)) has vertex \(first) at the place of the one before"
          + (again.count > 1 ? ", and \(again.count - 1) more." : ".")
      )
    }
    if let crossing = shape.selfIntersection {
      add(
        .selfIntersectingLine,
        [feature],
        at: crossing,
        fix: .splitLine(feature, at: crossing),
        "\(name(feature)) crosses or touches itself."
      )
    }
  }
}

package struct LineShape {
  private let path: PackedLine

  package init(_ path: PackedLine) { self.path = path }

  private func coincide(_ one: Int, _ other: Int, _ tolerance: CoincidenceTolerance) -> Bool {
    let (a, b) = (path[one], path[other])
    return tolerance.holds(a.x - b.x, a.y - b.y)
      && tolerance.holds(path.z(at: one) ?? .nan, path.z(at: other) ?? .nan, heights: ())
  }

  /// Whether the line's length and rise are within the tolerance.
  func isWithoutLength(_ tolerance: CoincidenceTolerance) -> Bool {
    var length = 0.0
    for vertex in 1..<path.count {
      length += path[vertex - 1].distance(to: path[vertex])
      if length > tolerance.xy { return false }
    }
    let heights = (0..<path.count).compactMap { path.z(at: $0) }
    guard let least = heights.min(), let greatest = heights.max() else { return true }
    return tolerance.holds(least, greatest, heights: ())
  }

  func repeatedVertices(_ tolerance: CoincidenceTolerance) -> [Int] {
    (1..<path.count).filter { coincide($0 - 1, $0, tolerance) }
  }

  /// A self-intersection other than a repeated vertex or a closed end, mostly in O(n log n); nil when there is none.
  package var selfIntersection: Coordinate? {
    if isMonotone { return nil }
    var vertices: [Coordinate] = []
    for vertex in 0..<path.count where vertices.last != path[vertex] {
      vertices.append(path[vertex])
    }
    let count = vertices.count - 1
    guard count > 1 else { return nil }
    let segments = (0..<count).map { Segment(vertices[$0], vertices[$0 + 1]) }
    let isClosed = vertices.first == vertices.last
    // From left to right, each segment can only meet those that begin before it ends.
    let order = risingOrder(count) {
      (segments[$0].envelope.minX, $0) < (segments[$1].envelope.minX, $1)
    }
    for (position, one) in order.enumerated() {
      let reach = segments[one].envelope.maxX
      for other in order[(position + 1)...] {
        if segments[other].envelope.minX > reach { break }
        let (first, second) = (min(one, other), max(one, other))
        if let place = meeting(segments, first, second, isClosed && count > 2) { return place }
      }
    }
    return nil
  }

  /// Whether each segment begins where all before have ended, in x, as in most lines.
  private var isMonotone: Bool {
    let isRising = path[0].x < path[1].x
    return (1..<path.count).allSatisfy {
      isRising ? path[$0 - 1].x < path[$0].x : path[$0 - 1].x > path[$0].x
    }
  }

  /// The meeting of two segments of a line; nil unless it is an error.
  private func meeting(
    _ segments: [Segment],
    _ first: Int,
    _ second: Int,
    _ isClosed: Bool
  ) -> Coordinate? {
    let (one, other) = (segments[first], segments[second])
    if second == first + 1 { return LineShape.turnsBack(one, other) ? other.start : nil }
    if isClosed && first == 0 && second == segments.count - 1 {
      return LineShape.turnsBack(other, one) ? one.start : nil
    }
    guard one.intersects(other) else { return nil }
    if let crossing = one.crossing(with: other) { return crossing }
    // They share an end, or overlap.
    return [other.start, other.end, one.start].first {
      one.squaredDistance(to: $0) == 0 && other.squaredDistance(to: $0) == 0
    } ?? other.start
  }

  /// Whether the second segment, which starts at the end of the first, goes back over it.
  private static func turnsBack(_ one: Segment, _ other: Segment) -> Bool {
    guard orientation(one.start, one.end, other.end) == 0 else { return false }
    let along =
      (one.end.x - one.start.x) * (other.end.x - other.start.x)
      + (one.end.y - one.start.y) * (other.end.y - other.start.y)
    return along < 0
  }
}
