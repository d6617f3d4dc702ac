import Foundation
import Synchronization

/// A file, stdout or memory to write to; a failed write is an error.
struct ByteSink: Sendable {
  private enum Target {
    case file(FileHandle)
    case memory(ByteStore)
  }

  /// The name in error messages.
  let name: String
  private let target: Target

  static let standardOutput = ByteSink(name: "stdout", target: .file(.standardOutput))
  static let standardError = ByteSink(name: "stderr", target: .file(.standardError))

  /// A sink that keeps the bytes in memory.
  static func memory(_ name: String) -> ByteSink {
    ByteSink(name: name, target: .memory(ByteStore()))
  }

  /// The bytes that were written to memory.
  var bytes: [UInt8] {
    guard case .memory(let store) = target else { return [] }
    return store.bytes.withLock { $0 }
  }

  /// Opens a file for writing; throws ``Failure`` when it cannot be opened.
  ///
  /// - `shown`: The name in error messages.
  /// - `isNew`: Whether the file is made, and must not exist.
  static func open(_ path: String, named shown: String, isNew: Bool) throws -> ByteSink {
    let url = URL(fileURLWithPath: path)
    do {
      if isNew { try Data().write(to: url, options: .withoutOverwriting) }
      return ByteSink(name: shown, target: .file(try FileHandle(forWritingTo: url)))
    } catch {
      throw Failure.cannotOpen("\(shown) cannot be written: \(error.localizedDescription)")
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    switch target {
    case .file(let handle): try write(bytes, to: handle)
    case .memory(let store): store.bytes.withLock { $0 += bytes }
    }
  }

  private func write(_ bytes: [UInt8], to handle: FileHandle) throws {
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw Failure.cannotWrite(
        "\(name) cannot be written: \(error.localizedDescription)",
        file: name
      )
    }
  }
}

private final class ByteStore: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

func printLines(_ lines: [String]) throws {
  let text = lines.map { Paint.output.line($0) + "\n" }.joined()
  try Surroundings.current.output.write(Array(text.utf8))
}
