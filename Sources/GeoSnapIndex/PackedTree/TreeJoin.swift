/// A node or a leaf of a tree in a join, with an envelope around its entries.
struct JoinNode {
  /// 0 for a leaf.
  var level: Int
  var position: Int
  var envelope: Envelope

  init(rootOf tree: PackedTree) {
    level = tree.view.shape.top
    position = 0
    envelope = tree.extent
  }

  /// Creates a child, whose envelope is clipped to its parent's.
  init(_ child: Int, of parent: JoinNode, in view: TreeView) {
    let around = view.envelope(ofChild: child, parent.level, parent.position)
    level = parent.level &- 1
    position = parent.position &* 16 &+ child
    envelope = Envelope(
      minX: max(around.minX, parent.envelope.minX),
      minY: max(around.minY, parent.envelope.minY),
      maxX: min(around.maxX, parent.envelope.maxX),
      maxY: min(around.maxY, parent.envelope.maxY)
    )
  }

  var leaves: ClosedRange<Int> {
    let shift = 4 &* level
    return position &<< shift...(position &+ 1) &<< shift &- 1
  }
}

/// Two nodes whose entries may pair, one of which is open: its children are taken in turn.
struct JoinStep {
  let first: JoinNode
  let second: JoinNode
  let opensFirst: Bool
  var pending: UInt32
}

/// The distance within which boxes of a join pair.
struct JoinReach {
  let distance: Double

  /// The rectangle around an envelope that meets all boxes in `other` within the distance.
  ///
  /// Computed distances have an error of a few 2^-52 of the distance of their points, which is at most the span
  /// below, and moving sides rounds by 2^-53 of their magnitude.
  func window(around envelope: Envelope, toward other: Envelope) -> Envelope {
    let union = envelope.union(other)
    let span = union.width + union.height
    let greatest = max(
      max(union.minX.magnitude, union.maxX.magnitude),
      max(union.minY.magnitude, union.maxY.magnitude)
    )
    let slack = (span + min(distance, span)) * 0x1p-49 + greatest * 0x1p-51
    return envelope.expanded(by: distance + slack)
  }
}

/// A join of each entry of one tree with those of another that may be within a distance, by walking both together.
///
/// The larger of two nodes is opened, so parts far from the other tree are skipped. The order is deterministic.
/// Nothing is allocated.
struct TreeJoin {
  private let tree: PackedTree
  private let other: PackedTree
  private let reach: JoinReach
  /// Whether a tree is joined with itself: then each two entries pair once.
  private let isSelf: Bool
  /// Each step opens a node of one of the trees, so there are no more steps than both have levels, 7 each.
  private var steps: InlineArray<16, JoinStep>
  private var depth: Int
  /// The two current leaves; `pending` are the entries of the first still to come.
  private var first: JoinNode
  private var second: JoinNode
  private var pending: UInt32 = 0

  /// Starts a join; nil when there is nothing to find.
  init?(_ tree: PackedTree, _ other: PackedTree, within distance: Double, isSelf: Bool) {
    guard tree.count > 0, other.count > 0, distance >= 0 else { return nil }
    self.tree = tree
    self.other = other
    self.isSelf = isSelf
    reach = JoinReach(distance: distance)
    first = JoinNode(rootOf: tree)
    second = JoinNode(rootOf: other)
    steps = InlineArray(repeating: TreeJoin.opened(first, tree.view, second, other.view, reach))
    depth = 0
  }

  /// The next entry that may have partners, by leaf and lane, and its partners, by leaf and one bit each; nil at the
  /// end.
  @inline(never) mutating func next() -> (leaf: Int, lane: Int, otherLeaf: Int, partners: UInt32)? {
    while true {
      while pending != 0 {
        let lane = pending.trailingZeroBitCount
        pending &= pending &- 1
        let box = tree.entry(first.position, lane).envelope
        var partners = other.entries(
          of: second.position,
          meeting: reach.window(around: box, toward: second.envelope)
        )
        // Within one leaf, each two entries once.
        if isSelf, first.position == second.position {
          partners &= ~1 &<< UInt32(truncatingIfNeeded: lane)
        }
        if partners != 0 { return (first.position, lane, second.position, partners) }
      }
      guard openLeaves() else { return nil }
      pending = tree.entries(
        of: first.position,
        meeting: reach.window(around: second.envelope, toward: first.envelope)
      )
    }
  }

  /// Continues with the next two leaves whose boxes are near enough; within one tree with each two once, the earlier
  /// first, and each leaf with itself.
  private mutating func openLeaves() -> Bool {
    let (view, otherView) = (tree.view, other.view)
    while depth >= 0 {
      let pending = steps[depth].pending
      guard pending != 0 else {
        depth &-= 1
        continue
      }
      steps[depth].pending = pending & (pending &- 1)
      let child = pending.trailingZeroBitCount
      (first, second) = (steps[depth].first, steps[depth].second)
      if steps[depth].opensFirst {
        first = JoinNode(child, of: first, in: view)
        guard first.position < view.shape.width(first.level) else { continue }
      } else {
        second = JoinNode(child, of: second, in: otherView)
        guard second.position < otherView.shape.width(second.level) else { continue }
      }
      if isSelf, first.leaves.lowerBound > second.leaves.upperBound { continue }
      if first.level == 0, second.level == 0 { return true }
      depth &+= 1
      steps[depth] = TreeJoin.opened(first, view, second, otherView, reach)
    }
    return false
  }

  private static func opened(
    _ first: JoinNode,
    _ view: TreeView,
    _ second: JoinNode,
    _ otherView: TreeView,
    _ reach: JoinReach
  ) -> JoinStep {
    let size = first.envelope.width + first.envelope.height
    let otherSize = second.envelope.width + second.envelope.height
    let opensFirst = second.level == 0 || (first.level > 0 && size >= otherSize)
    let pending =
      opensFirst
      ? view.children(of: first, in: reach.window(around: second.envelope, toward: first.envelope))
      : otherView.children(
        of: second,
        in: reach.window(around: first.envelope, toward: second.envelope)
      )
    return JoinStep(first: first, second: second, opensFirst: opensFirst, pending: pending)
  }
}

extension TreeView {
  /// One bit for each child of a node whose box meets a rectangle; bits of missing leaves may be set.
  fileprivate func children(of node: JoinNode, in window: Envelope) -> UInt32 {
    let sides = frame.units(window)
    if node.level > 1 {
      return children(ofCoarse: shape.start(node.level) &+ node.position, in: LaneWindow(sides))
    }
    let bits = leaves(ofFine: node.position, in: sides)
    var rest = bits
    while rest != 0 {
      fetchLeaf(node.position &* 16 &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return bits
  }
}

extension PackedTree {
  /// Calls `body` with each pair of an entry of this tree and one of another whose boxes are within a distance, and
  /// with some pairs slightly beyond it; joined with itself, each two once.
  @inline(__always) package func forEachPair(
    with other: PackedTree,
    within distance: Double,
    isSelf: Bool = false,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    guard var join = TreeJoin(self, other, within: distance, isSelf: isSelf) else { return }
    // The views do not keep the memory alive.
    defer { withExtendedLifetime((memory, other.memory)) {} }
    while let (leaf, lane, otherLeaf, partners) = join.next() {
      let entry = storedEntry(leaf, lane)
      var rest = partners
      while rest != 0 {
        body(entry, other.storedEntry(otherLeaf, rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
  }
}
