public import GeoSnap

/// Reads GIS layers; a mapping file defines how they become a network.
///
/// `Documentation/Import-GIS.md` describes the mapping file.
public struct GISImporter: NetworkImporter {
  let options: ImportOptions
  private let tables: [GISTable]

  /// Creates an importer; `tables` are those of the mapping's GeoPackages, which this module does not open: see
  /// ``data(of:)``.
  public init(options: ImportOptions = ImportOptions(), tables: [GISTable] = []) {
    self.options = options
    self.tables = tables
  }

  /// The location of the rows of a source.
  public struct DataReference: Hashable, Sendable {
    /// The path of a file, relative to the folder of the mapping.
    public let file: String
    /// The table of a GeoPackage; nil for GeoJSON.
    public let table: String?

    package init(file: String, table: String?) {
      self.file = file
      self.table = table
    }
  }

  /// Returns the data that a mapping names, each once, in the order of the mapping.
  ///
  /// - Throws: ``ImportError`` when the mapping cannot be read.
  public static func data(of mapping: ImportFile) throws(ImportError) -> [DataReference] {
    let read = try ImportError.naming(mapping.name, GISMapping(mapping.bytes))
    var found: [DataReference] = []
    for layer in read.layers where !found.contains(layer.data) { found.append(layer.data) }
    return found
  }

  /// Reads the mapping, then the GeoJSON files under the names that it has for them, as
  /// ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// - Complexity: O(n log n) in the size of the data and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
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
      // Reading from memory does not fail.
      throw ImportError(named, "\(error)")
    }
  }

  /// Reads layers row by row; a GeoJSON file that is invalid or has an unusual form is read again, completely.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  package func read(
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
      try ImportError.refuse(run.problems, named)
      try run.connect()
    } catch let error as ReadingError {
      let data = sources.map(\.reference.file).filter { error.path.hasPrefix($0) }
        .max { $0.count < $1.count }
      guard error.line != nil, let data else { throw ImportError(named, error) }
      // The line is one of the data, whose path is relative to the folder of the mapping.
      let folder = data.hasPrefix("/") ? "" : named.lastIndex(of: "/").map { named[...$0] } ?? ""
      throw ImportError(
        "\(folder)\(data)",
        ReadingError("$\(error.path.dropFirst(data.count))", line: error.line, error.message)
      )
    }
    return try run.finish()
  }
}

package struct GISSource: Sendable {
  package let reference: GISImporter.DataReference
  let content: Content

  enum Content: Sendable {
    case file(@Sendable () throws -> () throws -> [UInt8]?)
    case table(@Sendable () throws -> GISTable)
  }

  /// The bytes of the file; 0 for a table.
  let byteCount: Int

  /// A GeoJSON file; the function that `open()` returns gives the next piece of it, and nil after the last.
  package static func file(
    _ reference: GISImporter.DataReference,
    byteCount: Int,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) -> GISSource { GISSource(reference: reference, content: .file(open), byteCount: byteCount) }

  /// A table of a GeoPackage; `reference` is its name in the mapping, and `read` reads its rows.
  package static func table(
    _ reference: GISImporter.DataReference,
    read: @escaping @Sendable () throws -> GISTable
  ) -> GISSource { GISSource(reference: reference, content: .table(read), byteCount: 0) }

  static func file(_ file: ImportFile) -> GISSource {
    let reference = GISImporter.DataReference(file: file.name, table: nil)
    return .file(reference, byteCount: file.bytes.count) {
      var offset = 0
      return {
        let end = min(offset + 1 << 16, file.bytes.count)
        defer { offset = end }
        return offset < end ? Array(file.bytes[offset..<end]) : nil
      }
    }
  }
}
