internal import CHints

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the file system says of a file: while it stays the same, nobody has written to the file, unless the
/// clock stood still meanwhile.
///
/// The time of the last change of a file cannot be set by programs, other than that of its content.
package struct FileFacts: Hashable, Sendable, BitwiseCopyable {
  package let device: UInt64
  package let number: UInt64
  package let size: Int64
  /// When the content or anything else of the file was changed last, in nanoseconds.
  package private(set) var changed: Int64
  /// When the content was changed last, in nanoseconds; programs may set it.
  package let written: Int64
  /// Who owns the file.
  package let owner: UInt32
  /// The kind of the file and what is allowed.
  let mode: UInt32

  /// What is known of the file at the end of a path, links followed; nil where there is none.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What is known of an open file.
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

  /// Whether it is a plain file.
  var isPlain: Bool { mode_t(truncatingIfNeeded: mode) & S_IFMT == S_IFREG }

  /// Whether it belongs to whoever runs this program.
  package var isOwn: Bool { owner == UInt32(geteuid()) }

  /// The clock by which files are dated, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How long a change must be past for the next one to have another date, in nanoseconds: files are dated by
  /// ticks of up to 10 ms.
  package static let tick: Int64 = 20_000_000

  /// Whether a change after this moment would show.
  package var isSettled: Bool {
    // Dates of whole seconds may be those of a file system that has no others, some every two seconds.
    let isCoarse = changed % 1_000_000_000 == 0
    return FileFacts.now - changed > (isCoarse ? 2_100_000_000 : FileFacts.tick)
  }

  /// Whether a file lies on a file system of this machine, so that its dates are of this machine's clock.
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
