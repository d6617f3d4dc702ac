extension Segment {
  /// The points that two segments share: none, one, or the two ends of a shared piece.
  ///
  /// An end that lies on the other segment is exactly that end. Whether they meet is as exact as
  /// ``orientation(_:_:_:)``; only the point of a proper crossing is rounded.
  package func meetings(with other: Segment) -> [Coordinate] {
    guard envelope.intersects(other.envelope) else { return [] }
    var places: [Coordinate] = []
    for place in [other.start, other.end] where contains(place) && !places.contains(place) {
      places.append(place)
    }
    for place in [start, end] where other.contains(place) && !places.contains(place) {
      places.append(place)
    }
    if places.isEmpty, let place = crossing(with: other) { places.append(place) }
    return places
  }

  package func contains(_ place: Coordinate) -> Bool {
    envelope.contains(place) && orientation(start, end, place) == 0
  }
}

/// A point where a path of a geometry meets a path of another.
package struct PathMeeting {
  /// The index of the first geometry's path, and the segment.
  package let path: Int
  package let segment: Int
  /// The index of the other geometry's path, and the segment.
  package let otherPath: Int
  package let otherSegment: Int
  package let coordinate: Coordinate
}

/// Returns the points where segments of some paths meet segments of others, by a sweep along the longer side of the
/// extent that both share.
///
/// O((n + m) log (n + m) + k) for k pairs of segments over the same stretch of that side.
package func meetings(of paths: [GeometryPath], with others: [GeometryPath]) -> [PathMeeting] {
  guard let first = extent(of: paths), let second = extent(of: others) else { return [] }
  let shared = Envelope(
    minX: max(first.minX, second.minX),
    minY: max(first.minY, second.minY),
    maxX: min(first.maxX, second.maxX),
    maxY: min(first.maxY, second.maxY)
  )
  let own = SweepSegment.sorted(paths, within: shared)
  let foreign = SweepSegment.sorted(others, within: shared)
  var found: [PathMeeting] = []
  var activeOwn: [SweepSegment] = []
  var activeForeign: [SweepSegment] = []
  func meet(_ one: SweepSegment, _ other: SweepSegment) {
    for place in one.segment.meetings(with: other.segment) {
      found.append(
        PathMeeting(
          path: one.path,
          segment: one.index,
          otherPath: other.path,
          otherSegment: other.index,
          coordinate: place
        )
      )
    }
  }
  var next = (own: 0, foreign: 0)
  while next.own < own.count || next.foreign < foreign.count {
    let takesOwn =
      next.foreign == foreign.count
      || (next.own < own.count && own[next.own].start <= foreign[next.foreign].start)
    let new = takesOwn ? own[next.own] : foreign[next.foreign]
    activeOwn.removeAll { $0.end < new.start }
    activeForeign.removeAll { $0.end < new.start }
    if takesOwn {
      for other in activeForeign { meet(new, other) }
      activeOwn.append(new)
      next.own += 1
    } else {
      for one in activeOwn { meet(one, new) }
      activeForeign.append(new)
      next.foreign += 1
    }
  }
  return found
}

private func extent(of paths: [GeometryPath]) -> Envelope? {
  var extent: Envelope?
  for path in paths {
    for index in 0..<path.count {
      let place = Envelope(path[index])
      extent = extent?.union(place) ?? place
    }
  }
  return extent
}

private struct SweepSegment {
  /// The stretch of the swept side.
  let start: Double
  let end: Double
  let path: Int
  let index: Int
  let segment: Segment

  /// The segments that reach into an extent, in order along its longer side.
  static func sorted(_ paths: [GeometryPath], within extent: Envelope) -> [SweepSegment] {
    let isTall = extent.height > extent.width
    var segments: [SweepSegment] = []
    for path in paths {
      for index in 0..<path.segmentCount {
        let segment = path.segment(index)
        let envelope = segment.envelope
        guard envelope.intersects(extent) else { continue }
        segments.append(
          SweepSegment(
            start: isTall ? envelope.minY : envelope.minX,
            end: isTall ? envelope.maxY : envelope.maxX,
            path: path.part,
            index: index,
            segment: segment
          )
        )
      }
    }
    return segments.sorted { $0.start < $1.start }
  }
}
