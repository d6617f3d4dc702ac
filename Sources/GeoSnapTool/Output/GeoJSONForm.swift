import Foundation
import GeoSnap

/// What surrounds the features of GeoJSON.
struct GeoJSONForm {
  let srid: SRID?
  /// Whether the features stand in one collection, or each on a line of its own.
  let isCollection: Bool

  private var isWGS84: Bool { srid == 4326 }

  var head: [UInt8] {
    guard isCollection else { return [] }
    // RFC 7946 knows WGS 84 only. Elsewhere GDAL and QGIS read the member that came before it.
    let system =
      if let srid, !isWGS84 {
        #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::\#(srid)"}},"#
      } else {
        ""
      }
    return Array(#"{"type":"FeatureCollection",\#(system)"features":["#.utf8) + [10]
  }

  var tail: [UInt8] { isCollection ? Array("\n]}\n".utf8) : [] }

  /// What stands before each feature and after it.
  var frame: (before: [UInt8], after: [UInt8]) {
    isCollection ? (Array(",\n".utf8), []) : ([], Array("\n".utf8))
  }

  /// Says on stderr when coordinates are not what RFC 7946 has.
  ///
  /// - Parameter remedy: What declares the reference system where there is none.
  func warn(undeclared remedy: String? = nil) {
    guard !isWGS84 else { return }
    let system = srid.map { "EPSG:\($0)" } ?? "an undeclared reference system"
    let how = isCollection && srid != nil ? "and say so as GDAL reads it" : "without saying so"
    let hint = srid == nil ? remedy.map { ": \($0)" } ?? "" : ""
    note("coordinates stay in \(system), \(how); RFC 7946 knows WGS 84 only\(hint).")
  }
}
