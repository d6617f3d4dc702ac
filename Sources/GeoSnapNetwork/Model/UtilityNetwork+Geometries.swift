extension UtilityNetwork {
  /// The geometries of all features in the order of their ordinals, nil for none: the input of an index.
  public var geometries: [Geometry?] { tables.flatMap { Array($0.geometries) } }
}
