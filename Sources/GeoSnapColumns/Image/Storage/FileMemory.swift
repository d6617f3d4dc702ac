internal import CHints

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The file system's data of a file: while they stay the same, the file has not been written, unless the clock
/// stopped.
///
/// Programs can set the time of the last change of a file's content, but not ``changed``.
package struct FileFacts: Hashable, Sendable, BitwiseCopyable {
  package let device: UInt64
  package let number: UInt64
  package let size: Int64
  /// The time of the last change of the file or its data, in nanoseconds.
  package private(set) var changed: Int64
  /// The time of the last change of the content, in nanoseconds; programs may set it.
  package let written: Int64
  package let owner: UInt32
  let mode: UInt32

  /// The data of the file at a path, following links; nil when there is none.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (changed, written) = (status.st_ctimespec, status.st_mtimespec)
    #else
      let (changed, written) = (status.st_ctim, status.st_mtim)
    #endif
    self.changed = Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec)
    self.written = Int64(written.tv_sec) * 1_000_000_000 + Int64(written.tv_nsec)
    owner = UInt32(status.st_uid)
    mode = UInt32(status.st_mode)
  }

  var isPlain: Bool { mode_t(truncatingIfNeeded: mode) & S_IFMT == S_IFREG }

  package var isOwn: Bool { owner == UInt32(geteuid()) }

  /// The time of the clock that dates files, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time after which a second change gets a later date, in nanoseconds: files are dated by ticks of up to 10 ms.
  package static let tick: Int64 = 20_000_000

  /// Whether a change from now on would get a later date.
  package var isSettled: Bool {
    // Dates in whole seconds may come from a file system with a resolution of one or two seconds.
    let isCoarse = changed % 1_000_000_000 == 0
    return FileFacts.now - changed > (isCoarse ? 2_100_000_000 : FileFacts.tick)
  }

  /// Whether a file lies on a file system of this machine, whose clock then dates it.
  package static func isLocal(_ path: String) -> Bool { unsafe chints_is_local(path) }
}

extension FileFacts: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let all: Column<FileFacts> = try image.read("facts")
    guard let facts = all.first else { throw ImageError("Facts of a file are missing.") }
    self = facts
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write([self] as Column, "facts")
  }
}

/// A whole file as read-only memory.
///
/// The file may be replaced at any time, but no program may write into it or truncate it.
// The pages are read-only for the lifetime of the object: the proof of `@unchecked Sendable`.
@safe package final class FileMemory: @unchecked Sendable {
  /// The first byte; a multiple of the page size.
  let start: UnsafeRawPointer
  package let count: Int
  /// The file system's data of the file when it was mapped.
  package let facts: FileFacts

  package init(_ path: String) throws(ImageError) {
    // O_NONBLOCK: a pipe of this name must not block the program; plain files ignore it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ImageError("The image cannot be opened: \(systemError()).") }
    defer { close(descriptor) }
    guard let facts = FileFacts(descriptor: descriptor), facts.isPlain, facts.size > 0 else {
      throw ImageError("The image is not a regular file, or is empty.")
    }
    let start = unsafe mmap(nil, Int(facts.size), PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw ImageError("The image cannot be mapped into memory: \(systemError()).")
    }
    unsafe self.start = UnsafeRawPointer(start)
    count = Int(facts.size)
    self.facts = facts
  }

  deinit {
    // Mapped in init with this length, and unmapped only here.
    unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
  }

  /// Up to `wanted` plain numbers from an offset, a multiple of their size; fewer at the end of the file.
  func elements<Element>(at place: Int, _ wanted: Int) -> Column<Element> {
    let count = min(wanted, max(0, self.count - place) / MemoryLayout<Element>.stride)
    if count <= 0 { return Column() }
    // The elements lie in the file, and memory is aligned at its start.
    return unsafe Column(mapped: ColumnMemory(start + place, keptBy: self), count: count)
  }
}

func systemError() -> String {
  // strerror returns a string for every number; the text is copied at once.
  unsafe String(cString: strerror(errno))
}

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

  func write<Element>(_ elements: [Element]) throws(ImageError)
  where Element: BitwiseCopyable & Sendable { _ = try write(Column(elements)) }

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
