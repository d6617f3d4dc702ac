internal import GeoSnapColumns

/// A line of one part as it lies in a geometry column: for a pointer that waits, without taking it out.
package struct PackedLine: Sendable {
  private let words: Column<Double>
  private let path: PackedPath

  /// The line of a row; nil for an empty one, one of several parts, and what is no line.
  package init?(_ column: GeometryColumn, row: Int) {
    guard let path = column.onlyPath(row) else { return nil }
    words = column.words
    self.path = path
  }

  /// The number of vertices.
  package var count: Int { path.count }

  /// The segment that starts at a vertex.
  package func segment(_ index: Int) -> Segment {
    let first = path.start + index * path.dimensions.count
    let second = first + path.dimensions.count
    return Segment(
      Coordinate(x: words[first], y: words[first + 1]),
      Coordinate(x: words[second], y: words[second + 1])
    )
  }

  /// The share of the planar length at the place of a segment closest to `coordinate`; 0 on a line of zero
  /// length.
  package func fraction(segment: Int, closestTo coordinate: Coordinate) -> Double {
    words.withElements {
      fractionOfLength(
        $0.extracting(path.words),
        width: path.dimensions.count,
        ends: CollectionOfOne(path.count),
        0,
        segment,
        coordinate
      )
    }
  }
}
