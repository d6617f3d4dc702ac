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
    var report = ImportReport()
    let reader = try InpNetwork.reading(named) { () throws(ReadingError) in
      try EpanetReader(files[0].bytes, options: options, tanksControl: tanks == .controllers)
    }
    try InpNetwork.check(reader.network.problems, named)
    var graph = reader.network.graph
    report.elementsRead = reader.network.counts
    report.notImported = reader.notImported
    report.notes = reader.network.notes
    if files.count > 1 {
      let layer = try InpNetwork.reading(files[1].name) { () throws(ReadingError) in
        try ValveLayer(files[1])
      }
      try InpNetwork.check(layer.add(to: &graph, of: reader.network), files[1].name)
      report.elementsRead["valve layer"] = layer.count
      if let note = layer.note { report.notes.append("\(files[1].name): \(note)") }
    }
    let made = try InpNetwork.assemble(
      graph,
      tanks == .ignored ? HydraulicCatalog.water.ignoringTanks : .water,
      options: options,
      file: named,
      appendingTo: network,
      report: &report
    )
    let count = reader.tankCount
    if count > 0 {
      let isIgnored =
        made.definition.source(named: "WaterDevice")?.assetGroups.contains { group in
          group.assetTypes.contains {
            $0.categories.contains(HydraulicCatalog.ignoredSourceCategory)
          }
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
    return ImportResult(network: made, report: report)
  }
}
