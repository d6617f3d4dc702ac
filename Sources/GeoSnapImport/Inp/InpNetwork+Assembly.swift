internal import GeoSnap

extension InpNetwork {
  static func check(_ problems: [ReadingError], _ file: String) throws(ImportError) {
    guard !problems.isEmpty else { return }
    throw ImportError(
      file: file,
      problems: problems.prefix(ImportError.problemLimit).map { ImportProblem($0) }
    )
  }

  /// Runs `read` and converts its error.
  static func reading<Value>(
    _ file: String,
    _ read: () throws(ReadingError) -> Value
  ) throws(ImportError) -> Value {
    do {
      return try read()
    } catch {
      throw ImportError(file, error)
    }
  }

  /// Makes a network from a graph with the asset types of a hydraulic catalog.
  static func assemble(
    _ graph: SourceGraph,
    _ catalog: HydraulicCatalog,
    options: ImportOptions,
    file: String,
    appendingTo network: UtilityNetwork?,
    report: inout ImportReport
  ) throws(ImportError) -> UtilityNetwork {
    let graphImport = GraphImport(
      graph: graph,
      catalog: catalog.catalog,
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
