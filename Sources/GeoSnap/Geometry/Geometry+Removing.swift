extension Geometry {
  /// The geometry without Z; the geometry itself when it has none.
  ///
  /// ```swift
  /// let flat = main.removingZ()
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func removingZ() -> Geometry { keeping(.xym) }

  /// The geometry without M; the geometry itself when it has none.
  ///
  /// ```swift
  /// let unmeasured = main.removingM()
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func removingM() -> Geometry { keeping(.xyz) }

  /// The geometry without Z and M; the geometry itself when it has neither.
  ///
  /// ```swift
  /// let plain = main.removingZAndM()
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func removingZAndM() -> Geometry { keeping(.xy) }

  /// The geometry with those of its ordinates that are among `kept`.
  private func keeping(_ kept: CoordinateDimensions) -> Geometry {
    guard dimensions.intersection(kept) != dimensions else { return self }
    return mappingSequences { $0.keeping(kept) }
  }
}
