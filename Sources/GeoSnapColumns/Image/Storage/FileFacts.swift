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
  /// The user id of the owner.
  package let owner: UInt32
  /// The type and permissions.
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

  /// Whether it is a regular file.
  var isPlain: Bool { mode_t(truncatingIfNeeded: mode) & S_IFMT == S_IFREG }

  /// Whether the user of this program owns it.
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
