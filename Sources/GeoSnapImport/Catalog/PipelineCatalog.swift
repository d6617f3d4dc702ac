package import GeoSnap

/// The domain network of gas, water and heat, with GeoSnap's types and rules.
///
/// Mains are classed by material and outer diameter. Mains of different classes meet at a tee or a reducer. A service
/// reaches a main only through a tap, and a meter is at the end of a service, never on a main.
package enum PipelineCatalog {
  // MARK: Asset types

  static func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: SourceNumber.pipelineDevice, assetGroup: group, assetType: type)
  }

  static func junction(_ type: Int) -> AssetTypeID {
    AssetTypeID(sourceID: SourceNumber.pipelineJunction, assetGroup: 1, assetType: type)
  }

  static let connectionPoint = junction(1)
  static let tee = junction(2)
  static let coupling = junction(3)
  static let reducer = junction(4)
  static let endCap = junction(5)
  package static let tap = junction(6)

  static let regulatorStation = device(1, 1)
  static let feedIn = device(1, 2)
  package static let meter = device(2)
  static let massStorage = device(8)

  package static let service = AssetTypeID(
    sourceID: SourceNumber.pipelineLine,
    assetGroup: 10,
    assetType: 1
  )
  static let junctionObject = AssetTypeID(
    sourceID: SourceNumber.pipelineJunctionObject,
    assetGroup: 100,
    assetType: 1
  )
  static let edgeObject = AssetTypeID(
    sourceID: SourceNumber.pipelineEdgeObject,
    assetGroup: 100,
    assetType: 1
  )
  static let station = AssetTypeID(
    sourceID: SourceNumber.structureBoundary,
    assetGroup: 202,
    assetType: 1
  )

  /// The junction object type that corresponds to a device.
  static func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(
      sourceID: SourceNumber.pipelineJunctionObject,
      assetGroup: device.assetGroup,
      assetType: device.assetType
    )
  }
}
