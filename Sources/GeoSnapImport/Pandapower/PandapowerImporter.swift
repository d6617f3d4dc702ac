public import GeoSnap

/// Reads electric networks that `pandapower.to_json` writes.
public struct PandapowerImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// When all coordinates of buses are in the range of longitudes and latitudes, the network is in EPSG:4326 unless the
  /// options name another system.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let reader = try ImportError.naming(named) { () throws(ReadingError) in
      try PandapowerReader(onlyFile(files), options: options)
    }
    var graphImport = GraphImport(
      graph: reader.graph,
      catalog: ElectricCatalog.make(tiers: options.tiers),
      srid: options.srid,
      report: reader.report,
      container: ElectricContainers(graph: reader.graph, levels: reader.levels).style
    )
    if options.srid == nil && reader.isGeographic {
      graphImport.srid = 4326
      graphImport.report.notes.append(
        "Coordinates are taken as longitude and latitude, EPSG:4326."
      )
    }
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}
