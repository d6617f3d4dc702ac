/// A node that a search has yet to open, its level, and the start of that level's coarse nodes.
struct SearchStep {
  let position: Int32
  private let startAndLevel: Int32

  // A tree has fewer than 2^24 coarse nodes and 8 levels.
  @inline(__always)
  init(_ level: Int, start: Int, _ position: Int) {
    self.position = Int32(truncatingIfNeeded: position)
    startAndLevel = Int32(truncatingIfNeeded: start &<< 3 | level)
  }

  @inline(__always)
  var level: Int { Int(startAndLevel & 7) }

  @inline(__always)
  var start: Int { Int(startAndLevel &>> 3) }
}

/// A leaf that a search has found, with one bit for each of its entries that may meet the window.
package struct LeafMatch {
  let leaf: Int32
  var bits: UInt32
}

/// The most leaves that a search finds at a time: those of two fine nodes.
let leafMatchCapacity = 32

/// The most nodes that a search has pending: at most 15 on each of at most 7 levels, and 4 on the entry level.
let searchStepCapacity = 112

extension TreeView {
  /// Stores the first nodes of a search, the last of them first, and returns their number.
  func begin(_ step: UnsafeMutablePointer<SearchStep>) -> Int {
    guard shape.top > 0 else { return 0 }
    let level = shape.entryLevel
    let count = shape.width(level)
    let start = shape.start(level)
    var index = 0
    while index < count {
      // count <= 4.
      unsafe step[index] = SearchStep(level, start: start, count &- 1 &- index)
      index &+= 1
    }
    return count
  }

  /// Continues a search until it has found more than 16 leaves, or all, in tree order; returns their number.
  ///
  /// Leaves are prefetched as soon as they are known and read later, so that memory loads overlap.
  func findLeaves(
    meeting sides: SIMD4<Float>,
    _ step: UnsafeMutablePointer<SearchStep>,
    _ stepCount: inout Int,
    _ matches: UnsafeMutablePointer<LeafMatch>
  ) -> Int {
    let window = CoarseWindow(sides)
    var waitCount = 0
    // A fine node adds at most 16, so there is always room.
    while stepCount > 0, waitCount <= leafMatchCapacity - 16 {
      stepCount &-= 1
      let level = unsafe step[stepCount].level
      let node = unsafe Int(step[stepCount].position)
      if level == 1 {
        var bits = leaves(ofFine: node, in: sides)
        while bits != 0 {
          let leaf = node &* 16 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          guard leaf < shape.leafCount else { break }
          fetchLeaf(leaf)
          unsafe matches[waitCount] = LeafMatch(leaf: Int32(truncatingIfNeeded: leaf), bits: 0)
          waitCount &+= 1
        }
      } else {
        let start = unsafe step[stepCount].start
        let childStart = level > 2 ? start &- shape.width(level &- 1) : 0
        var bits = children(ofCoarse: start &+ node, in: window)
        // From the last child to the first, so that the first is opened next.
        while bits != 0 {
          let child = 31 &- bits.leadingZeroBitCount
          bits ^= 1 &<< UInt32(truncatingIfNeeded: child)
          let position = node &* 16 &+ child
          if level == 2 {
            fetchFine(position)
          } else {
            fetchCoarse(childStart &+ position)
          }
          unsafe step[stepCount] = SearchStep(level &- 1, start: childStart, position)
          stepCount &+= 1
        }
      }
    }
    return waitCount
  }
}
