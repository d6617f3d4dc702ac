import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

/// Where a verb finds a network definition: a JSON file, a network, or a folder with Esri's CSV
/// files.
enum DefinitionSource {
  /// The definition in a JSON file.
  static func file(_ path: String) throws -> NetworkDefinitionFile {
    try file(InputFile.bytes(path), named: path)
  }

  private static func file(_ bytes: [UInt8], named path: String) throws -> NetworkDefinitionFile {
    do {
      return try NetworkDefinitionFile(bytes: bytes, named: path)
    } catch {
      throw Failure(error)
    }
  }

  /// The definition in whatever a path leads to.
  static func any(_ path: String) throws -> NetworkDefinitionFile {
    if FolderArgument.isFolder(path) {
      let files = try FolderArgument(path: path, ending: ".csv").files()
      do {
        return NetworkDefinitionFile(try EsriPropertiesImporter().read(files, named: path).network)
      } catch {
        throw Failure(error)
      }
    }
    if PostgresAddress.isAddress(path) {
      return NetworkDefinitionFile(try NetworkArgument(path: path).open().network.base)
    }
    // A pipe is read once.
    let bytes = try InputFile.bytes(path)
    guard bytes.starts(with: "SQLite format 3".utf8) else { return try file(bytes, named: path) }
    return NetworkDefinitionFile(try NetworkArgument(path: path).open().network.base)
  }
}
