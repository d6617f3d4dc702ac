extension Geometry {
  /// The coordinates of a line of one part; nil for an empty one, one of several parts, and what is
  /// no line.
  @inline(never)
  package var onlyLine: CoordinateSequence? {
    switch self {
    case .lineString(let line): line.coordinates.count > 1 ? line.coordinates : nil
    case .multiLineString(let lines):
      lines.partEnds.count == 1 && lines.coordinates.count > 1 ? lines.coordinates : nil
    default: nil
    }
  }

  /// The point; nil for what is none, and for several.
  @inline(__always)
  package var onlyPoint: Point? {
    if case .point(let point) = self { return point }
    return nil
  }
}
