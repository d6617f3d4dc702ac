public import GeoSnap

/// Reads the networks of gas, water and heat that `pandapipes.to_json` writes.
public struct PandapipesImporter: NetworkImporter {
  /// How the file is turned into a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads a file and makes a network of it, alone or beside what a network holds already.
  ///
  /// Coordinates are taken as they stand: pandapipes does not say which system they are in, so
  /// none is declared unless the options name one.
  ///
  /// - Parameters:
  ///   - files: The file.
  ///   - named: Its name, for error messages.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each place of the file that cannot be read, or says why
  ///   the file does not go with the network.
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    var report = ImportReport()
    let reader: PandapipesReader
    do {
      reader = try PandapipesReader(onlyFile(files), options: options)
    } catch {
      throw ImportError(named, error)
    }
    report.elementsRead = reader.counts
    report.notImported = reader.notImported
    report.notes = reader.unused.notes
    let graph = reader.graph
    let graphImport = GraphImport(
      graph: graph,
      catalog: .pipeline,
      container: { _, equipment in
        let station = equipment.first {
          graph.equipment[$0].description.assetType == PipelineCatalog.regulatorStation
        }
        guard let station else { return nil }
        return .boundary(
          PipelineCatalog.station,
          name: "Regulator station \(graph.equipment[station].description.origin)"
        )
      }
    )
    let made = try graphImport.run(
      options: options,
      srid: options.srid,
      file: named,
      appendingTo: network,
      report: &report
    )
    return ImportResult(network: made, report: report)
  }
}
