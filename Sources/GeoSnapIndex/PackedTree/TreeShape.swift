/// The numbers of leaves and nodes of a packed tree on each level.
///
/// Level 0 are the leaves of 16 entries, level 1 the fine nodes of 16 leaves each, and the levels above are coarse
/// nodes, up to a root. Child k of the i-th node of a level is the (16 i + k)-th of the level below, so positions
/// follow from counts and are not stored.
package struct TreeShape: Equatable, Sendable {
  let count: Int
  package let leafCount: Int
  /// The level of the root: at least 1, or 0 for a tree without entries.
  package let top: Int
  /// The level at which a search starts: the lowest with at most 4 nodes.
  let entryLevel: Int

  init(count: Int) {
    self.count = count
    leafCount = (count + 15) / 16
    func width(_ level: Int) -> Int { TreeShape.width(level, over: (count + 15) / 16) }
    var level = leafCount > 0 ? 1 : 0
    while level > 0 && width(level) > 1 { level += 1 }
    top = level
    while level > 1 && width(level - 1) <= 4 { level -= 1 }
    entryLevel = level
  }

  var fineCount: Int { width(1) }

  var coarseCount: Int { top > 1 ? start(top) + 1 : 0 }

  /// The number of nodes of a level, or of leaves at level 0.
  @inline(__always)
  package func width(_ level: Int) -> Int { TreeShape.width(level, over: leafCount) }

  /// The position of a level's first node among all coarse nodes.
  ///
  /// Counting takes a few instructions, whereas a table would have to be copied for each use.
  @inline(__always)
  func start(_ level: Int) -> Int {
    var start = 0
    var below = 2
    while below < level {
      start &+= width(below)
      below &+= 1
    }
    return start
  }

  /// The number of entries in a leaf: 16 in all but the last.
  @inline(__always)
  func entryCount(of leaf: Int) -> Int { min(count &- leaf &* 16, 16) }

  @inline(__always)
  private static func width(_ level: Int, over leafCount: Int) -> Int {
    let shift = 4 &* level
    return (leafCount &+ (1 &<< shift) &- 1) &>> shift
  }
}
