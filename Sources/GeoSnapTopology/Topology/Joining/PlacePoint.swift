/// A vertex that may coincide with others.
struct PlacePoint: BitwiseCopyable, Sendable {
  let x: Double
  let y: Double
  /// The height; NaN when there is none.
  let z: Double
  /// The class of the feature.
  let type: Int32
  /// The owner of the vertex: a junction's first node, or a line's ordinal or number.
  let owner: Int32

  @inline(__always)
  init(_ place: Coordinate, z: Double?, type: Int32, owner: Int32) {
    x = place.x
    y = place.y
    self.z = z ?? .nan
    self.type = type
    self.owner = owner
  }

  var place: Coordinate { Coordinate(x: x, y: y) }

  /// Whether two vertices have identical ordinates and features of one class.
  @inline(__always)
  func isSame(as other: PlacePoint) -> Bool {
    x == other.x && y == other.y && type == other.type
      && (z == other.z || (z.isNaN && other.z.isNaN))
  }
}
