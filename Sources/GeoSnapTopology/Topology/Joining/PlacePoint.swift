/// A vertex that may coincide with others.
struct PlacePoint: BitwiseCopyable, Sendable {
  /// The first ordinate.
  let x: Double
  /// The second ordinate.
  let y: Double
  /// The height; not a number where there is none.
  let z: Double
  /// The class of the feature.
  let type: Int32
  /// Whose vertex it is: of a junction its first node, of a line its ordinal or number.
  let owner: Int32

  @inline(__always)
  init(_ place: Coordinate, z: Double?, type: Int32, owner: Int32) {
    x = place.x
    y = place.y
    self.z = z ?? .nan
    self.type = type
    self.owner = owner
  }

  /// Where it is in the plane.
  var place: Coordinate { Coordinate(x: x, y: y) }

  /// Whether two vertices are the same to the last bit, and of features of one class.
  @inline(__always)
  func isSame(as other: PlacePoint) -> Bool {
    x == other.x && y == other.y && type == other.type
      && (z == other.z || (z.isNaN && other.z.isNaN))
  }
}
