import Foundation
import GeoSnap

/// The format of a data set to conform.
enum ConformFormat {
  case csv
  case geoJSON
  case geoPackage

  /// Takes the format from the file's extension or else from the first bytes of `input`, which are not consumed.
  ///
  /// - Throws: ``Failure`` when the file cannot be read.
  init(path: String, _ input: ByteSource) throws {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "csv", "tsv", "txt": self = .csv
    case "geojson", "json", "geojsonl", "geojsons", "ndjson", "jsonl": self = .geoJSON
    case "gpkg": self = .geoPackage
    default:
      let start = try input.peek(16)
      let first = start.first { !JSONByte.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
      if start.starts(with: Array("SQLite format 3".utf8)) {
        self = .geoPackage
      } else if first == JSONByte.openBrace || first == 0x1E {
        self = .geoJSON
      } else {
        self = .csv
      }
    }
  }

  /// Refuses an output of another format; returns, for GeoJSON, whether a collection is written rather than a
  /// sequence.
  func checkOutput(_ path: String) throws -> Bool {
    let output =
      path == "-"
      ? (self == .csv ? BatchFormat.csv : .geojsonl)
      : try BatchFormat(path: path, hasOption: false)
    switch (self, output) {
    case (.csv, .csv), (.geoPackage, .gpkg), (.geoJSON, .geojsonl): return false
    case (.geoJSON, .geojson): return true
    // Devices have no extension.
    case (.geoJSON, .csv) where URL(fileURLWithPath: path).pathExtension.isEmpty: return false
    case (.geoPackage, _) where path == "-":
      throw Failure.usage("A GeoPackage is written to a file: give --output.")
    default:
      throw Failure.usage(
        "\(path) does not have the format of the input. Give an output of the same format, and convert it with "
          + "geosnap convert."
      )
    }
  }
}
