/// Some features of a data set to be conformed, flat: vertices, and where parts and features end.
///
/// Readers fill one block after the other; blocks are conformed independently of one another.
public struct ConformBlock: Sendable {
  // Invariant: partEnds and featureEnds increase weakly; featureEnds counts parts.

  /// What a feature is made of.
  public enum Shape: UInt8, Hashable, Sendable {
    /// A point or several, each a part of its own.
    case points
    /// A line or several.
    case lines
    /// Anything else: areas and collections.
    ///
    /// It never moves, and what shares a vertex with it stays.
    case other
    /// No geometry, or an empty point or line.
    case none
  }

  /// What each feature is made of.
  public private(set) var shapes: [Shape] = []
  /// The vertices of all features.
  public private(set) var places: [Coordinate] = []
  /// For each vertex its height; NaN where it has none.
  public private(set) var heights: [Double] = []
  private var partEnds: [Int] = []
  private var featureEnds: [Int] = []

  /// Creates an empty block.
  public init() {}

  /// Appends a vertex to the part being made; one whose ordinates are no finite numbers stays as it is.
  public mutating func append(_ place: Coordinate, height: Double? = nil) {
    places.append(place)
    heights.append(height ?? .nan)
  }

  /// Ends a part; one without vertices is none.
  public mutating func endPart() {
    if places.count > (partEnds.last ?? 0) { partEnds.append(places.count) }
  }

  /// Ends a feature, and the part being made with it.
  public mutating func endFeature(_ shape: Shape) {
    endPart()
    // Without a vertex there is nothing to move, as without a geometry.
    let isEmpty = partEnds.count == (featureEnds.last ?? 0)
    shapes.append(isEmpty && shape != .other ? .none : shape)
    featureEnds.append(partEnds.count)
  }

  /// Appends a feature.
  public mutating func append(_ geometry: Geometry?) {
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

  /// The number of features.
  public var count: Int { shapes.count }

  /// The parts of a feature: for each of them where its vertices stand in ``places``.
  public func parts(of feature: Int) -> some Sequence<Range<Int>> {
    let first = feature == 0 ? 0 : featureEnds[feature - 1]
    return (first..<featureEnds[feature]).lazy.map { part in
      (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
    }
  }

  /// Where the vertices of a feature stand in ``places``.
  public func vertices(of feature: Int) -> Range<Int> {
    func end(_ parts: Int) -> Int { parts == 0 ? 0 : partEnds[parts - 1] }
    return end(feature == 0 ? 0 : featureEnds[feature - 1])..<end(featureEnds[feature])
  }
}
