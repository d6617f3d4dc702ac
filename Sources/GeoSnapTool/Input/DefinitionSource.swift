import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

/// The source of a network definition: a JSON file, a network, or a folder with Esri's CSV files.
enum DefinitionSource {
  static func file(_ path: String) throws -> NetworkDefinitionFile {
    try NetworkDefinitionFile(bytes: InputFile.bytes(path), named: path)
  }

  /// The definition in a source of any kind.
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
