/// A vertex that may coincide with others.
struct PlacePoint: BitwiseCopyable, Sendable {
  let x: Double
  let y: Double
  /// The height; NaN when there is none.
  let z: Double
  /// The class of the junction or of the line.
  let type: Int32
  /// The owner of the vertex: a junction's first node, or a line's ordinal or number.
  let owner: Int32

  @inline(__always)
  init(_ place: Coordinate, z: Double?, type: Int32, owner: Int32) {
    x = place.x
    y = place.y
    self.z = z ?? .nan
    self.type = type
    self.owner = owner
  }

  var place: Coordinate { Coordinate(x: x, y: y) }

  /// Whether two vertices have identical ordinates and features of one class.
  @inline(__always)
  func isSame(as other: PlacePoint) -> Bool {
    x == other.x && y == other.y && type == other.type
      && (z == other.z || (z.isNaN && other.z.isNaN))
  }
}

/// The plane in square cells of 16 tolerances: near places are in the same cell or in adjacent ones.
struct PlaceCells: Sendable {
  private let perUnit: Double
  /// The share of a cell within which the adjacent one has to be searched.
  private let reach = 1.0 / 16 + 1.0 / 64
  /// The offset of the cells, so that round ordinates are not near a border.
  private let shift = 0.37

  init(_ tolerance: CoincidenceTolerance) {
    // Without a tolerance only equal places meet, and the size of cells does not matter.
    perUnit = 1 / max(tolerance.xy * 16, 1e-9)
  }

  /// The hash of the cell of a place; never 0.
  @inline(__always)
  func hash(_ x: Double, _ y: Double) -> UInt32 {
    PlaceCells.mix(number(x), number(y))
  }

  @inline(__always)
  private func number(_ ordinate: Double) -> Int64 {
    let scaled = ordinate * perUnit + shift
    // So far out that the distance between doubles exceeds a cell: places are equal or not near.
    guard scaled.magnitude < 0x1p45 else { return Int64(bitPattern: scaled.bitPattern) }
    let number = Int64(scaled)
    return Double(number) > scaled ? number &- 1 : number
  }

  /// The step to the near adjacent cell along one axis: -1, 0 or 1.
  @inline(__always)
  private func step(_ ordinate: Double, from number: Int64) -> Int64 {
    let scaled = ordinate * perUnit + shift
    guard scaled.magnitude < 0x1p45 else { return 0 }
    let share = scaled - Double(number)
    return share < reach ? -1 : share > 1 - reach ? 1 : 0
  }

  /// The hashes of one to four cells, without repeats.
  struct Hashes {
    private var hashes: InlineArray<4, UInt32>
    private(set) var count = 1

    @inline(__always)
    fileprivate init(_ here: UInt32) { hashes = InlineArray(repeating: here) }

    @inline(__always)
    fileprivate mutating func add(_ hash: UInt32) {
      for place in 0..<count where hashes[place] == hash { return }
      hashes[count] = hash
      count += 1
    }

    @inline(__always)
    subscript(place: Int) -> UInt32 { hashes[place] }
  }

  /// The hashes of the cells that may hold places near this one.
  @inline(__always)
  func hashes(near x: Double, _ y: Double) -> Hashes {
    let (column, row) = (number(x), number(y))
    let (right, up) = (step(x, from: column), step(y, from: row))
    var hashes = Hashes(PlaceCells.mix(column, row))
    if right | up == 0 { return hashes }
    // Without a step it is the same cell again.
    hashes.add(PlaceCells.mix(column &+ right, row))
    hashes.add(PlaceCells.mix(column, row &+ up))
    hashes.add(PlaceCells.mix(column &+ right, row &+ up))
    return hashes
  }

  /// Mixes two numbers into one of which every bit depends on all bits (after SplitMix by Steele and others).
  @inline(__always)
  private static func mix(_ column: Int64, _ row: Int64) -> UInt32 {
    var word =
      UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15
      &+ UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return max(UInt32(truncatingIfNeeded: (word ^ (word >> 31)) >> 32), 1)
  }
}

extension PlaceTable {
  /// The number of the junction that a vertex of a line is to join; -1 when there is none.
  ///
  /// Of those within the tolerance it is one that a rule allows, then the nearest, then the first. A junction of
  /// another domain network counts only when a rule allows it: a pole under a cable's end does not matter to the
  /// cable. `hash` is that of the vertex's cell.
  @inline(never)
  func junction(at vertex: PlacePoint, _ hash: UInt32, _ rules: JoinRules) -> Int32 {
    var best = BestJunction()
    look(inCell: hash, vertex, rules, &best)
    // No junction in another cell can be nearer.
    if best.isCertain { return best.item }
    let hashes = cells.hashes(near: vertex.x, vertex.y)
    for number in 1..<hashes.count { look(inCell: hashes[number], vertex, rules, &best) }
    return best.item
  }

  @inline(__always)
  private func look(
    inCell hash: UInt32,
    _ vertex: PlacePoint,
    _ rules: JoinRules,
    _ best: inout BestJunction
  ) {
    forEachPoint(inCell: hash, near: vertex.x, vertex.y) { point, item, distance in
      guard tolerance.holds(point.z, vertex.z, heights: ()) else { return true }
      let isAllowed = rules.mayJoin(junction: point.type, line: vertex.type)
      if isAllowed || rules.shareDomain(point.type, vertex.type) {
        best.take(Int32(truncatingIfNeeded: item), isAllowed, distance)
      }
      return !best.isCertain
    }
  }
}

private struct BestJunction {
  var item: Int32 = -1
  private var isAllowed = false
  private var distance = Double.infinity

  /// Whether no later junction is better: within one cell the least number comes first.
  var isCertain: Bool { isAllowed && distance == 0 }

  @inline(__always)
  mutating func take(_ other: Int32, _ otherIsAllowed: Bool, _ otherDistance: Double) {
    let isBetter =
      otherIsAllowed != isAllowed
      ? otherIsAllowed
      : otherDistance != distance ? otherDistance < distance : other < item
    if item < 0 || isBetter {
      (item, isAllowed, distance) = (other, otherIsAllowed, otherDistance)
    }
  }
}

extension JoinRules {
  @inline(__always)
  package func shareDomain(_ one: Int32, _ other: Int32) -> Bool {
    classes[Int(one)].domain == classes[Int(other)].domain
  }
}
