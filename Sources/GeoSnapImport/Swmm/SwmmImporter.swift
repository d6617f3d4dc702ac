public import GeoSnap

/// Reads the input files of SWMM.
public struct SwmmImporter: NetworkImporter {
  /// How the file is turned into a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads a file and makes a network of it, alone or beside what a network holds already.
  ///
  /// Lines run as they are drawn, from a link's first node to its second. Coordinates are taken as they stand: SWMM
  /// does not say which system they are in, so none is declared unless the options name one.
  ///
  /// - Parameters:
  ///   - files: The file.
  ///   - named: Its name, for error messages.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each line that cannot be read, or says why the file does not go with the
  ///   network.
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let bytes = onlyFile(files)
    let reader = try InpNetwork.reading(named) { () throws(ReadingError) in
      try SwmmReader(bytes, options: options)
    }
    try InpNetwork.check(reader.network.problems, named)
    var report = ImportReport()
    report.elementsRead = reader.network.counts
    report.notImported = reader.notImported
    report.notes = reader.network.notes
    let made = try InpNetwork.assemble(
      reader.network.graph,
      .sewer,
      options: options,
      file: named,
      appendingTo: network,
      report: &report
    )
    return ImportResult(network: made, report: report)
  }
}
