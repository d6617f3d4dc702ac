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

  private func contains(_ place: Coordinate) -> Bool {
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

/// Returns the points where segments of some paths meet segments of others, by a sweep from west to east.
///
/// O((n + m) log (n + m) + k) for k pairs of segments over the same stretch of x.
package func meetings(of paths: [GeometryPath], with others: [GeometryPath]) -> [PathMeeting] {
  let own = SweepSegment.sorted(paths)
  let foreign = SweepSegment.sorted(others)
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
      || (next.own < own.count && own[next.own].minX <= foreign[next.foreign].minX)
    let new = takesOwn ? own[next.own] : foreign[next.foreign]
    activeOwn.removeAll { $0.maxX < new.minX }
    activeForeign.removeAll { $0.maxX < new.minX }
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

private struct SweepSegment {
  let minX: Double
  let maxX: Double
  let path: Int
  let index: Int
  let segment: Segment

  static func sorted(_ paths: [GeometryPath]) -> [SweepSegment] {
    var segments: [SweepSegment] = []
    for path in paths {
      for index in 0..<path.segmentCount {
        let segment = path.segment(index)
        segments.append(
          SweepSegment(
            minX: min(segment.start.x, segment.end.x),
            maxX: max(segment.start.x, segment.end.x),
            path: path.part,
            index: index,
            segment: segment
          )
        )
      }
    }
    return segments.sorted { $0.minX < $1.minX }
  }
}
