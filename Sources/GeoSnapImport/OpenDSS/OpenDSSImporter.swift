public import GeoSnap

/// Reads the tables of an OpenDSS circuit that `Scripts/export_opendss.py` writes.
///
/// `buses.csv` and `elements.csv` are required; `fuses.csv` has the terminals with fuses.
public struct OpenDSSImporter: NetworkImporter {
  /// How the tables become a network.
  public var options: ImportOptions
  /// Whether there are assemblies, poles and substations.
  public var makesAssemblies: Bool

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions(), makesAssemblies: Bool = true) {
    self.options = options
    self.makesAssemblies = makesAssemblies
  }

  /// Reads the tables into a new network, or appends them to an existing one.
  ///
  /// - Parameters:
  ///   - files: `buses.csv`, `elements.csv` and optionally `fuses.csv`, by name; other files are ignored.
  ///   - named: The folder's name, for errors.
  ///   - network: The network to append to; nil to create one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` with file, line and column of unreadable data, or that says why the circuit does not
  ///   fit the network.
  /// - Complexity: O(n log n) in the size of the files and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let circuit = try ImportError.naming(named) { () throws(ReadingError) in
      try OpenDSSCircuit(files)
    }
    try ImportError.refuse(circuit.problems, named)
    var builder = OpenDSSGraph(circuit, options: options, makesAssemblies: makesAssemblies)
    builder.build()
    let graphImport = GraphImport(
      graph: builder.graph,
      catalog: ElectricCatalog.make(tiers: options.tiers, of: .circuit),
      srid: options.srid,
      report: ImportReport(
        elementsRead: circuit.counts,
        notImported: circuit.notImported,
        notes: circuit.notes + builder.notes
      ),
      container: builder.container
    )
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}
