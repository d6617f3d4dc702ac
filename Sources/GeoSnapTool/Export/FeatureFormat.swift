import ArgumentParser
import Foundation
import GeoSnap

/// The form of a file of features.
enum FeatureFormat: String, ExpressibleByArgument, CaseIterable {
  /// A collection of features.
  case geojson
  /// A feature on each line.
  case geojsonl
  /// A set of features, as Esri's services answer it.
  case esrijson
  /// A row for each feature, its geometry as well-known text in the column WKT.
  case csv
  /// Well-known text, a geometry on each line.
  case wkt
  /// Well-known binary as hexadecimal digits, a geometry on each line.
  case wkb
  /// One table of a GeoPackage.
  case gpkg

  /// The form that a file's name ends in.
  ///
  /// - Throws: ``Failure`` that lists the endings.
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
        "No format is known from the name \(path): name it .geojson, .geojsonl, .csv or .gpkg, or give "
          + "--format."
      )
    }
  }

  /// Whether a file of this form has the same columns for all features, which must be known before the first.
  var needsFields: Bool { self == .csv || self == .gpkg }

  /// Whether attributes are members of JSON.
  var isJSON: Bool { self == .geojson || self == .geojsonl || self == .esrijson }
}
