// geosnap.h names these functions, and says what they do.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CGeoSnap
internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapTool

extension geosnap_feature {
  init(_ feature: FeatureID?) { self.init(table: feature?.table ?? -1, row: feature?.row ?? -1) }
}

private func features(
  _ given: UnsafePointer<geosnap_feature>?,
  _ count: Int,
  of network: EditedNetwork
) throws(Failure) -> [FeatureID] {
  let given = try unsafe elements(given, count, "features")
  var found: [FeatureID] = []
  found.reserveCapacity(given.count)
  for number in 0..<given.count {
    let (table, row) = unsafe (given[number].table, given[number].row)
    let isThere = table >= 0 && Int(table) < network.base.tables.count && row >= 0
    let feature = FeatureID(table: max(Int(table), 0), row: max(Int(row), 0))
    guard isThere, network.contains(feature) else {
      throw .misuse("Feature \(number), of table \(table) and row \(row), is not in the network.")
    }
    found.append(feature)
  }
  return found
}

@c @implementation package func geosnap_features_named(
  _ network: OpaquePointer?,
  _ name: geosnap_text,
  _ features: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_features>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let (open, revision) = try unsafe object(network, "network", as: NetworkHandle.self).asked
    let features = try unsafe place(features, "features")
    let found = try open.features(named: unsafe name.string("name"))
    unsafe features.pointee = give(
      geosnap_features(
        count: UInt64(found.count),
        features: give(found.map { geosnap_feature($0) }),
        revision: revision
      )
    )
  }
}

@c @implementation
package func geosnap_features_free(_ features: UnsafeMutablePointer<geosnap_features>?) {
  guard let features = unsafe features else { return }
  unsafe release(features.pointee.features)
  unsafe release(features)
}

@c @implementation package func geosnap_describe(
  _ network: OpaquePointer?,
  _ features: UnsafePointer<geosnap_feature>?,
  _ count: Int,
  _ columns: UnsafePointer<geosnap_columns>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let network = try unsafe object(network, "network", as: NetworkHandle.self).open.network
    guard unsafe columns != nil else { throw .misuse("columns is NULL.") }
    let columns = try unsafe known(columns, geosnap_columns())
    for (number, feature) in try unsafe GeoSnapC.features(features, count, of: network).enumerated()
    {
      unsafe columns.row_ids?[number] = network.rowID(of: feature) ?? -1
      if let ids = unsafe columns.global_ids {
        let id = network.globalID(of: feature) ?? GlobalID(high: 0, low: 0)
        for byte in 0..<8 {
          let shift = UInt64(56 - 8 * byte)
          unsafe ids[16 * number + byte] = UInt8(truncatingIfNeeded: id.high >> shift)
          unsafe ids[16 * number + 8 + byte] = UInt8(truncatingIfNeeded: id.low >> shift)
        }
      }
      let type = network.assetTypeID(of: feature)
      unsafe columns.asset_groups?[number] = Int32(clamping: type?.assetGroup ?? -1)
      unsafe columns.asset_types?[number] = Int32(clamping: type?.assetType ?? -1)
    }
  }
}

@c @implementation package func geosnap_texts(
  _ network: OpaquePointer?,
  _ features: UnsafePointer<geosnap_feature>?,
  _ count: Int,
  _ which: Int32,
  _ texts: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_strings>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let network = try unsafe object(network, "network", as: NetworkHandle.self).open.network
    let texts = try unsafe place(texts, "texts")
    let found = try unsafe GeoSnapC.features(features, count, of: network)
    let text: (FeatureID) -> String?
    switch which {
    case GEOSNAP_NAME: text = { network.name(of: $0) }
    case GEOSNAP_ORIGIN: text = { network.origin(of: $0) }
    case GEOSNAP_GLOBAL_ID: text = { network.globalID(of: $0)?.description }
    case GEOSNAP_ASSET_TYPE: text = { network.assetTypePath(of: $0) }
    default:
      throw .misuse(
        "There is no text \(which): give GEOSNAP_NAME, GEOSNAP_ORIGIN, GEOSNAP_GLOBAL_ID or GEOSNAP_ASSET_TYPE."
      )
    }
    unsafe texts.pointee = geosnap_strings.given(found.count) { number, bytes in
      if let text = text(found[number]) { bytes += text.utf8 }
    }
  }
}

@c @implementation package func geosnap_geometries(
  _ network: OpaquePointer?,
  _ features: UnsafePointer<geosnap_feature>?,
  _ count: Int,
  _ geometries: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_strings>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let network = try unsafe object(network, "network", as: NetworkHandle.self).open.network
    let geometries = try unsafe place(geometries, "geometries")
    let found = try unsafe GeoSnapC.features(features, count, of: network)
    unsafe geometries.pointee = geosnap_strings.given(found.count) { number, bytes in
      if let geometry = network.geometry(of: found[number]) { bytes += geometry.wkb() }
    }
  }
}

@c @implementation
package func geosnap_strings_free(_ strings: UnsafeMutablePointer<geosnap_strings>?) {
  guard let strings = unsafe strings else { return }
  unsafe release(strings.pointee.bytes)
  unsafe release(strings.pointee.ends)
  unsafe release(strings)
}

extension EditedNetwork {
  /// The path Source/Asset group/Asset type of a feature, by names; nil when it has none.
  func assetTypePath(of feature: FeatureID) -> String? {
    guard let (group, type) = assetType(of: feature) else { return nil }
    return "\(base.tables[Int(feature.table)].name)/\(group.name)/\(type.name)"
  }
}
