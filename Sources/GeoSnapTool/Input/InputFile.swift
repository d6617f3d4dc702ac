import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

enum InputFile {
  static func name(_ path: String) -> String { path == "-" ? "stdin" : path }

  static func bytes(_ path: String) throws -> [UInt8] {
    try explained(path) { try contents(of: path) }
  }

  static func standardInput() throws -> [UInt8] {
    if let input = StandardInput.given { return Array(input) }
    do {
      return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    } catch { throw Failure.cannotOpen("stdin cannot be read: \(error.localizedDescription)") }
  }

  /// The size of a file that can be read piece by piece and repeatedly; nil for a pipe, a folder or a missing file.
  static func size(_ path: String) -> Int? {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      attributes[.type] as? FileAttributeType == .typeRegular,
      FileManager.default.isReadableFile(atPath: resolved)
    else { return nil }
    return (attributes[.size] as? NSNumber)?.intValue
  }

  /// Begins to read a file; each call of the result returns the next piece, and nil after the last.
  static func pieces(_ path: String) throws -> () throws -> [UInt8]? {
    let handle = try explained(path) { try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
    return {
      let piece = try explained(path) { try handle.read(upToCount: 1 << 20) }
      guard let piece, !piece.isEmpty else { return nil }
      return [UInt8](piece)
    }
  }

  private static func explained<Value>(_ path: String, _ read: () throws -> Value) throws -> Value {
    if FolderArgument.isFolder(path) {
      throw Failure.cannotOpen("\(path) is a folder: a file was expected.", file: path)
    }
    try ForeignFormat.refuse(path)
    do { return try read() } catch { throw Failure.unreadable(path, error) }
  }

  /// Reads pipes (such as `/dev/stdin`) as the bytes arrive: they have neither a size nor a folder.
  private static func contents(of path: String) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}

enum DefinitionSource {
  static func file(_ path: String) throws -> NetworkDefinitionFile {
    try NetworkDefinitionFile(bytes: InputFile.bytes(path), named: path)
  }

  static func any(_ path: String) async throws -> NetworkDefinitionFile {
    if FolderArgument.isFolder(path) {
      let files = try FolderArgument(path: path, ending: ".csv").files()
      return NetworkDefinitionFile(try EsriPropertiesImporter().read(files, named: path).network)
    }
    if PostgresAddress.isAddress(path) {
      return NetworkDefinitionFile(try await NetworkArgument(path: path).open().network.base)
    }
    // A pipe can be read only once.
    let bytes = try InputFile.bytes(path)
    guard bytes.starts(with: "SQLite format 3".utf8) else {
      return try NetworkDefinitionFile(bytes: bytes, named: path)
    }
    return NetworkDefinitionFile(try await NetworkArgument(path: path).open().network.base)
  }
}
