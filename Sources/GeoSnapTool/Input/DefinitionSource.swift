import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

/// The source of a network definition: a JSON file, a network, or a folder with Esri's CSV files.
enum DefinitionSource {
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

  /// The definition in a source of any kind.
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
    // A pipe can be read only once.
    let bytes = try InputFile.bytes(path)
    guard bytes.starts(with: "SQLite format 3".utf8) else { return try file(bytes, named: path) }
    return NetworkDefinitionFile(try NetworkArgument(path: path).open().network.base)
  }
}
