import Foundation

/// A file or stdout to write to; what cannot be written is an error.
struct ByteSink: Sendable {
  /// What errors call it.
  let name: String
  private let handle: FileHandle

  /// stdout.
  static let standardOutput = ByteSink(name: "stdout", handle: .standardOutput)

  /// Opens a file for writing, or stdout for `-`.
  ///
  /// - Parameters:
  ///   - path: The file. Devices and pipes that exist are written to.
  ///   - replacing: Whether a file that exists is replaced.
  ///   - shown: What errors call it; nil for the path.
  /// - Returns: What to write to; the file is empty.
  /// - Throws: ``Failure`` when the file exists or cannot be made.
  static func open(
    _ path: String,
    replacing: Bool,
    named shown: String? = nil
  ) throws -> ByteSink {
    guard path != "-" else { return standardOutput }
    let url = URL(fileURLWithPath: path)
    do {
      let type = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path
      )[.type]
      if let type = type as? FileAttributeType {
        if type == .typeRegular {
          guard replacing else { throw Failure.usage("\(path) exists: --force replaces it.") }
          try Data().write(to: url)
        }
      } else {
        try Data().write(to: url, options: .withoutOverwriting)
      }
      return ByteSink(name: shown ?? path, handle: try FileHandle(forWritingTo: url))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(shown ?? path) cannot be written: \(error.localizedDescription)"
      )
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(name) cannot be written: \(error.localizedDescription)",
        file: name
      )
    }
  }
}

/// Prints lines of text to stdout.
func printLines(_ lines: [String]) throws {
  let text = lines.map { Paint.output.line($0) + "\n" }.joined()
  try ByteSink.standardOutput.write(Array(text.utf8))
}
