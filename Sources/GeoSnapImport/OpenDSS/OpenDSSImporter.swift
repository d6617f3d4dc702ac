public import GeoSnap

/// Reads the tables that `Scripts/export_opendss.py` writes of an OpenDSS circuit.
///
/// `buses.csv` and `elements.csv` are needed; `fuses.csv` says at which terminals fuses stand.
public struct OpenDSSImporter: NetworkImporter {
  /// How the tables are turned into a network.
  public var options: ImportOptions
  /// Whether the units of a bank are put in an assembly, rather than joined to their buses alone.
  public var makesAssemblies: Bool

  /// Creates an importer.
  ///
  /// - Parameters:
  ///   - options: How the tables are turned into a network.
  ///   - makesAssemblies: Whether banks become assemblies. Esri's table has no rule that joins a
  ///     voltage regulator to a junction, so without assemblies banks of them are violations.
  public init(options: ImportOptions = ImportOptions(), makesAssemblies: Bool = true) {
    self.options = options
    self.makesAssemblies = makesAssemblies
  }

  /// Reads the tables and makes a network of them, alone or beside what a network holds already.
  ///
  /// - Parameters:
  ///   - files: `buses.csv`, `elements.csv` and, if there are fuses, `fuses.csv`, by their names.
  ///     Other files are left alone.
  ///   - named: The folder's name, for error messages.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names file, line and column of what cannot be read, or says why
  ///   the circuit does not go with the network.
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
