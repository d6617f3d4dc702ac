public import GeoSnap

/// Reads gas, water and heat networks that `pandapipes.to_json` writes.
public struct PandapipesImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// Coordinates are not transformed. Only the options declare a reference system, because pandapipes files do not.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let reader = try ImportError.naming(named) { () throws(ReadingError) in
      try PandapipesReader(onlyFile(files), options: options)
    }
    let equipment = reader.graph.equipment
    let graphImport = GraphImport(
      graph: reader.graph,
      catalog: .pipeline,
      srid: options.srid,
      report: reader.report,
      container: { _, numbers in
        let station = numbers.first {
          equipment[$0].description.assetType == PipelineCatalog.regulatorStation
        }
        guard let station else { return nil }
        return .boundary(
          PipelineCatalog.station,
          name: "Regulator station \(equipment[station].description.origin)"
        )
      }
    )
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}
