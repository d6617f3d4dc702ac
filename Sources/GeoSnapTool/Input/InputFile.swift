import Foundation

/// A file that a verb reads as a whole.
enum InputFile {
  /// The name of a file in error messages; `-` is stdin.
  static func name(_ path: String) -> String { path == "-" ? "stdin" : path }

  /// The bytes of a file; throws `Failure` with the reason when it cannot be read.
  static func bytes(_ path: String) throws -> [UInt8] {
    try explained(path) { try contents(of: path) }
  }

  /// All of stdin, or the input that a calling program gave instead; throws `Failure` when it cannot be read.
  static func standardInput() throws -> [UInt8] {
    if let input = StandardInput.given { return Array(input) }
    do {
      return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    } catch {
      throw Failure.cannotOpen("stdin cannot be read: \(error.localizedDescription)")
    }
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

  private static func explained<Value>(
    _ path: String,
    _ read: () throws -> Value
  ) throws -> Value {
    if FolderArgument.isFolder(path) {
      throw Failure.cannotOpen("\(path) is a folder: a file was expected.", file: path)
    }
    do {
      return try read()
    } catch {
      throw Failure.unreadable(path, error)
    }
  }

  /// Reads pipes (such as `/dev/stdin`) as the bytes arrive: they have neither a size nor a folder.
  private static func contents(of path: String) throws -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    return [UInt8](try handle.readToEnd() ?? Data())
  }
}
