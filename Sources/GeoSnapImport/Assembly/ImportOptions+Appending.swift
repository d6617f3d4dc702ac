internal import GeoSnap

extension ImportOptions {
  /// Refuses to append a file that does not fit the network.
  ///
  /// - Throws: ``ImportError`` for another reference system, repeated origins, or exhausted row ids.
  func checkAppending(
    _ file: String,
    to existing: UtilityNetwork,
    srid: SRID?,
    origins: [String]
  ) throws(ImportError) {
    if srid != existing.srid {
      guard existing.srid != nil else {
        throw ImportError(
          ofNetworkFor: file,
          "The network has no declared reference system: import it again with --srid CODE --force, "
            + "then append."
        )
      }
      func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "an undeclared system" }
      throw ImportError(
        file,
        "The file is in \(name(srid)), but the network is in \(name(existing.srid)): "
          + "transform the file first, or give the file's system with --srid."
      )
    }
    let full = existing.tables.first { table in
      table.rowIDs.contains { $0 > NetworkTables.greatestRowID }
    }
    if let full {
      throw ImportError(
        ofNetworkFor: file,
        "Table \(full.name) of the network has row ids up to \(full.rowIDs.max() ?? 0), which "
          + "leaves none for new rows: renumber the rows of the table."
      )
    }
    if let origin = origins.first(where: { !existing.features(origin: $0).isEmpty }) {
      throw ImportError(
        file,
        "The network already has an element \(origin): \(prefixAdvice)"
      )
    }
  }

  /// How the names in a file become different from those in the network.
  var prefixAdvice: String {
    prefix.map { "give this file a prefix other than '\($0)'." }
      ?? "give this file a prefix with --prefix."
  }
}
