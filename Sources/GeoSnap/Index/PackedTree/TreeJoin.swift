/// A node or a leaf of a tree in a join, with an envelope around all that is below it.
struct JoinNode {
  /// 0 for a leaf.
  var level: Int
  var position: Int
  var envelope: Envelope

  /// The root of a tree that has entries.
  init(rootOf tree: PackedTree) {
    level = tree.view.shape.top
    position = 0
    envelope = tree.extent
  }

  /// A child; its envelope is never larger than its parent's.
  @inline(__always)
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

  /// The leaves below it.
  @inline(__always)
  var leaves: ClosedRange<Int> {
    let shift = 4 &* level
    return position &<< shift...(position &+ 1) &<< shift &- 1
  }
}

/// Two nodes whose entries may pair, one of which is being opened: its children are taken in turn.
struct JoinStep {
  let first: JoinNode
  let second: JoinNode
  /// Whether it is the first whose children are taken.
  let opensFirst: Bool
  var pending: UInt32
}

/// Which boxes of a join are near enough to each other.
struct JoinReach {
  let distance: Double

  /// The rectangle around an envelope that all boxes in `other` within the distance meet.
  ///
  /// Computed distances are wrong by a few 2^-52 of how far their places are apart, which is at most
  /// the span below, and moving sides rounds by 2^-53 of their magnitude.
  @inline(__always)
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

extension PackedTree {
  /// Calls `body` with each pair of an entry of this tree and one of another whose boxes come within
  /// a distance of each other, and with some that nearly do.
  ///
  /// Both trees are walked together, always opening the larger of two nodes: parts that are far from
  /// the other tree are never looked at. The order is fixed. Allocates nothing.
  @inline(__always)
  func forEachPair(
    with other: PackedTree,
    within distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    // The views do not keep the memory alive.
    defer { withExtendedLifetime((memory, other.memory)) {} }
    switch (grid, other.grid) {
    case (nil, nil): join(DoubleLeaves.self, other, DoubleLeaves.self, distance, body)
    case (nil, _): join(DoubleLeaves.self, other, GridLeaves.self, distance, body)
    case (_, nil): join(GridLeaves.self, other, DoubleLeaves.self, distance, body)
    default: join(GridLeaves.self, other, GridLeaves.self, distance, body)
    }
  }

  /// Calls `body` once with each two entries whose boxes come within a distance of each other, and
  /// with some that nearly do.
  ///
  /// The order is fixed. Allocates nothing.
  @inline(__always)
  func forEachPair(within distance: Double, _ body: (TreeEntry, TreeEntry) -> Void) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    if grid == nil {
      joinItself(DoubleLeaves.self, distance, body)
    } else {
      joinItself(GridLeaves.self, distance, body)
    }
  }

  @inline(__always)
  private func join<Leaves: LeafFormat, OtherLeaves: LeafFormat>(
    _ format: Leaves.Type,
    _ other: PackedTree,
    _ otherFormat: OtherLeaves.Type,
    _ distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    let leaves = view.leaves(as: format, grid)
    let otherLeaves = other.view.leaves(as: otherFormat, other.grid)
    let reach = JoinReach(distance: distance)
    forEachLeafPair(with: other, reach, isSelf: false) { one, two in
      let window = reach.window(around: two.envelope, toward: one.envelope)
      var bits = removed.remaining(
        leaves.entries(of: one.position, in: leaves.window(window)),
        of: one.position
      )
      while bits != 0 {
        let entry = view.entry(leaves, one.position, bits.trailingZeroBitCount)
        bits &= bits &- 1
        let near = reach.window(around: entry.envelope, toward: two.envelope)
        var partners = other.removed.remaining(
          otherLeaves.entries(of: two.position, in: otherLeaves.window(near)),
          of: two.position
        )
        while partners != 0 {
          let lane = partners.trailingZeroBitCount
          partners &= partners &- 1
          body(entry, other.view.entry(otherLeaves, two.position, lane))
        }
      }
    }
  }

  @inline(__always)
  private func joinItself<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    _ distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    let leaves = view.leaves(as: format, grid)
    let reach = JoinReach(distance: distance)
    forEachLeafPair(with: self, reach, isSelf: true) { one, two in
      let window = reach.window(around: two.envelope, toward: one.envelope)
      var bits = removed.remaining(
        leaves.entries(of: one.position, in: leaves.window(window)),
        of: one.position
      )
      while bits != 0 {
        let lane = bits.trailingZeroBitCount
        let entry = view.entry(leaves, one.position, lane)
        bits &= bits &- 1
        let near = reach.window(around: entry.envelope, toward: two.envelope)
        var partners = removed.remaining(
          leaves.entries(of: two.position, in: leaves.window(near)),
          of: two.position
        )
        // Within one leaf, each two entries once.
        if one.position == two.position { partners &= ~1 &<< UInt32(truncatingIfNeeded: lane) }
        while partners != 0 {
          let partner = partners.trailingZeroBitCount
          partners &= partners &- 1
          body(entry, view.entry(leaves, two.position, partner))
        }
      }
    }
  }

  /// Calls `visit` with each two leaves whose boxes are near enough; within one tree, with each two
  /// once, the earlier first, and with each leaf and itself.
  @inline(__always)
  private func forEachLeafPair(
    with other: PackedTree,
    _ reach: JoinReach,
    isSelf: Bool,
    _ visit: (JoinNode, JoinNode) -> Void
  ) {
    guard count > 0, other.count > 0, reach.distance >= 0 else { return }
    let (view, otherView) = (view, other.view)
    let root = PackedTree.opened(
      JoinNode(rootOf: self),
      view,
      JoinNode(rootOf: other),
      otherView,
      reach
    )
    // Each step opens a node of one of the trees: no more steps than both have levels, 7 each.
    var steps = InlineArray<16, JoinStep>(repeating: root)
    var depth = 0
    while depth >= 0 {
      let pending = steps[depth].pending
      guard pending != 0 else {
        depth &-= 1
        continue
      }
      steps[depth].pending = pending & (pending &- 1)
      let child = pending.trailingZeroBitCount
      var (first, second) = (steps[depth].first, steps[depth].second)
      if steps[depth].opensFirst {
        first = JoinNode(child, of: first, in: view)
        guard first.position < view.shape.width(first.level) else { continue }
      } else {
        second = JoinNode(child, of: second, in: otherView)
        guard second.position < otherView.shape.width(second.level) else { continue }
      }
      if isSelf, first.leaves.lowerBound > second.leaves.upperBound { continue }
      if first.level == 0, second.level == 0 {
        visit(first, second)
      } else {
        depth &+= 1
        steps[depth] = PackedTree.opened(first, view, second, otherView, reach)
      }
    }
  }

  /// Opens the larger of two nodes that are not both leaves.
  @inline(__always)
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
      ? view.children(
        of: first,
        in: reach.window(around: second.envelope, toward: first.envelope)
      )
      : otherView.children(
        of: second,
        in: reach.window(around: first.envelope, toward: second.envelope)
      )
    return JoinStep(first: first, second: second, opensFirst: opensFirst, pending: pending)
  }
}

extension TreeView {
  /// One bit for each child of a node whose box meets a rectangle; bits of leaves that do not exist
  /// may be set.
  @inline(__always)
  fileprivate func children(of node: JoinNode, in window: Envelope) -> UInt32 {
    let sides = frame.units(window)
    if node.level > 1 {
      return children(
        ofCoarse: shape.start(node.level) &+ node.position,
        in: CoarseWindow(sides)
      )
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
