/// Some features of a data set to conform, as vertices with the ends of parts and features; blocks are independent.
package struct ConformBlock: Sendable {
  // Invariant: partEnds and featureEnds increase weakly; featureEnds counts parts.

  /// The shape of a feature.
  package enum Shape: UInt8, Hashable, Sendable {
    /// One or several points, each a separate part.
    case points
    /// One or several lines.
    case lines
    /// Areas and collections, which never move; vertices at their coordinates stay as well.
    case other
    /// No geometry, or an empty point or line.
    case none
  }

  package private(set) var shapes: [Shape] = []
  package private(set) var places: [Coordinate] = []
  /// The height of each vertex; NaN for none.
  package private(set) var heights: [Double] = []
  private var partEnds: [Int] = []
  private var featureEnds: [Int] = []

  package init() {}

  /// Appends a vertex to the current part; one with ordinates that are not finite never moves.
  package mutating func append(_ place: Coordinate, height: Double? = nil) {
    places.append(place)
    heights.append(height ?? .nan)
  }

  /// Ends a part, unless it has no vertices.
  package mutating func endPart() {
    if places.count > (partEnds.last ?? 0) { partEnds.append(places.count) }
  }

  package mutating func endFeature(_ shape: Shape) {
    endPart()
    // A feature without vertices is like one without geometry.
    let isEmpty = partEnds.count == (featureEnds.last ?? 0)
    shapes.append(isEmpty && shape != .other ? .none : shape)
    featureEnds.append(partEnds.count)
  }

  package mutating func append(_ geometry: Geometry?) {
    geometry?.forEachPath { path in
      for vertex in 0..<path.count { append(path[vertex], height: path.z(at: vertex)) }
      endPart()
    }
    let shape: Shape? = geometry.map {
      switch $0 {
      case .point, .multiPoint: .points
      case .lineString, .multiLineString: .lines
      case .polygon, .multiPolygon, .collection: .other
      }
    }
    endFeature(shape ?? .none)
  }

  package var count: Int { shapes.count }

  /// The parts of a feature, as ranges in ``places``.
  package func parts(of feature: Int) -> some Sequence<Range<Int>> {
    let first = feature == 0 ? 0 : featureEnds[feature - 1]
    return (first..<featureEnds[feature]).lazy.map { part in
      (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
    }
  }

  /// The vertices of a feature, as a range in ``places``.
  package func vertices(of feature: Int) -> Range<Int> {
    func end(_ parts: Int) -> Int { parts == 0 ? 0 : partEnds[parts - 1] }
    return end(feature == 0 ? 0 : featureEnds[feature - 1])..<end(featureEnds[feature])
  }
}
