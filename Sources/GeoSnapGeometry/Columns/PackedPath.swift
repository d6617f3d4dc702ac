public import GeoSnapColumns

/// The position of a line's vertices in a geometry column: for scans of millions of lines without copying.
@usableFromInline
package struct PackedPath: Sendable {
  @usableFromInline let start: Int
  /// The number of vertices, more than 1.
  @usableFromInline package let count: Int
  @usableFromInline package let dimensions: CoordinateDimensions

  @inlinable var words: Range<Int> { start..<start + count * dimensions.count }
}

extension GeometryColumn {
  /// The vertices of a line of one part; nil for an empty line, for several parts, and for other types.
  package func onlyPath(_ row: Int) -> PackedPath? {
    let shape = shape(row)
    switch shape.form {
    case .absent, .point: return nil
    case .line:
      let range = range(row)
      // Most lines have two ordinates, and a division by a constant 2 is a shift.
      let count =
        shape.dimensions == .xy ? range.count / 2 : range.count / shape.dimensions.count
      guard count > 1 else { return nil }
      return PackedPath(start: range.lowerBound, count: count, dimensions: shape.dimensions)
    case .other:
      var reader = GeometryWords(words, at: range(row).lowerBound)
      return reader.readOnlyPart().flatMap { $0.count > 1 ? $0 : nil }
    }
  }

  /// Lends the ordinates of a path of this column to `body`, without copying.
  @inlinable
  package func withOrdinates<Result>(
    of path: PackedPath,
    _ body: (Span<Double>) -> Result
  ) -> Result {
    words.withElements { body($0.extracting(path.words)) }
  }

  @inlinable
  package func vertex(_ index: Int, of path: PackedPath) -> Coordinate {
    let word = path.start + index * path.dimensions.count
    return Coordinate(x: words[word], y: words[word + 1])
  }

  /// The z of a vertex of a path of this column; nil when the path has none.
  @inlinable
  package func z(_ index: Int, of path: PackedPath) -> Double? {
    path.dimensions.hasZ ? words[path.start + index * path.dimensions.count + 2] : nil
  }

  /// The ordinates that any part of a row's geometry has; nil for a row without a geometry.
  @inlinable
  package func dimensions(_ row: Int) -> CoordinateDimensions? {
    let shape = shape(row)
    switch shape.form {
    case .absent: return nil
    case .point, .line: return shape.dimensions
    case .other: return otherDimensions(row)
    }
  }

  @usableFromInline
  func otherDimensions(_ row: Int) -> CoordinateDimensions? {
    self[row].map { CoordinateDimensions(hasZ: $0.hasZ, hasM: $0.hasM) }
  }

  /// Calls `body` with the ordinates of a row that is a point or a line with x and y only; nil for other rows and for
  /// lines without vertices.
  package func withPlainOrdinates<Result>(
    _ row: Int,
    _ body: (_ isPoint: Bool, _ ordinates: Span<Double>) -> Result
  ) -> Result? {
    let shape = shape(row)
    guard shape.form == .point || shape.form == .line, shape.dimensions == .xy else { return nil }
    let range = range(row)
    if range.isEmpty { return nil }
    return words.withElements { body(shape.form == .point, $0.extracting(range)) }
  }

  /// The smallest envelope around all rows; nil when no row has a coordinate.
  package var envelope: Envelope? {
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    var others: Envelope?
    words.withElements { words in
      for row in indices {
        let shape = shape(row)
        switch shape.form {
        case .absent: continue
        case .other:
          others = Envelope.combining([others, self[row]?.envelope])
        case .point, .line:
          let range = range(row)
          let width = shape.dimensions.count
          var word = range.lowerBound
          while word + 1 < range.upperBound {
            let (x, y) = (words[word], words[word + 1])
            minX = Swift.min(minX, x)
            minY = Swift.min(minY, y)
            maxX = Swift.max(maxX, x)
            maxY = Swift.max(maxY, y)
            word += width
          }
        }
      }
    }
    guard minX <= maxX, minY <= maxY else { return others }
    return Envelope.combining([
      others, Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY),
    ])
  }

  @inlinable
  package func type(_ row: Int) -> GeometryType? {
    let shape = shape(row)
    switch shape.form {
    case .absent: return nil
    case .point: return .point
    case .line: return .lineString
    case .other: return otherType(row)
    }
  }

  @usableFromInline
  func otherType(_ row: Int) -> GeometryType? {
    GeometryType(rawValue: UInt32(words[range(row).lowerBound].bitPattern & 0xFF))
  }
}
