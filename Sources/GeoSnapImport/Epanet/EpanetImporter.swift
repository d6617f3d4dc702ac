public import GeoSnap

/// Reads the input files of EPANET, with a layer of isolation valves beside them.
public struct EpanetImporter: NetworkImporter {
  /// How the file is turned into a network.
  public var options: ImportOptions
  /// What tanks are beside the reservoirs.
  public var tanks: Tanks

  /// What tanks are.
  public enum Tanks: Sendable {
    /// Sources: what is isolated has to be divided from them.
    case sources
    /// Sources that control subnetworks as reservoirs do.
    case controllers
    /// What can feed and does not count: what is isolated may stay joined with them, and the trace says so.
    case ignored
  }

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions(), tanks: Tanks = .sources) {
    self.options = options
    self.tanks = tanks
  }

  /// Reads a file and makes a network of it, alone or beside what a network holds already.
  ///
  /// Coordinates are taken as they stand: EPANET does not say which system they are in, so none is
  /// declared unless the options name one.
  ///
  /// - Parameters:
  ///   - files: The `.inp` file, and after it the CSV file of its valves if there is one.
  ///   - named: The name of the `.inp` file, for error messages.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each line that cannot be read, or says why the file does
  ///   not go with the network.
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
          "\(count) tanks count as no sources: what an isolation trace calls isolated may stay joined with them."
        )
      } else if tanks == .ignored {
        report.notes.append(
          "\(count) tanks count as sources, as those do that the network has already."
        )
      }
    }
    return ImportResult(network: made, report: report)
  }
}
