import Foundation

/// A file that a verb reads whole.
enum InputFile {
  /// The bytes of a file.
  ///
  /// - Throws: `Failure` that says why there are none.
  static func bytes(_ path: String) throws -> [UInt8] {
    if FolderArgument.isFolder(path) {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(path) is a folder: a file was expected.",
        file: path
      )
    }
    do {
      return try contents(of: path)
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(path) cannot be read: \(error.localizedDescription)",
        file: path
      )
    }
  }

  /// Pipes, `/dev/stdin` among them, are read as they come: they have neither a size nor a place in a
  /// folder.
  private static func contents(of path: String) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}
