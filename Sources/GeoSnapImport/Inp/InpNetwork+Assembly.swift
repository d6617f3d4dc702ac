internal import GeoSnap

extension InpNetwork {
  /// Refuses a file with problems.
  static func check(_ problems: [ReadingError], _ file: String) throws(ImportError) {
    guard !problems.isEmpty else { return }
    throw ImportError(
      file: file,
      problems: problems.prefix(ImportError.problemLimit).map {
        ImportProblem(path: $0.path, message: $0.message)
      }
    )
  }

  /// Reads something that fails with one problem.
  static func reading<Value>(
    _ file: String,
    _ read: () throws(ReadingError) -> Value
  ) throws(ImportError) -> Value {
    do {
      return try read()
    } catch {
      throw ImportError(
        file: file,
        problems: [ImportProblem(path: error.path, message: error.message)]
      )
    }
  }

  /// Makes a network of a graph whose asset types are a hydraulic catalog's.
  static func assemble(
    _ graph: SourceGraph,
    _ catalog: HydraulicCatalog,
    options: ImportOptions,
    file: String,
    appendingTo network: UtilityNetwork?,
    report: inout ImportReport
  ) throws(ImportError) -> UtilityNetwork {
    if options.tiers == .voltage {
      report.notes.append(
        "Tiers of voltage are for power: the domain network has the one tier "
          + "\(HydraulicCatalog.tier)."
      )
    }
    let graphImport = GraphImport(
      graph: graph,
      catalog: catalog.make(),
      fields: HydraulicCatalog.fields(of:),
      container: { _, _ in nil }
    )
    return try graphImport.run(
      options: options,
      srid: options.srid,
      file: file,
      appendingTo: network,
      report: &report
    )
  }
}
