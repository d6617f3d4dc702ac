#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A whole file as read-only memory.
///
/// The file may be replaced at any time, but no program may write into it or truncate it.
// The pages are read-only for the lifetime of the object: the proof of `@unchecked Sendable`.
@safe
package final class FileMemory: @unchecked Sendable {
  /// The first byte; a multiple of the page size.
  let start: UnsafeRawPointer
  package let count: Int
  /// The file system's data of the file when it was mapped.
  package let facts: FileFacts

  /// Maps a file; throws the reason why it cannot be mapped.
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

  /// Up to `wanted` words of 8 bytes from an offset, which is a multiple of 8; fewer at the end of the file.
  func words(at place: Int, _ wanted: Int) -> Column<UInt64> {
    let count = min(wanted, max(0, self.count - place) / 8)
    if count <= 0 { return Column() }
    // The words lie in the file, and memory is aligned at its start.
    return unsafe Column(mapped: ColumnMemory(start + place, keptBy: self), count: count)
  }

  /// Up to `wanted` bytes from an offset; fewer at the end of the file.
  func bytes(at place: Int, _ wanted: Int) -> Column<UInt8> {
    let count = min(wanted, max(0, self.count - place))
    if count <= 0 { return Column() }
    // The bytes lie in the file.
    return unsafe Column(mapped: ColumnMemory(start + place, keptBy: self), count: count)
  }
}

/// The system's message for the call that just failed.
func systemError() -> String {
  // strerror returns a string for every number; the text is copied at once.
  unsafe String(cString: strerror(errno))
}
