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

  private init(name: String, handle: FileHandle) {
    self.name = name
    target = .file(handle)
  }

  static let standardOutput = ByteSink(name: "stdout", handle: .standardOutput)
  static let standardError = ByteSink(name: "stderr", handle: .standardError)

  /// A sink that keeps the bytes in memory.
  static func memory(_ name: String) -> ByteSink { ByteSink(name: name, store: ByteStore()) }

  private init(name: String, store: ByteStore) {
    self.name = name
    target = .memory(store)
  }

  /// The bytes that were written to memory.
  var bytes: [UInt8] {
    guard case .memory(let store) = target else { return [] }
    return store.bytes.withLock { $0 }
  }

  /// Opens a file for writing, or stdout for `-`.
  ///
  /// The file is empty; existing devices and pipes are written to. Throws ``Failure`` when the file exists or cannot
  /// be made.
  ///
  /// - `replacing`: Whether a file that exists is replaced.
  /// - `shown`: The name in error messages; nil for the path.
  static func open(
    _ path: String,
    replacing: Bool,
    named shown: String? = nil
  ) throws -> ByteSink {
    guard path != "-" else { return Surroundings.current.output }
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
    switch target {
    case .file(let handle): try write(bytes, to: handle)
    case .memory(let store): store.bytes.withLock { $0 += bytes }
    }
  }

  private func write(_ bytes: [UInt8], to handle: FileHandle) throws {
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

private final class ByteStore: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

func printLines(_ lines: [String]) throws {
  let text = lines.map { Paint.output.line($0) + "\n" }.joined()
  try Surroundings.current.output.write(Array(text.utf8))
}
