#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A whole file as memory that can only be read.
// The pages are read-only as long as this lives: the proof of `@unchecked Sendable`.
@safe
final class MemoryMap: @unchecked Sendable {
  /// The first byte; a multiple of the page size.
  let start: UnsafeRawPointer
  let count: Int

  /// Maps a file that has at least one byte.
  init(_ file: borrowing OpenFile) throws(IndexFileError) {
    let start = unsafe mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw IndexFileError(
        .cannotRead,
        "It cannot be mapped into memory: \(systemError()).",
        path: file.path
      )
    }
    unsafe self.start = UnsafeRawPointer(start)
    count = file.size
  }

  deinit {
    // Mapped in init with this length, and unmapped only here.
    unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
  }
}
