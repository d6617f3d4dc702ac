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
    var run = GISImportRun(options: options, file: named, existing: network)
    do throws(ReadingError) {
      try run.readMapping(files[0].bytes)
      try run.readData(files.dropFirst(), tables)
      try run.readLayers()
    } catch {
      throw ImportError(named, error)
    }
    if !run.problems.isEmpty { throw ImportError(file: named, problems: run.problems) }
    do throws(ReadingError) {
      try run.connect()
    } catch {
      throw ImportError(named, error)
    }
    return try run.finish()
  }
}
