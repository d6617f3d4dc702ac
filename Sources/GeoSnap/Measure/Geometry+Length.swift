extension Geometry {
  /// The planar length, in coordinate units: of lines their length, of areas their perimeter.
  ///
  /// Z and M play no part. Points and empty geometries have length 0; a collection the sum of its
  /// members'. NaN when an ordinate is NaN.
  ///
  /// - Complexity: Linear in the number of coordinates.
  public var length: Double {
    var length = 0.0
    forEachPath { path in
      guard path.count > 1 else { return }
      for index in 1..<path.count { length += path[index - 1].distance(to: path[index]) }
    }
    return length
  }
}
