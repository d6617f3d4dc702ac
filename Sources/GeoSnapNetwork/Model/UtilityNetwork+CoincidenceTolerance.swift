extension UtilityNetwork {
  /// The largest distance between vertices at one place.
  ///
  /// The definition's tolerance or, without one, 1e-8 degrees for reference systems of longitude and latitude and one
  /// millimetre for others. Most geographic systems have EPSG numbers from 4000 to 4999.
  public var coincidenceTolerance: CoincidenceTolerance {
    Self.coincidenceTolerance(of: definition, srid: srid)
  }

  /// The tolerance of a network with this definition and reference system.
  package static func coincidenceTolerance(
    of definition: NetworkDefinition?,
    srid: SRID?
  ) -> CoincidenceTolerance {
    if let tolerance = definition?.tolerance { return tolerance }
    guard let srid else { return .millimetre }
    let isGeographic =
      (4000..<5000).contains(srid)
      && !SpatialReferenceSystems.projected.contains { $0.contains(srid) }
      || SpatialReferenceSystems.later.contains(srid)
    return isGeographic ? .degrees : .millimetre
  }
}

extension Geometry {
  /// Reads well-known binary; arcs become straight segments within the tolerance of a reference system.
  ///
  /// - Returns: The geometry and the number of arcs.
  /// - Throws: ``FormatError`` as ``straightened(wkb:srid:tolerance:)``.
  package static func straightened(
    wkb: Span<UInt8>,
    srid: SRID?
  ) throws(FormatError) -> (geometry: Geometry, arcCount: Int) {
    try straightened(
      wkb: wkb,
      srid: srid,
      tolerance: UtilityNetwork.coincidenceTolerance(of: nil, srid: srid).xy
    )
  }
}

/// Geographic reference systems with numbers after 4999.
enum SpatialReferenceSystems {
  /// The projected and geocentric systems among EPSG's numbers of geographic systems.
  static let projected: [ClosedRange<SRID>] = [
    4026...4026, 4037...4038, 4048...4051, 4056...4063, 4071...4071, 4082...4083, 4087...4088,
    4217...4217, 4390...4462, 4467...4467, 4471...4471, 4484...4489, 4491...4554, 4568...4589,
    4647...4647, 4652...4656, 4766...4800, 4826...4826, 4839...4839, 4855...4880, 4978...4978,
  ]

  static let later: [SRID] = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]
}
