import Foundation
import GeoSnap

/// The JSON around the features of GeoJSON.
struct GeoJSONForm {
  let srid: SRID?
  /// Whether the features are in one collection, or each on a separate line.
  let isCollection: Bool

  private var isWGS84: Bool { srid == 4326 }

  var head: [UInt8] {
    guard isCollection else { return [] }
    // RFC 7946 supports WGS 84 only. For other systems GDAL and QGIS read the older member `crs`.
    let system =
      if let srid, !isWGS84 {
        #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::\#(srid)"}},"#
      } else {
        ""
      }
    return Array(#"{"type":"FeatureCollection",\#(system)"features":["#.utf8) + [10]
  }

  var tail: [UInt8] { isCollection ? Array("\n]}\n".utf8) : [] }

  /// The bytes before and after each feature.
  var frame: (before: [UInt8], after: [UInt8]) {
    isCollection ? (Array(",\n".utf8), []) : ([], Array("\n".utf8))
  }

  /// Warns on stderr when the coordinates do not conform to RFC 7946.
  ///
  /// `remedy` says how to declare the reference system where there is none.
  func warn(undeclared remedy: String? = nil) {
    guard !isWGS84 else { return }
    let system = srid.map { "EPSG:\($0)" } ?? "an undeclared reference system"
    let how = srid == nil ? "" : isCollection ? ", declared as GDAL reads it" : ", undeclared"
    let hint = srid == nil ? remedy.map { ": \($0)" } ?? "" : ""
    note("Coordinates are in \(system)\(how); RFC 7946 allows only WGS 84\(hint).")
  }
}
