extension Geometry {
  /// The coordinates of a line of one part; nil for empty and multipart lines, and for other geometries.
  @inline(never)
  package var onlyLine: CoordinateSequence? {
    switch self {
    case .lineString(let line): line.coordinates.count > 1 ? line.coordinates : nil
    case .multiLineString(let lines):
      lines.partEnds.count == 1 && lines.coordinates.count > 1 ? lines.coordinates : nil
    default: nil
    }
  }

  @inline(__always)
  package var onlyPoint: Point? {
    if case .point(let point) = self { return point }
    return nil
  }
}
