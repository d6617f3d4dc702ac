internal import GeoSnapSupport

/// The nodes of the ends of lines, or codes: the start of line `n` at `2 n`, its end after it.
// Each element is written by one thread while lines are probed, and by a single thread afterwards: the proof of
// `@unchecked Sendable`.
@safe
final class LineEnds: @unchecked Sendable {
  /// The number of ends: twice that of lines.
  let count: Int
  private let nodes: UnsafeMutablePointer<Int32>

  /// Allocates the ends of lines; each has to be set before it is read.
  init(lineCount: Int) {
    count = 2 * lineCount
    // Allocated here, freed in deinit.
    unsafe nodes = LargeMemory.allocate(count, of: Int32.self)
  }

  deinit { unsafe nodes.deallocate() }

  @inline(__always)
  subscript(end: Int) -> Int32 {
    get {
      precondition(UInt(bitPattern: end) < UInt(bitPattern: count), "No such end")
      // Checked above.
      return unsafe nodes[end]
    }
    set {
      precondition(UInt(bitPattern: end) < UInt(bitPattern: count), "No such end")
      // Checked above.
      unsafe nodes[end] = newValue
    }
  }
}
