internal import GeoSnap

/// The domain network of a node-link model of pipes: GeoSnap's types, and rules for imports.
///
/// Nodes are junctions, or devices with one terminal; equipment that divides a link is a device with two.
struct HydraulicCatalog: Sendable {
  /// The id of the device source in the catalog; the ids of the other sources follow.
  let firstSourceID: Int
  let tier: String
  var catalog: Catalog

  /// The category of sources that are not subnetwork controllers.
  static let sourceCategory = "Source"
  /// The category of sources that the import was set to ignore.
  static let ignoredSourceCategory = "Ignored Source"

  func device(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(firstSourceID, group, type)
  }

  func fitting(_ type: Int) -> AssetTypeID {
    AssetTypeID(firstSourceID + 1, 1, type)
  }

  func line(_ group: Int, _ type: Int = 1) -> AssetTypeID {
    AssetTypeID(firstSourceID + 3, group, type)
  }

  var junctionObject: AssetTypeID {
    AssetTypeID(firstSourceID + 4, 100, 1)
  }

  var edgeObject: AssetTypeID {
    AssetTypeID(firstSourceID + 5, 100, 1)
  }

  /// The junction object type that corresponds to a device.
  func object(of device: AssetTypeID) -> AssetTypeID {
    AssetTypeID(firstSourceID + 4, device.assetGroup, device.assetType)
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
