extension PackedTree {
  /// Calls `body` with a walk through the leaves near a point, and the memory for it.
  @inline(__always) package func withNearestWalk(
    from point: Coordinate,
    within distance: Double,
    _ body: (inout NearestWalk) -> Void
  ) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    // Up to 1024 bytes need no allocation.
    unsafe withUnsafeTemporaryAllocation(
      of: NearestStep.self,
      capacity: NearestStep.capacity
    ) { steps in
      guard let step = steps.baseAddress else { return }
      var walk = unsafe NearestWalk(view, near: point, within: distance, step)
      body(&walk)
    }
  }
}

/// A point for distances from nodes, in units of the frame.
struct NodePlace {
  let x: SIMD4<Float>
  let y: SIMD4<Float>
  private let scale: Double
  /// The greatest error of a computed distance above the true one, in units.
  private let slack: Double

  @inline(__always) init(_ point: Coordinate, _ frame: TreeFrame) {
    let (unitsX, unitsY) = (frame.units(x: point.x), frame.units(y: point.y))
    x = SIMD4(repeating: unitsX)
    y = SIMD4(repeating: unitsY)
    scale = frame.scale
    slack = Double(unitsX.magnitude + unitsY.magnitude) * 0x1p-21 + 0x1p-20
  }

  /// Limits from here on belong to distances beyond any tree.
  static let far: Float = 0x1p119

  /// The squared distance in units up to which a box is searched; ``far`` for far distances.
  @inline(__always) func limit(_ distance: Double) -> Float {
    let limit = min(distance * scale * (1 + 0x1p-18) + slack, 0x1p60)
    return Float(limit * limit) * (1 + 0x1p-20)
  }
}

/// A node whose children are searched, nearest first.
struct NearestStep {
  var position: Int
  var pending: UInt32
  var distances: SIMD16<Float>

  /// The steps of a walk: one for each of at most 7 levels.
  static let capacity = 8
}

/// A walk through the leaves of a tree that may be within a distance of a point, roughly the nearest first.
///
/// It goes depth first with the nearest child first: the distance shrinks early, and no queue is needed.
// Points to memory of the search that created it, which outlives the walk.
@safe package struct NearestWalk {
  private let view: TreeView
  private let place: NodePlace
  private let step: UnsafeMutablePointer<NearestStep>
  private var level: Int
  private var limit: Float

  /// Starts a walk; `step` is memory for `NearestStep.capacity` steps, with any content.
  init(
    _ view: TreeView,
    near point: Coordinate,
    within distance: Double,
    _ step: UnsafeMutablePointer<NearestStep>
  ) {
    self.view = view
    unsafe self.step = unsafe step
    place = NodePlace(point, view.frame)
    limit = place.limit(distance)
    level = view.shape.top
    // top < 7; a tree without entries has no node to open.
    if level > 0 { unsafe step[level] = view.open(level, 0, place, limit) } else { level = 1 }
  }

  /// The next leaf, nil at the end; `distance` is the distance to search further, which may only shrink.
  // A separate function, so that it does not share registers with the visits.
  @inline(never) package mutating func next(within distance: Double) -> Int? {
    let shape = view.shape
    let next = place.limit(distance)
    if next < limit { narrow(to: next) }
    while level <= shape.top {
      guard let lane = unsafe TreeView.takeNearest(&step[level], within: limit) else {
        level &+= 1
        continue
      }
      let position = unsafe step[level].position &* 16 &+ TreeView.child(lane, of: level)
      // A fine node's missing leaves are no farther than others.
      guard position < shape.width(level &- 1) else { continue }
      guard level > 1 else { return position }
      level &-= 1
      unsafe step[level] = view.open(level, position, place, limit)
      if level == 1 {
        // Without a limit, most leaves would be prefetched in vain.
        let reach = limit < NodePlace.far ? limit : view.likelyReach(ofFine: position)
        view.fetchLeaves(unsafe step[1], within: reach)
      }
    }
    return nil
  }

  private mutating func narrow(to next: Float) {
    let isFirst = limit >= NodePlace.far
    limit = next
    // A limit shrinks after a leaf has been searched, so the fine node above it is open.
    guard level == 1, view.shape.top > 0 else { return }
    unsafe step[1].pending &= LaneBits.of(step[1].distances, within: limit)
    guard isFirst else { return }
    view.fetchLeaves(unsafe step[1], within: limit)
    if view.shape.top > 1 { view.fetchFineNodes(unsafe step[2], within: limit) }
  }
}

extension TreeView {
  fileprivate func open(
    _ level: Int,
    _ position: Int,
    _ place: NodePlace,
    _ limit: Float
  ) -> NearestStep {
    let distances: SIMD16<Float>
    if level > 1 {
      let node = shape.start(level) &+ position
      distances = SIMD16(
        lowHalf: SIMD8(
          lowHalf: squaredDistances(node, 0, place),
          highHalf: squaredDistances(node, 1, place)
        ),
        highHalf: SIMD8(
          lowHalf: squaredDistances(node, 2, place),
          highHalf: squaredDistances(node, 3, place)
        )
      )
    } else {
      let header = fineHeader(position)
      let x = (place.x.x - header.x) * header.z
      let y = (place.y.x - header.y) * header.w
      distances = SIMD16(
        lowHalf: SIMD8(
          lowHalf: squaredDistances(toLeavesOf: position, 0, header, x, y),
          highHalf: squaredDistances(toLeavesOf: position, 1, header, x, y)
        ),
        highHalf: SIMD8(
          lowHalf: squaredDistances(toLeavesOf: position, 2, header, x, y),
          highHalf: squaredDistances(toLeavesOf: position, 3, header, x, y)
        )
      )
    }
    let bits = LaneBits.of(distances, within: limit)
    return NearestStep(position: position, pending: bits, distances: distances)
  }

  @inline(__always) private func squaredDistances(
    _ node: Int,
    _ quarter: Int,
    _ place: NodePlace
  ) -> SIMD4<Float> {
    let dx = outside(sides(node, 0, quarter) - place.x, place.x - sides(node, 2, quarter))
    let dy = outside(sides(node, 1, quarter) - place.y, place.y - sides(node, 3, quarter))
    return dx * dx + dy * dy
  }

  /// The squared distances to the cells of a fine node's leaves `stride`, `stride` + 4, `stride` + 8 and `stride` +
  /// 12.
  ///
  /// A row holds four cells in each 32-bit word; one shift and one mask extract the same cell of each.
  @inline(__always) private func squaredDistances(
    toLeavesOf node: Int,
    _ stride: UInt32,
    _ header: SIMD4<Float>,
    _ x: Float,
    _ y: Float
  ) -> SIMD4<Float> {
    // A side lies within half a cell of the middle of its cell, plus rounding.
    let half: Float = 0.5 + 0x1p-10
    let dx = outside(
      cells(node, 0, stride) - SIMD4(repeating: x + half),
      SIMD4(repeating: x - half) - cells(node, 2, stride)
    )
    let dy = outside(
      cells(node, 1, stride) - SIMD4(repeating: y + half),
      SIMD4(repeating: y - half) - cells(node, 3, stride)
    )
    let (unitsX, unitsY) = (
      dx * SIMD4(repeating: 1 / header.z), dy * SIMD4(repeating: 1 / header.w)
    )
    return unitsX * unitsX + unitsY * unitsY
  }

  @inline(__always) private func cells(_ node: Int, _ row: Int, _ stride: UInt32) -> SIMD4<Float> {
    let words = fineWords(node, row) &>> SIMD4(repeating: 8 &* stride) & SIMD4(repeating: 255)
    return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: words))
  }

  /// The greater of the two, or 0 when both are negative; NaN stays NaN.
  @inline(__always)
  private func outside(_ before: SIMD4<Float>, _ after: SIMD4<Float>) -> SIMD4<Float> {
    let greater = before.replacing(with: after, where: after .> before)
    let zero = SIMD4<Float>(repeating: 0)
    return greater.replacing(with: zero, where: greater .< zero)
  }

  /// The child whose distance is in a lane: lanes of a fine node are four children apart.
  @inline(__always) fileprivate static func child(_ lane: Int, of level: Int) -> Int {
    level > 1 ? lane : (lane & 3) &* 4 &+ lane &>> 2
  }

  /// Takes the nearest pending child, if it is within the limit.
  fileprivate static func takeNearest(_ step: inout NearestStep, within limit: Float) -> Int? {
    var bits = step.pending
    guard bits != 0 else { return nil }
    var nearest = bits.trailingZeroBitCount
    bits &= bits &- 1
    var least = step.distances[nearest]
    while bits != 0 {
      let child = bits.trailingZeroBitCount
      let distance = step.distances[child]
      if distance < least {
        least = distance
        nearest = child
      }
      bits &= bits &- 1
    }
    guard least <= limit else {
      step.pending = 0
      return nil
    }
    step.pending &= ~(1 &<< UInt32(truncatingIfNeeded: nearest))
    return nearest
  }

  fileprivate func fetchLeaves(_ step: NearestStep, within limit: Float) {
    var bits = step.pending & LaneBits.of(step.distances, within: limit)
    while bits != 0 {
      fetchLeaf(step.position &* 16 &+ TreeView.child(bits.trailingZeroBitCount, of: 1))
      bits &= bits &- 1
    }
  }

  fileprivate func fetchFineNodes(_ step: NearestStep, within limit: Float) {
    var bits = step.pending & LaneBits.of(step.distances, within: limit)
    while bits != 0 {
      fetchFine(step.position &* 16 &+ bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }

  /// A guess at the squared distance before the first leaf: half a leaf's side, if a fine node's 16 leaves lie in
  /// four rows.
  fileprivate func likelyReach(ofFine node: Int) -> Float {
    let header = fineHeader(node)
    let reach = 32 / min(header.z, header.w)
    return reach * reach
  }
}
