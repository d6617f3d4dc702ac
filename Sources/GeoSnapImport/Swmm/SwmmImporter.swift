public import GeoSnap

/// Reads SWMM input files.
public struct SwmmImporter: NetworkImporter {
  /// How the file becomes a network.
  public var options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// Lines run from a link's first node to its second. Coordinates are not transformed. Only the options declare a
  /// reference system, because SWMM files do not.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let reader = try ImportError.naming(named) { () throws(ReadingError) in
      try SwmmReader(onlyFile(files), options: options)
    }
    let graphImport = try reader.network.graphImport(named, notImported: reader.notImported)
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}
