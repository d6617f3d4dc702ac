import FuzzDriver
import GeoSnap

/// Readers of whole texts: nothing is refused without a place, and what was read can be written and read
/// again.
extension FuzzTarget {
  static let formats: [FuzzTarget] = [
    FuzzTarget("WKT") { input in
      let text = String(decoding: input, as: UTF8.self)
      guard
        let geometry = read(input.count * 3, { () throws(FormatError) in try Geometry(wkt: text) })
      else { return }
      let written = geometry.wkt(.shortest, includingSRID: true)
      guard let again = try? Geometry(wkt: written) else {
        find("Cannot be read again: \(written)")
      }
      require(again == geometry, "Is another geometry when read again: \(written)")
      _ = geometry.wkt(.decimals(3))
    },
    FuzzTarget("WKB") { input in
      guard let geometry = read(input.count, { () throws(FormatError) in try Geometry(wkb: input) })
      else { return }
      let written = geometry.wkb(includingSRID: true)
      guard let again = try? Geometry(wkb: written) else {
        find("Cannot be read again: \(geometry.wkt)")
      }
      require(again == geometry, "Is another geometry when read again: \(geometry.wkt)")
      require(again.wkb(includingSRID: true) == written, "Other bits: \(geometry.wkt)")
      let plain = geometry.wkb()
      guard let tagged = try? Geometry(wkb: plain, srid: geometry.srid) else {
        find("Cannot be read again: \(geometry.wkt)")
      }
      require(tagged == geometry, "Is another geometry as ISO WKB: \(geometry.wkt)")
    },
    FuzzTarget("HexWKB") { input in
      let text = String(decoding: input, as: UTF8.self)
      guard
        let geometry = read(
          input.count * 3,
          { () throws(FormatError) in try Geometry(hexWKB: text) }
        )
      else { return }
      let written = geometry.hexWKB(includingSRID: true)
      require((try? Geometry(hexWKB: written)) == geometry, "Another geometry: \(written)")
    },
    FuzzTarget("GeoJSON") { input in
      let text = String(decoding: input, as: UTF8.self)
      if let geometry = read(
        input.count,
        { () throws(FormatError) in try Geometry(geoJSON: input) }
      ) {
        checkGeoJSON(geometry)
      }
      let feature = read(input.count * 3) { () throws(FormatError) in
        try GeoJSONFeature(geoJSON: text)
      }
      guard let feature, let written = try? feature.geoJSON() else { return }
      guard let again = try? GeoJSONFeature(geoJSON: written) else {
        find("Cannot be read again: \(written)")
      }
      require((try? again.geoJSON()) == written, "Is another feature when read again: \(written)")
    },
    FuzzTarget("EsriJSON") { input in
      let text = String(decoding: input, as: UTF8.self)
      let limit = input.count * 3
      if let geometry = read(limit, { () throws(FormatError) in try Geometry(esriJSON: text) }) {
        checkEsriJSON(geometry)
      }
      let feature = read(limit) { () throws(FormatError) in try EsriFeature(esriJSON: text) }
      guard let feature, let written = try? feature.esriJSON() else { return }
      guard let again = try? EsriFeature(esriJSON: written) else {
        find("Cannot be read again: \(written)")
      }
      require(again.attributes == feature.attributes, "Other attributes: \(written)")
    },
  ]

  private static func checkGeoJSON(_ geometry: Geometry) {
    // Infinity has no place in GeoJSON, and the reader never makes one.
    guard let written = try? geometry.geoJSON() else {
      find("Cannot be written: \(geometry.wkt)")
    }
    guard let again = try? Geometry(geoJSON: written) else {
      find("Cannot be read again: \(written)")
    }
    require((try? again.geoJSON()) == written, "Is another geometry when read again: \(written)")
    require(again.coordinates == geometry.coordinates || geometry.isEmpty, "Other coordinates")
  }

  private static func checkEsriJSON(_ geometry: Geometry) {
    guard let written = try? geometry.esriJSON() else {
      find("Cannot be written: \(geometry.wkt)")
    }
    guard let again = try? Geometry(esriJSON: written) else {
      find("Cannot be read again: \(written)")
    }
    require(again.srid == geometry.srid, "Another reference system: \(written)")
    require(again.coordinates.count == geometry.coordinates.count, "Other coordinates: \(written)")
  }
}

/// What was read; nil for an error, which must say where and what.
func read<Value>(_ length: Int, _ body: () throws(FormatError) -> Value) -> Value? {
  do throws(FormatError) {
    return try body()
  } catch {
    check(error, length)
    return nil
  }
}

/// An error must say where and what.
func check(_ error: FormatError, _ length: Int) {
  require(error.offset >= 0 && error.offset <= length, "An error at \(error.offset) of \(length)")
  require(!error.message.isEmpty, "An error without a message")
}
