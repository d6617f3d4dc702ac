extension Geometry {
  /// The geometry without Z; the geometry itself when it has none.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZ().wkt  // -> LINESTRING M (0 0 1, 9 0 2)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant without a Z to remove.
  /// - Source: Esri's `removeZ`.
  public func removingZ() -> Geometry { keeping(.xym) }

  /// The geometry without M; the geometry itself when it has none.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingM().wkt  // -> LINESTRING Z (0 0 5, 9 0 6)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant without an M to remove.
  /// - Source: Esri's `removeM`.
  public func removingM() -> Geometry { keeping(.xyz) }

  /// The geometry without Z and M; the geometry itself when it has neither.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZAndM().wkt  // -> LINESTRING (0 0, 9 0)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant when there is nothing to remove.
  /// - Source: Esri's `removeZAndM`.
  public func removingZAndM() -> Geometry { keeping(.xy) }

  private func keeping(_ kept: CoordinateDimensions) -> Geometry {
    guard dimensions.intersection(kept) != dimensions else { return self }
    return mappingSequences { $0.keeping(kept) }
  }
}
