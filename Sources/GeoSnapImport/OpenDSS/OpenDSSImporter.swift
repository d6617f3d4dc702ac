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
    let circuit: OpenDSSCircuit
    do {
      circuit = try OpenDSSCircuit(files)
    } catch {
      throw ImportError(named, error)
    }
    if !circuit.problems.isEmpty { throw ImportError(file: named, problems: circuit.problems) }
    var builder = OpenDSSGraph(circuit, options: options, makesAssemblies: makesAssemblies)
    builder.build()
    var report = ImportReport()
    report.elementsRead = circuit.counts
    report.notImported = circuit.notImported
    report.notes = circuit.notes + builder.notes
    let graphImport = GraphImport(
      graph: builder.graph,
      catalog: OpenDSSCatalog.make(tiers: options.tiers),
      container: builder.container
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
