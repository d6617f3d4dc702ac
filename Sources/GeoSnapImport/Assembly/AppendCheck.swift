internal import GeoSnap

/// Refuses to append a file that does not fit the network.
struct AppendCheck {
  let options: ImportOptions
  let file: String

  /// - Throws: ``ImportError`` for another reference system, repeated origins, or exhausted row ids.
  func check(
    _ existing: UtilityNetwork,
    srid: SRID?,
    origins: [String]
  ) throws(ImportError) {
    if srid != existing.srid {
      func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "an undeclared system" }
      throw refusal(
        "The file is in \(name(srid)), but the network is in \(name(existing.srid)): "
          + "transform the file first, or give the file's system with --srid."
      )
    }
    let full = existing.tables.first { table in
      table.rowIDs.contains { $0 > NetworkTables.greatestRowID }
    }
    if let full {
      throw refusal(
        "Table \(full.name) of the network has row ids up to \(full.rowIDs.max() ?? 0), which "
          + "leaves none for new rows: renumber the rows of the table."
      )
    }
    if let origin = origins.first(where: { !existing.features(origin: $0).isEmpty }) {
      throw refusal(
        "The network already has an element \(origin): \(options.prefixAdvice)"
      )
    }
  }

  private func refusal(_ message: String) -> ImportError {
    ImportError(file: file, problems: [ImportProblem(path: "$", message: message)])
  }
}

extension ImportOptions {
  /// How the names in a file become different from those in the network.
  var prefixAdvice: String {
    prefix.map { "give this file a prefix other than '\($0)'." }
      ?? "give this file a prefix with --prefix."
  }
}
