internal import GeoSnapColumns

/// A line of one part, read in place in a geometry column: for pointer moves, and for checks of millions of lines.
package struct PackedLine: Sendable {
  private let words: Column<Double>
  private let path: PackedPath

  /// The line of a row; nil for an empty line, for several parts, and for other types.
  package init?(_ column: GeometryColumn, row: Int) {
    guard let path = column.onlyPath(row) else { return nil }
    words = column.words
    self.path = path
  }

  package var count: Int { path.count }

  package subscript(index: Int) -> Coordinate {
    precondition(index >= 0 && index < path.count, "No such vertex")
    let word = path.start + index * path.dimensions.count
    return Coordinate(x: words[word], y: words[word + 1])
  }

  /// The z of a vertex; nil when the line has none.
  package func z(at index: Int) -> Double? {
    precondition(index >= 0 && index < path.count, "No such vertex")
    return path.dimensions.hasZ ? words[path.start + index * path.dimensions.count + 2] : nil
  }

  package func segment(_ index: Int) -> Segment { Segment(self[index], self[index + 1]) }

  /// The share of the planar length at the point of a segment closest to `coordinate`; 0 on a line of zero length.
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
