#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file open for reading; closed with the value.
struct OpenFile: ~Copyable {
  let path: String
  let descriptor: Int32
  /// Bytes of the file when it was opened.
  let size: Int

  init(_ path: String) throws(IndexFileError) {
    // O_NONBLOCK: a pipe of this name must not make us wait; on plain files it has no effect.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw IndexFileError(.cannotOpen, "It cannot be opened: \(systemError()).", path: path)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw IndexFileError(
        .cannotOpen,
        "It cannot be opened: it is no plain file. Give the path of an index file.",
        path: path
      )
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Fills memory from a place of the file on.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(IndexFileError) {
    var done = 0
    while done < bytes.count {
      // 0 <= done < bytes.count: the rest of the buffer begins there.
      let count = unsafe pread(
        descriptor,
        UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).baseAddress,
        bytes.count - done,
        off_t(offset + done)
      )
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let problem = count == 0 ? "the file ends too early" : systemError()
        throw IndexFileError(.cannotRead, "It cannot be read: \(problem).", path: path)
      }
      done += count
    }
  }

  /// The first words of 8 bytes, as many as are there.
  func words(_ count: Int) throws(IndexFileError) -> [UInt64] {
    let count = min(count, size / 8)
    let buffer = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    defer { unsafe buffer.deallocate() }
    try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    return unsafe Array(buffer)
  }
}

/// What the system says of the call that just failed.
func systemError() -> String {
  // strerror answers for every number; the text is copied at once.
  unsafe String(cString: strerror(errno))
}

extension OpenFile {
  /// Whether the bytes between sections, which no checksum covers, are zero.
  func isPaddedWithZeros(_ header: IndexFileHeader) throws(IndexFileError) -> Bool {
    var end = IndexFileHeader.byteCount
    for section in header.sections {
      let gap = UnsafeMutableRawBufferPointer.allocate(
        byteCount: section.offset - end,
        alignment: 1
      )
      defer { unsafe gap.deallocate() }
      try unsafe read(into: gap, at: end)
      guard unsafe gap.allSatisfy({ $0 == 0 }) else { return false }
      end = section.end
    }
    return true
  }
}
