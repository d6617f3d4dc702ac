internal import GeoSnap

/// The domain network of a node-link model of flow, water or sewer: types of GeoSnap's own making
/// and the rules that an import needs.
///
/// Nodes are junctions, or devices with one terminal; what divides a link is a device with two.
struct HydraulicCatalog: Sendable {
  /// The id of the device source in the catalog; the others follow.
  let firstSourceID: Int
  /// The name of the only tier.
  let tier: String
  var catalog: Catalog

  /// What feeds beside subnetwork controllers.
  static let sourceCategory = "Source"
  /// What feeds, but was not to count when the network was imported.
  static let ignoredSourceCategory = "Ignored Source"

  func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID, assetGroup: group, assetType: type)
  }

  func fitting(_ type: Int) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 1, assetGroup: 1, assetType: type)
  }

  func line(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 3, assetGroup: group, assetType: type)
  }

  /// A junction without a place.
  var junctionObject: AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 4, assetGroup: 100, assetType: 1)
  }

  /// A pipe without a place.
  var edgeObject: AssetTypeID {
    AssetTypeID(sourceID: firstSourceID + 5, assetGroup: 100, assetType: 1)
  }

  /// The same device without a place.
  func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(
      sourceID: firstSourceID + 4,
      assetGroup: device.assetGroup,
      assetType: device.assetType
    )
  }
}

extension FieldName {
  static let tag = "TAG"
  static let elevation = "ELEVATION_M"
  static let demand = "BASE_DEMAND_LPS"
  static let crossSection = "CROSS_SECTION"
  static let roughness = "ROUGHNESS"
  static let setting = "SETTING"
  static let controls = "CONTROLS"
}
