public import GeoSnap

/// Reads EPANET input files, optionally with a layer of isolation valves.
public struct EpanetImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions
  /// How tanks are treated.
  public var tanks: Tanks

  /// How tanks are treated, compared to reservoirs.
  public enum Tanks: Sendable {
    /// Tanks are sources: isolated features must be separated from them.
    case sources
    /// Tanks are sources and subnetwork controllers, like reservoirs.
    case controllers
    /// Tanks can feed but do not count: isolated features may stay connected to them, and the trace reports it.
    case ignored
  }

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions(), tanks: Tanks = .sources) {
    self.options = options
    self.tanks = tanks
  }

  /// Reads a file into a new network, or appends it to an existing one.
  ///
  /// Coordinates are not transformed. Only the options declare a reference system, because EPANET files do not.
  ///
  /// - Parameters:
  ///   - files: The `.inp` file, optionally followed by the CSV file of its valves.
  ///   - named: The name of the `.inp` file, for errors.
  ///   - network: The network to append to; nil to create one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each line that cannot be read, or says why the file does not fit the
  ///   network.
  /// - Precondition: There are one or two files.
  /// - Complexity: O(n log n) in the size of the files and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    precondition((1...2).contains(files.count), "An EPANET file stands alone or with its valves")
    let reader = try ImportError.naming(named) { () throws(ReadingError) in
      try EpanetReader(files[0].bytes, options: options, tanksControl: tanks == .controllers)
    }
    var graphImport = try reader.network.graphImport(named, notImported: reader.notImported)
    if tanks == .ignored { graphImport.catalog = HydraulicCatalog.water.ignoringTanks.catalog }
    if files.count > 1 {
      let layer = try ImportError.naming(files[1].name) { () throws(ReadingError) in
        try ValveLayer(files[1])
      }
      let problems = layer.add(to: &graphImport.graph, of: reader.network)
      try ImportError.refuse(problems.map { ImportProblem($0) }, files[1].name)
      graphImport.report.elementsRead["valve layer"] = layer.count
      if let note = layer.note {
        graphImport.report.notes.append("\(files[1].name): \(note)")
      }
    }
    let made = try graphImport.run(options: options, file: named, appendingTo: network)
    var report = made.report
    let count = reader.tankCount
    if count > 0 {
      let isIgnored =
        made.network.definition.source(named: "WaterDevice")?.assetTypeEntries.contains {
          $0.type.categories.contains(HydraulicCatalog.ignoredSourceCategory)
        } == true
      if isIgnored {
        report.notes.append(
          "Tanks that do not count as sources: \(count). An isolation trace may report features as isolated "
            + "that are still connected to such a tank."
        )
      } else if tanks == .ignored {
        report.notes.append(
          "Tanks that count as sources, like those already in the network: \(count)."
        )
      }
    }
    return ImportResult(network: made.network, report: report)
  }
}
