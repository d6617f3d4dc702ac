struct EditorVertex: Sendable {
  var place: Coordinate
  /// The height; 0 in a geometry without heights.
  var z: Double
  /// The measure; NaN when it is missing and in a geometry without measures.
  var m = Double.nan
  /// The index of its snap; -1 without a snap.
  var snap: Int32 = -1
  /// Its index among the vertices before the edit; -1 for a new one.
  var original: Int32 = -1
  /// Whether the line is to be split here.
  var splits = false
}

extension EditorVertex: Equatable {
  /// Whether both are at the same place to the last bit; an existing NaN is thus no change.
  static func == (one: EditorVertex, other: EditorVertex) -> Bool {
    one.place.x.bitPattern == other.place.x.bitPattern
      && one.place.y.bitPattern == other.place.y.bitPattern
      && one.z.bitPattern == other.z.bitPattern && one.m.bitPattern == other.m.bitPattern
      && one.splits == other.splits
  }

  /// Whether both are at the same place with the same snap and original vertex.
  func isIdentical(to other: EditorVertex) -> Bool {
    self == other && snap == other.snap && original == other.original
  }
}

extension GeometryType {
  /// Whether it consists of points, each a separate part.
  var isPoints: Bool { self == .point || self == .multiPoint }

  var isAreas: Bool { self == .polygon || self == .multiPolygon }

  var isMulti: Bool { self == .multiPoint || self == .multiLineString || self == .multiPolygon }

  /// The fewest vertices of a part, without a ring's closing vertex.
  var fewestVertices: Int { isPoints ? 1 : isAreas ? 3 : 2 }

  var partName: String { isPoints ? "point" : isAreas ? "ring" : "line" }
}
