/// One vertex of a geometry being edited.
struct EditorVertex: Sendable {
  /// Where it is.
  var place: Coordinate
  /// Its height; 0 in a geometry without heights.
  var z: Double
  /// Its measure; NaN where it is missing and in a geometry without measures.
  var m = Double.nan
  /// The number of the match it was placed with; -1 when it was placed freely.
  var snap: Int32 = -1
  /// Its number among the vertices before the edit; -1 for a new one.
  var original: Int32 = -1
  /// Whether the line is to be split here.
  var splits = false
}

extension EditorVertex: Equatable {
  /// Whether both are at the same place to the last bit, however they came there.
  ///
  /// By bits, so that a NaN that was there before is no change.
  static func == (one: EditorVertex, other: EditorVertex) -> Bool {
    one.place.x.bitPattern == other.place.x.bitPattern
      && one.place.y.bitPattern == other.place.y.bitPattern
      && one.z.bitPattern == other.z.bitPattern && one.m.bitPattern == other.m.bitPattern
      && one.splits == other.splits
  }

  /// Whether both came to the same place in the same way.
  func isIdentical(to other: EditorVertex) -> Bool {
    self == other && snap == other.snap && original == other.original
  }
}

extension GeometryType {
  /// Whether it consists of places, each a part of its own.
  var isPoints: Bool { self == .point || self == .multiPoint }

  /// Whether its parts are rings.
  var isAreas: Bool { self == .polygon || self == .multiPolygon }

  /// Whether it may have several parts.
  var isMulti: Bool { self == .multiPoint || self == .multiLineString || self == .multiPolygon }

  /// The fewest vertices that a part needs; a ring's closing vertex is not counted.
  var fewestVertices: Int { isPoints ? 1 : isAreas ? 3 : 2 }

  /// What its parts are called.
  var partName: String { isPoints ? "point" : isAreas ? "ring" : "line" }
}
