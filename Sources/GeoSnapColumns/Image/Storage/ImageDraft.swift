#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is being written, next to the file that it will replace.
///
/// All writers use one name and a lock: a second writer is refused, and the rest of a killed program is overwritten.
final class ImageDraft {
  private let path: String
  private let draftPath: String
  private let descriptor: Int32
  private(set) var count = 0
  private var isFinished = false

  init(_ path: String) throws(ImageError) {
    self.path = path
    draftPath = path + ".partial"
    // Only its owner may read it: networks may be confidential.
    descriptor = unsafe open(draftPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let problem = systemError()
      // There is no file to remove.
      isFinished = true
      throw ImageError("The image cannot be written: \(problem).")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1, fchmod(descriptor, 0o600) == 0
    else {
      isFinished = true
      throw ImageError(
        "\(draftPath) belongs to another user, has several links or is not a plain file: remove it."
      )
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      isFinished = true
      throw ImageError("Another program is writing the image.")
    }
    // The previous writer may have moved this file into its place between open and flock.
    let opened = FileFacts(descriptor: descriptor)
    guard let opened, let named = FileFacts(path: draftPath), opened.number == named.number,
      opened.device == named.device
    else {
      isFinished = true
      throw ImageError("Another program wrote the image at the same time.")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw failure() }
  }

  deinit {
    if !isFinished { unsafe unlink(draftPath) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes zeros up to a multiple of a number; returns the offset.
  func align(to alignment: Int) throws(ImageError) -> Int {
    let place = (count + alignment - 1) / alignment * alignment
    if place > count { try write([UInt8](repeating: 0, count: place - count)) }
    return place
  }

  func write(_ words: [UInt64]) throws(ImageError) { _ = try write(Column(words)) }

  func write(_ bytes: [UInt8]) throws(ImageError) { _ = try write(Column(bytes)) }

  /// Writes the elements of a column; returns their checksum.
  func write<Element>(_ column: Column<Element>) throws(ImageError) -> UInt64 {
    let checksum = try unsafe column.withBytes { bytes throws(ImageError) in
      try unsafe put(bytes)
      return unsafe WordChecksum.of(bytes)
    }
    count += column.byteCount
    return checksum
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    var done = 0
    while done < bytes.count {
      // 0 <= done < bytes.count: the rest of the buffer begins there. Some systems refuse larger writes.
      let written = unsafe pwrite(
        descriptor,
        UnsafeRawBufferPointer(rebasing: bytes[done...]).baseAddress,
        min(bytes.count - done, 1 << 30),
        off_t(count + done)
      )
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure() }
      done += written
    }
  }

  private func failure() -> ImageError {
    ImageError("The image cannot be written: \(systemError()).")
  }

  /// Writes the first words and moves the file into its place.
  func finish(_ words: [UInt64]) throws(ImageError) -> FileFacts {
    let size = count
    count = 0
    try write(words)
    count = size
    guard unsafe rename(draftPath, path) == 0 else { throw failure() }
    isFinished = true
    guard let facts = FileFacts(descriptor: descriptor) else { throw failure() }
    return facts
  }
}
