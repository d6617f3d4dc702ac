public import GeoSnap

extension CoordinateTransformation {
  /// Returns the network with all features in the target system, which it then declares.
  ///
  /// Only coordinates and the tolerance change. Equal coordinates stay equal to the last bit, so features that are
  /// connected by their position stay connected. With ``transformsHeights`` this includes z.
  ///
  /// The tolerance is in coordinate units, so it is multiplied by the greatest stretch of the transformation over the
  /// network, about 111,300 from degrees to metres. Vertices within the tolerance stay within it. When the definition
  /// states no tolerance and the default of the target is within 15% of that product, it still states none, for
  /// example from 1e-8 degrees to a millimetre. Otherwise, for example for feet, the definition then states it.
  ///
  /// ```swift
  /// let toMetres = try CoordinateTransformation(
  ///   from: SpatialReference(srid: 4326), to: SpatialReference(srid: 25_832))
  /// let network = try UtilityNetwork(definition: NetworkDefinition(), srid: 4326, tables: [])
  /// try toMetres.transform(network).srid  // -> 25832
  /// ```
  ///
  /// - Throws: ``ProjectionError`` as ``transform(_:)-(Geometry)``, naming the first feature that cannot be
  ///   transformed; `invalidNetwork` when distinct features coincide afterwards.
  /// - Complexity: Linear in the size of the network.
  public func transform(_ network: UtilityNetwork) throws(ProjectionError) -> UtilityNetwork {
    try check(network.srid)
    var tables: [FeatureTable] = []
    for table in network.tables { tables.append(try transform(table)) }
    return try remade(network, tables, tolerance: try tolerance(of: network))
  }

  /// The tolerance of a network in the target system; nil when the default of the target fits.
  private func tolerance(
    of network: UtilityNetwork
  ) throws(ProjectionError) -> CoincidenceTolerance? {
    guard let envelope = network.envelope else { return network.definition.tolerance }
    let before = network.coincidenceTolerance
    let after = CoincidenceTolerance(
      known: before.xy * (try stretch(over: envelope)),
      z: before.z * heightFactor
    )
    guard network.definition.tolerance == nil else { return after }
    let empty = try? UtilityNetwork(definition: NetworkDefinition(), srid: target.srid, tables: [])
    guard let usual = empty?.coincidenceTolerance else { return after }
    let isUsual = (0.85...1.15).contains(after.xy / usual.xy) && heightFactor == 1
    return isUsual ? nil : after
  }

  private func remade(
    _ network: UtilityNetwork,
    _ tables: [FeatureTable],
    tolerance: CoincidenceTolerance?
  ) throws(ProjectionError) -> UtilityNetwork {
    var definition = network.definition
    definition.tolerance = tolerance
    do throws(NetworkError) {
      // Problems that the network tolerated when it was made have been reported then.
      var tolerated: [NetworkProblem] = []
      let made = try UtilityNetwork(
        definition: definition,
        srid: target.srid,
        tables: tables,
        associations: network.associations,
        rules: network.rules,
        besides: network.setAside,
        toleratesAssetTypes: true,
        settingAside: &tolerated
      )
      let broken = tolerated.filter { !$0.isAboutAssetType }
      if !broken.isEmpty { throw NetworkError(broken) }
      return made
    } catch {
      throw ProjectionError(.invalidNetwork, "\(error)")
    }
  }

  private func transform(_ table: FeatureTable) throws(ProjectionError) -> FeatureTable {
    var transformed = table.emptied
    for row in 0..<table.count {
      var feature = table[row]
      if let geometry = feature.geometry {
        do throws(ProjectionError) {
          feature.geometry = try transform(geometry)
        } catch {
          let origin = feature.origin.map { " (\($0))" } ?? ""
          throw ProjectionError(
            error.code,
            "\(table.name), row \(feature.rowID)\(origin): \(error.message)"
          )
        }
      }
      transformed.append(feature)
    }
    return transformed
  }

  /// The number of height units in the target for one in the source.
  private var heightFactor: Double {
    guard transformsHeights, source.axes[2].unitFactor > 0, target.axes[2].unitFactor > 0 else {
      return 1
    }
    return source.axes[2].unitFactor / target.axes[2].unitFactor
  }
}
