internal import GeoSnapSupport

/// For each line the nodes of its two ends, or codes: the start of line `n` at `2 n`, its end behind.
// Each place is written by one thread while lines are probed, and by one alone afterwards: the proof
// of `@unchecked Sendable`.
@safe
final class LineEnds: @unchecked Sendable {
  /// The number of ends: twice that of lines.
  let count: Int
  private let nodes: UnsafeMutablePointer<Int32>

  /// Makes room for the ends of lines; each has to be set before it is read.
  init(lineCount: Int) {
    count = 2 * lineCount
    // Our own memory, freed in deinit.
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
