import Foundation

/// A file without a name, which the system deletes when the program ends, even after a crash.
struct SpoolFile: Sendable {
  let handle: FileHandle

  /// Makes an empty file in the folder for temporary files.
  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("geosnap-\(UUID().uuidString)")
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      handle = try FileHandle(forUpdating: url)
      try FileManager.default.removeItem(at: url)
    } catch {
      throw Failure.cannotWrite(
        "No temporary file can be made in \(url.deletingLastPathComponent().path): "
          + "\(error.localizedDescription) Set TMPDIR to a folder that can be written."
      )
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw Failure.cannotWrite(
        "The temporary file cannot be written: \(error.localizedDescription) Set TMPDIR to "
          + "a folder with more room."
      )
    }
  }

  /// Calls `body` with all bytes that were written, piece by piece.
  func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    try handle.seek(toOffset: 0)
    while let data = try handle.read(upToCount: 256 << 10), !data.isEmpty {
      try body([UInt8](data))
    }
  }
}

extension ByteSource {
  /// Copies the rest of a source that can be read only once.
  static func spooled(_ source: ByteSource) throws -> ByteSource {
    let spool = try SpoolFile()
    var size = 0
    var bytes: [UInt8] = []
    while try source.read(1 << 20, into: &bytes) {
      try spool.write(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    let copy = ByteSource(name: source.name, size: size, spool.handle)
    try copy.rewind()
    return copy
  }
}
