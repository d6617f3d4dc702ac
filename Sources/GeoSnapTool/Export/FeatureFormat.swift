import ArgumentParser
import Foundation
import GeoSnap

enum FeatureFormat: String, ExpressibleByArgument, CaseIterable {
  case geojson
  /// A feature on each line.
  case geojsonl
  /// A feature set, as Esri's services return it.
  case esrijson
  /// A row for each feature, its geometry as well-known text in the column WKT.
  case csv
  /// Well-known text, a geometry on each line.
  case wkt
  /// Well-known binary as hexadecimal digits, a geometry on each line.
  case wkb
  /// One table of a GeoPackage.
  case gpkg

  /// The format of a file's extension; throws ``Failure`` with the extensions.
  init(path: String) throws {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "geojson", "json": self = .geojson
    case "geojsonl", "geojsons", "ndjson", "jsonl": self = .geojsonl
    case "esrijson": self = .esrijson
    case "csv", "tsv": self = .csv
    case "wkt": self = .wkt
    case "wkb", "hex": self = .wkb
    case "gpkg": self = .gpkg
    default:
      throw Failure.usage(
        "The name \(path) does not give a format: end it in .geojson, .geojsonl, .csv or .gpkg, or give "
          + "--format."
      )
    }
  }

  /// Whether all features have the same columns, which must be known before the first is written.
  var needsFields: Bool { self == .csv || self == .gpkg }

  var isGeoJSON: Bool { self == .geojson || self == .geojsonl }
}
