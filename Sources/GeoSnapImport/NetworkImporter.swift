public import GeoSnap

/// A file for an importer, since importers open no files.
public struct ImportFile: Hashable, Sendable {
  package let name: String
  package var bytes: [UInt8]

  /// Creates a file from its content; `name` is its name in errors and in the report.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Reads files of another program into a utility network.
public protocol NetworkImporter: Sendable {
  /// Reads files into a new network, or appends them to an existing one.
  ///
  /// - Parameters:
  ///   - files: A single file, or all files of a folder, depending on the format.
  ///   - named: The name of the file or folder, for errors.
  ///   - network: The network to append to; nil to create one.
  /// - Returns: The network and the report.
  /// - Throws: ``ImportError`` that names each place that cannot be read, or says why the files do not fit the
  ///   network.
  func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork?)
    throws(ImportError) -> ImportResult
}

extension NetworkImporter {
  /// Reads the only file of a format with a single file, as ``read(_:named:appendingTo:)``.
  public func read(bytes: [UInt8], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  { try read([ImportFile(name: named, bytes: bytes)], named: named, appendingTo: network) }

  /// The only file of a format with a single file.
  func onlyFile(_ files: [ImportFile]) -> [UInt8] {
    precondition(files.count == 1, "This format is read from one file")
    return files[0].bytes
  }
}
