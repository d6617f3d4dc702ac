public import GeoSnap

/// Reads gas, water and heat networks that `pandapipes.to_json` writes.
public struct PandapipesImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads a file into a new network, or appends it to an existing one.
  ///
  /// Coordinates are not transformed. Only the options declare a reference system, because pandapipes files do not.
  ///
  /// - Parameters:
  ///   - files: The file.
  ///   - named: The name of the file, for errors.
  ///   - network: The network to append to; nil to create one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each place that cannot be read, or says why the file does not fit the
  ///   network.
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
