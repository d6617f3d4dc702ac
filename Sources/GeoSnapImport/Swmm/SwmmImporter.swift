public import GeoSnap

/// Reads SWMM input files.
public struct SwmmImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads a file into a new network, or appends it to an existing one.
  ///
  /// Lines run from a link's first node to its second. Coordinates are not transformed. Only the options declare a
  /// reference system, because SWMM files do not.
  ///
  /// - Parameters:
  ///   - files: The file.
  ///   - named: The name of the file, for errors.
  ///   - network: The network to append to; nil to create one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each line that cannot be read, or says why the file does not fit the
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
