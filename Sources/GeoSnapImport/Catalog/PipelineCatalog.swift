package import GeoSnap

extension HydraulicCatalog {
  /// The domain network of gas, water and heat, with GeoSnap's types and rules.
  ///
  /// Mains are classed by material and outer diameter. Mains of different classes meet at a tee or a reducer. A service
  /// reaches a main only through a tap, and a meter is at the end of a service, never on a main.
  static let pipeline = HydraulicCatalog(firstSourceID: 21, tier: "Supply", catalog: .pipeline)
}

package enum PipelineCatalog {
  static let connectionPoint = HydraulicCatalog.pipeline.fitting(1)
  static let tee = HydraulicCatalog.pipeline.fitting(2)
  static let coupling = HydraulicCatalog.pipeline.fitting(3)
  static let reducer = HydraulicCatalog.pipeline.fitting(4)
  static let endCap = HydraulicCatalog.pipeline.fitting(5)
  package static let tap = HydraulicCatalog.pipeline.fitting(6)

  static let regulatorStation = HydraulicCatalog.pipeline.device(1, 1)
  static let feedIn = HydraulicCatalog.pipeline.device(1, 2)
  package static let meter = HydraulicCatalog.pipeline.device(2)
  static let massStorage = HydraulicCatalog.pipeline.device(8)

  package static let service = HydraulicCatalog.pipeline.line(10)
  static let station = AssetTypeID(SourceNumber.structureBoundary, 202, 1)
}
