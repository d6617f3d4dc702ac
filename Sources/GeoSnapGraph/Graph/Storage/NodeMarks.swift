internal import GeoSnapColumns
internal import GeoSnapSupport

/// What a search knows of each node, beside the place of its row: one cache line tells both.
// Invariant: `marks` has one mark for each node of the graph and one more, whose `row` ends the last.
@safe
package final class NodeMarks {
  struct Mark: BitwiseCopyable {
    /// The place of the node's first half-edge.
    let row: Int32
    /// Twice the number of the search that found the node, and one more when it has been left.
    var stamp: UInt32
  }

  let marks: UnsafeMutablePointer<Mark>
  private let count: Int
  /// The number of the search under way or done last.
  package var search: UInt32 = 0

  init(_ graph: Graph) {
    count = graph.starts.count
    unsafe marks = LargeMemory.allocate(count, of: Mark.self)
    for node in 0..<count {
      // node < count, the number of marks allocated.
      unsafe marks[node] = Mark(row: graph.starts[node], stamp: 0)
    }
  }

  deinit { unsafe marks.deallocate() }

  /// Begins a search: the stamp of nodes that it finds, which is greater than any before.
  func begin() -> UInt32 {
    if search == UInt32.max / 2 {
      // node < count, the number of marks.
      for node in 0..<count { unsafe marks[node].stamp = 0 }
      search = 0
    }
    search += 1
    return 2 * search
  }
}
