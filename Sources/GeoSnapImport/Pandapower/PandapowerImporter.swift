public import GeoSnap

/// Reads electric networks that `pandapower.to_json` writes.
public struct PandapowerImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads a file into a new network, or appends it to an existing one.
  ///
  /// When all coordinates of buses are in the range of longitudes and latitudes, the network is in EPSG:4326 unless the
  /// options name another system.
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
    let reader: PandapowerReader
    do {
      reader = try PandapowerReader(onlyFile(files), options: options)
    } catch {
      throw ImportError(named, error)
    }
    report.elementsRead = reader.counts
    report.notImported = reader.notImported
    report.notes = reader.unused.notes
    let isDetected = options.srid == nil && reader.isGeographic
    if isDetected {
      report.notes.append("Coordinates are taken as longitude and latitude, EPSG:4326.")
    }
    let containers = ElectricContainers(graph: reader.graph, levels: reader.levels)
    let graphImport = GraphImport(
      graph: reader.graph,
      catalog: ElectricCatalog.make(tiers: options.tiers),
      container: containers.style
    )
    let made = try graphImport.run(
      options: options,
      srid: isDetected ? 4326 : options.srid,
      file: named,
      appendingTo: network,
      report: &report
    )
    return ImportResult(network: made, report: report)
  }
}
