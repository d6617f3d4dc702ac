public import GeoSnap

/// Reads the layers of a GIS, as a mapping file says what they are in a network.
///
/// `Documentation/Import-GIS.md` describes the mapping file.
public struct GISImporter: NetworkImporter {
  /// How the layers are turned into a network.
  public var options: ImportOptions
  /// The tables of GeoPackages that the mapping names: this module opens none itself.
  public var tables: [GISTable]

  /// Creates an importer.
  ///
  /// - Parameters:
  ///   - options: How the layers are turned into a network.
  ///   - tables: The tables of GeoPackages that the mapping names; see ``data(of:)``.
  public init(options: ImportOptions = ImportOptions(), tables: [GISTable] = []) {
    self.options = options
    self.tables = tables
  }

  /// Where the rows of a source are.
  public struct DataReference: Hashable, Sendable {
    /// The path of a file, as the mapping has it: from the folder that the mapping is in.
    public let file: String
    /// The table of a GeoPackage; nil for GeoJSON.
    public let table: String?

    /// Creates a reference.
    public init(file: String, table: String?) {
      self.file = file
      self.table = table
    }
  }

  /// The data that a mapping names, each once, in the order of the mapping.
  ///
  /// - Throws: ``ImportError`` when the mapping cannot be read.
  public static func data(of mapping: ImportFile) throws(ImportError) -> [DataReference] {
    do {
      var found: [DataReference] = []
      for layer in try GISMapping(mapping.bytes).layers {
        let reference = DataReference(file: layer.data.file, table: layer.data.table)
        if !found.contains(reference) { found.append(reference) }
      }
      return found
    } catch {
      throw ImportError(mapping.name, error)
    }
  }

  /// Reads layers and makes a network of them, alone or beside what a network holds already.
  ///
  /// - Parameters:
  ///   - files: The mapping, then the GeoJSON files that it names, by the names it has for them.
  ///   - named: What errors call the whole: the mapping's name.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names the path in the mapping, or the data and the row.
  /// - Complexity: O(n log n) in the size of the data and the network.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    precondition(!files.isEmpty, "The mapping is the first file")
    let sources =
      files.dropFirst().map { GISSource.file($0) }
      + tables.map { table in
        .table(DataReference(file: table.file, table: table.table)) { table }
      }
    do {
      return try read(files[0], from: sources, named: named, network)
    } catch let error as ImportError {
      throw error
    } catch {
      // What is in memory can be read.
      throw ImportError(named, ReadingError("$", "\(error)"))
    }
  }

  /// Reads layers whose rows are read as the importer comes to them, and makes a network of them.
  ///
  /// A GeoJSON file that is in order is never whole in memory. One that is not, or that is written in an
  /// unusual way, is opened a second time.
  ///
  /// - Parameters:
  ///   - mapping: The mapping.
  ///   - sources: The data that it names; see ``data(of:)``.
  ///   - named: What errors call the whole: the mapping's name.
  ///   - network: The network to append to; nil to make one.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names the path in the mapping, or the data and the row; what the sources
  ///   throw; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: O(n log n) in the size of the data and the network.
  public func read(
    _ mapping: ImportFile,
    from sources: [GISSource],
    named: String,
    appendingTo network: UtilityNetwork? = nil,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> ImportResult {
    let byteCount = sources.reduce(mapping.bytes.count) { $0 + $1.byteCount }
    return try await ImportMonitor.watch(byteCount, progress) {
      try read(mapping, from: sources, named: named, network)
    }
  }

  private func read(
    _ mapping: ImportFile,
    from sources: [GISSource],
    named: String,
    _ network: UtilityNetwork?
  ) throws -> ImportResult {
    var run = GISImportRun(options: options, file: named, existing: network)
    do {
      try run.readMapping(mapping.bytes)
      try run.readData(sources)
      try run.readLayers()
      if !run.problems.isEmpty { throw ImportError(file: named, problems: run.problems) }
      try run.connect()
    } catch let error as ReadingError {
      throw ImportError(named, error)
    }
    return try run.finish()
  }
}
