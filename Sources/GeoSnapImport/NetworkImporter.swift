public import GeoSnap

/// One file as an importer gets it: importers open nothing themselves.
public struct ImportFile: Hashable, Sendable {
  /// The name, with which errors and the report speak of it.
  public var name: String
  /// The content.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Reads the files of another program and makes a utility network of them.
public protocol NetworkImporter: Sendable {
  /// How the files are turned into a network.
  var options: ImportOptions { get set }

  /// Reads files and makes a network of them, alone or beside what a network holds already.
  ///
  /// - Parameters:
  ///   - files: The files: for a format of one file that one, for a folder all in it.
  ///   - named: What errors call the whole: the file's or the folder's name.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each place that cannot be read, or says why the files do
  ///   not go with the network.
  func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork?
  ) throws(ImportError) -> ImportResult
}

extension NetworkImporter {
  /// Reads the one file of a format of one file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - named: Its name, for error messages.
  ///   - network: The network to append to; nil to make one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError``, as ``read(_:named:appendingTo:)`` does.
  public func read(
    bytes: [UInt8],
    named: String,
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    try read([ImportFile(name: named, bytes: bytes)], named: named, appendingTo: network)
  }

  /// The only file of a format of one file.
  ///
  /// - Precondition: There is one file.
  func onlyFile(_ files: [ImportFile]) -> [UInt8] {
    precondition(files.count == 1, "This format is read from one file")
    return files[0].bytes
  }
}
