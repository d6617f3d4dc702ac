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
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(path) cannot be read: \(error.localizedDescription)",
        file: path
      )
    }
  }
}
