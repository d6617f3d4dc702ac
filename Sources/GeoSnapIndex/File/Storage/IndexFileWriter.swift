#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file in the making, beside the one that it will replace.
///
/// Until ``finish()`` the path is untouched; without it nothing stays behind.
struct IndexFileWriter: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var count = 0
  private var isFinished = false

  init(_ path: String) throws(IndexFileError) {
    self.path = path
    // A name that no other process has, nor another thread of this one.
    temporaryPath = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).partial"
    descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let problem = systemError()
      // There is no file to remove.
      isFinished = true
      throw IndexFileError(
        .cannotWrite,
        "It cannot be written: \(problem). Give a path in a folder that exists and may be "
          + "written to.",
        path: path
      )
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isFinished { unsafe unlink(temporaryPath) }
  }

  /// Writes zeros up to a place of the file.
  mutating func pad(to offset: Int) throws(IndexFileError) {
    let zeros = [UInt8](repeating: 0, count: max(offset - count, 0))
    try write(zeros)
  }

  /// Writes words of 8 bytes.
  mutating func write(_ words: [UInt64]) throws(IndexFileError) {
    var bytes: [UInt8] = []
    for word in words {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word.littleEndian >> UInt64(shift)))
      }
    }
    try write(bytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws(IndexFileError) {
    // The array outlives the call.
    let result = unsafe bytes.withUnsafeBytes { buffer in unsafe put(buffer) }
    try check(result, bytes.count)
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(IndexFileError) {
    try unsafe check(put(bytes), bytes.count)
  }

  private mutating func check(_ isWritten: Bool, _ written: Int) throws(IndexFileError) {
    guard isWritten else { throw failure() }
    count += written
  }

  /// Writes all bytes; false when the system refuses.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      // 0 <= done < bytes.count: the rest of the buffer begins there.
      let written = unsafe Self.writeSome(
        descriptor,
        UnsafeRawBufferPointer(rebasing: bytes[done...])
      )
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }

  private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    // The system's function, not the method.
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private func failure() -> IndexFileError {
    IndexFileError(
      .cannotWrite,
      "It cannot be written: \(systemError()). Nothing was left behind.",
      path: path
    )
  }

  /// Puts the file in its place once its content is on the disk.
  mutating func finish() throws(IndexFileError) {
    guard fsync(descriptor) == 0, unsafe rename(temporaryPath, path) == 0 else { throw failure() }
    isFinished = true
    // So that the name survives a power cut too; where folders cannot be synced, that is all.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let directory = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }
}

extension IndexFileWriter {
  /// Writes a section at its place.
  mutating func write(
    _ memory: IndexFileMemory,
    _ content: FileContent,
    at offset: Int
  ) throws(IndexFileError) {
    try pad(to: offset)
    // The memory outlives the call.
    try unsafe write(memory.bytes(content))
    withExtendedLifetime(memory) {}
  }
}
