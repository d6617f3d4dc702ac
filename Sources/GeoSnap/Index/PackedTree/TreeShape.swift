/// How many leaves and nodes a packed tree has on each level.
///
/// Level 0 are the leaves of 16 entries, level 1 the fine nodes over 16 leaves each, and the levels
/// above are coarse nodes, up to a root. Child k of the i-th node of a level is the (16 i + k)-th
/// of the level below: places follow from counts, and nothing is stored.
struct TreeShape: Equatable, Sendable {
  /// The number of entries.
  let count: Int
  /// The level of the root: at least 1, or 0 for a tree without entries.
  let top: Int
  /// The level whose nodes a search looks at first: the lowest with at most 4 nodes.
  let entryLevel: Int
  private let widths: InlineArray<9, Int32>
  private let starts: InlineArray<9, Int32>

  init(count: Int) {
    self.count = count
    var widths = InlineArray<9, Int32>(repeating: 0)
    var starts = InlineArray<9, Int32>(repeating: 0)
    var width = (count + 15) / 16
    widths[0] = Int32(width)
    var level = 0
    while level == 0 ? width > 0 : width > 1 {
      width = (width + 15) / 16
      level += 1
      widths[level] = Int32(width)
      starts[level + 1] = level == 1 ? 0 : starts[level] + Int32(width)
    }
    top = level
    while level > 1 && widths[level - 1] <= 4 { level -= 1 }
    entryLevel = level
    self.widths = widths
    self.starts = starts
  }

  /// The number of leaves.
  @inline(__always)
  var leafCount: Int { Int(widths[0]) }

  /// The number of fine nodes.
  var fineCount: Int { Int(widths[1]) }

  /// The number of coarse nodes.
  var coarseCount: Int { top > 1 ? start(top) + 1 : 0 }

  /// The number of nodes of a level, or of leaves at level 0.
  @inline(__always)
  func width(_ level: Int) -> Int { Int(widths[level]) }

  /// Where the coarse nodes of a level begin among all coarse nodes.
  @inline(__always)
  func start(_ level: Int) -> Int { Int(starts[level]) }

  static func == (lhs: TreeShape, rhs: TreeShape) -> Bool { lhs.count == rhs.count }
}
