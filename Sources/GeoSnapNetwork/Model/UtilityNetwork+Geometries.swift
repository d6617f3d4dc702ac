extension UtilityNetwork {
  /// The geometries of all features in the order of their ordinals, nil for those without: what an
  /// index of the network is built from.
  public var geometries: [Geometry?] { tables.flatMap { Array($0.geometries) } }
}
