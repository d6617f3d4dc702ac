import FuzzDriver
import GeoSnap

@testable import GeoSnapImport

extension FuzzTarget {
  /// Layers in GeoJSON: what is read piece by piece is what is read of the whole.
  static let geoJSONTable = FuzzTarget("GeoJSONTable") { input in
    let whole = try? GeoJSONTable.read("fuzz", input, srid: nil)
    for size in [input.count, 7] {
      var rest = input[...]
      let streamed = try? GeoJSONStream.read("fuzz", srid: nil) {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      // Nil: the stream leaves it to who reads the whole.
      guard let streamed else { continue }
      guard let whole else { find("Read in pieces, and refused as a whole") }
      require(streamed.rows == whole.rows, "Other rows in pieces of \(size)")
      require(streamed.srid == whole.srid, "Another system in pieces of \(size)")
      require(streamed.notes == whole.notes, "Other notes in pieces of \(size)")
      let names = (0..<whole.rows.count).map { "\(whole.id($0)) \(whole.place($0))" }
      require(
        (0..<streamed.rows.count).map { "\(streamed.id($0)) \(streamed.place($0))" } == names,
        "Other names of rows in pieces of \(size)"
      )
    }
  }
}
