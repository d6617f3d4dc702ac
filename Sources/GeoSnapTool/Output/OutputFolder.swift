import Foundation
import GeoSnapPostgres

/// The place of a file that is to be written.
enum OutputFolder {
  /// Refuses a path where no file can be, before any other work; throws ``Failure`` with the file as the user named
  /// it, and the folder.
  static func check(_ path: String) throws {
    guard path != "-" else { return }
    if PostgresAddress.isAddress(path) {
      throw Failure.usage("\(path) is a database: name a file to write.")
    }
    guard !path.isEmpty else { throw Failure.usage("The name of a file to write is empty.") }
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path
    let trouble: String
    if FolderArgument.isFolder(path) {
      trouble = "it is a folder. Name a file in it."
    } else if !FileManager.default.fileExists(atPath: folder) {
      trouble = "there is no folder \(folder). Make it, or name another file."
    } else if !FolderArgument.isFolder(folder) {
      trouble = "\(folder) is a file, not a folder. Name another file."
    } else {
      return
    }
    throw Failure.cannotOpen("\(path) cannot be written: \(trouble)", file: path)
  }
}
