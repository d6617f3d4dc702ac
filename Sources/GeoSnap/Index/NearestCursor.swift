extension PackedNodes {
  /// A place as box distances need it: in the tree's own frame and spread over SIMD lanes.
  @usableFromInline
  @frozen
  struct Place {
    @usableFromInline let x: SIMD4<Float>
    @usableFromInline let y: SIMD4<Float>
    /// How far a box distance measured in `Float` may be above the true one.
    @usableFromInline let slack: Double

    @inlinable
    init(_ point: Coordinate, in nodes: PackedNodes) {
      let dx = point.x - nodes.origin.x
      let dy = point.y - nodes.origin.y
      // Infinity would make inf - inf; the greatest finite number only makes boxes seem nearer.
      let limit = Float.greatestFiniteMagnitude
      x = SIMD4(repeating: min(max(Float(dx), -limit), limit))
      y = SIMD4(repeating: min(max(Float(dy), -limit), limit))
      slack = (nodes.reach + dx.magnitude + dy.magnitude) * 0x1p-21
    }

    /// The squared box distance up to which entries may be within `distance`.
    @inlinable
    func limit(_ distance: Double) -> Float {
      let generous = (distance + slack) * (1 + 0x1p-20)
      return roundedUp(generous * generous)
    }
  }

  /// The squared distances from a place to the boxes of a node's children; NaN for missing ones.
  @inlinable
  @inline(__always)
  func squaredDistances(_ node: Int, from place: Place) -> SIMD16<Float> {
    SIMD16(
      lowHalf: SIMD8(
        lowHalf: squaredDistances(node, 0, from: place),
        highHalf: squaredDistances(node, 1, from: place)
      ),
      highHalf: SIMD8(
        lowHalf: squaredDistances(node, 2, from: place),
        highHalf: squaredDistances(node, 3, from: place)
      )
    )
  }

  @inlinable
  @inline(__always)
  func squaredDistances(_ node: Int, _ quarter: Int, from place: Place) -> SIMD4<Float> {
    let dx = outside(sides(node, 0, quarter) - place.x, place.x - sides(node, 2, quarter))
    let dy = outside(sides(node, 1, quarter) - place.y, place.y - sides(node, 3, quarter))
    return dx * dx + dy * dy
  }

  /// The greater of the two, or 0 when both are negative; NaN stays NaN.
  @inlinable
  @inline(__always)
  func outside(_ before: SIMD4<Float>, _ after: SIMD4<Float>) -> SIMD4<Float> {
    let greater = before.replacing(with: after, where: after .> before)
    return greater.replacing(with: SIMD4(repeating: 0), where: greater .< SIMD4(repeating: 0))
  }
}

/// Walks the slots of a packed tree, near boxes first, as long as the caller's limit lets it.
///
/// Depth first with the nearest child first: the limit shrinks early, and no queue is needed.
@usableFromInline
@frozen
struct NearestCursor {
  @usableFromInline let nodes: PackedNodes
  @usableFromInline let place: PackedNodes.Place
  @usableFromInline var level: Int
  @usableFromInline var positions: InlineArray<8, Int>
  @usableFromInline var pending: InlineArray<8, UInt32>
  @usableFromInline var distances: InlineArray<8, SIMD16<Float>>

  @inlinable
  init(_ nodes: PackedNodes, from point: Coordinate) {
    self.nodes = nodes
    place = PackedNodes.Place(point, in: nodes)
    level = nodes.top
    positions = InlineArray(repeating: 0)
    pending = InlineArray(repeating: 0)
    distances = InlineArray(repeating: SIMD16(repeating: 0))
    if level >= 0 { open(0) }
  }

  /// Measures the boxes of a node of the current level.
  @inlinable
  @inline(__always)
  mutating func open(_ position: Int) {
    positions[level] = position
    pending[level] = 0xFFFF
    distances[level] = nodes.squaredDistances(nodes.levelStarts[level] &+ position, from: place)
  }

  /// The next slot whose box may lie within `limit`, as ``PackedNodes/Place/limit(_:)`` gives it.
  @inlinable
  @inline(__always)
  mutating func next(limit: Float) -> Int? {
    while level >= 0 && level <= nodes.top {
      var nearest = -1
      var least = limit
      var bits = pending[level]
      var kept: UInt32 = 0
      while bits != 0 {
        let child = bits.trailingZeroBitCount
        let distance = distances[level][child]
        if distance <= limit {
          kept |= 1 &<< UInt32(child)
          if distance <= least && (nearest < 0 || distance < least) {
            least = distance
            nearest = child
          }
        }
        bits &= bits &- 1
      }
      if nearest < 0 {
        level += 1
        continue
      }
      pending[level] = kept & ~(1 &<< UInt32(nearest))
      let child = positions[level] &* 16 &+ nearest
      if level == 0 { return child }
      level -= 1
      open(child)
    }
    return nil
  }
}
