internal import GRDB
internal import GeoSnap

/// The boxes of a table for a bulk-loaded R-tree of SQLite.
///
/// Inserting boxes one by one takes a third of the time of writing a network. Here the boxes are ordered along a
/// Hilbert curve and packed evenly into as few nodes as possible. The tables in which SQLite stores the tree are
/// written directly: nodes, the node of each row, and the parent of each node. SQLite's `rtree.c` describes them.
package struct PackedSpatialIndex {
  private var ids: [Int64] = []
  /// The boxes of the rows: least and greatest x, least and greatest y.
  private var boxes: [SIMD4<Float>] = []
  private(set) var extent: Envelope?

  /// The number of bytes before the cells of a node, and of a cell.
  private static let headerSize = 4
  private static let cellSize = 24

  init(capacity: Int = 0) {
    ids.reserveCapacity(capacity)
    boxes.reserveCapacity(capacity)
  }

  /// Adds a row, whose id is greater than those before.
  mutating func append(_ id: Int64, _ box: Envelope) {
    precondition(ids.last.map { $0 < id } ?? true, "Rows are added in their order")
    ids.append(id)
    let (minX, minY) = (Self.roundedDown(box.minX), Self.roundedDown(box.minY))
    let (maxX, maxY) = (Self.roundedUp(box.maxX), Self.roundedUp(box.maxY))
    boxes.append(SIMD4(minX, maxX, minY, maxY))
    extent =
      extent.map { extent in
        Envelope(
          minX: min(extent.minX, box.minX),
          minY: min(extent.minY, box.minY),
          maxX: max(extent.maxX, box.maxX),
          maxY: max(extent.maxY, box.maxY)
        )
      } ?? box
  }

  /// The lower bound in single precision that SQLite stores for a number.
  package static func roundedDown(_ number: Double) -> Float {
    // SQLite takes NaN for NULL, and NULL for 0.
    if number.isNaN { return 0 }
    let nearest = Float(number)
    return Double(nearest) > number
      ? Float(number * (number < 0 ? awayFromZero : towardsZero)) : nearest
  }

  /// The upper bound in single precision that SQLite stores for a number.
  package static func roundedUp(_ number: Double) -> Float {
    if number.isNaN { return 0 }
    let nearest = Float(number)
    return Double(nearest) < number
      ? Float(number * (number < 0 ? towardsZero : awayFromZero)) : nearest
  }

  private static let towardsZero = 1 - 1 / 8_388_608.0
  private static let awayFromZero = 1 + 1 / 8_388_608.0

  // MARK: Packing

  /// A level of the tree: its number of nodes, and their members on the level below.
  private struct Level {
    let memberCount: Int
    let nodeCount: Int

    init(over memberCount: Int, capacity: Int) {
      self.memberCount = memberCount
      nodeCount = max((memberCount + capacity - 1) / capacity, 1)
    }

    /// The members of a node: the numbers of members differ by at most one.
    func members(_ node: Int) -> Range<Int> {
      node * memberCount / nodeCount..<(node + 1) * memberCount / nodeCount
    }
  }

  /// Fills the tables of a newly created R-tree.
  func write(to database: Database, _ index: String, note: (Int) throws -> Void) throws {
    if ids.isEmpty { return }
    let nodes = "\(index)_node".quotedIdentifier
    // The root exists, without cells.
    let size = try Int.fetchOne(database, sql: "SELECT length(data) FROM \(nodes) WHERE nodeno = 1")
    guard let size, size >= Self.headerSize + 2 * Self.cellSize else {
      throw DatabaseError(message: "SQLite did not make the root of the index \(index)")
    }
    try database.execute(sql: "DELETE FROM \(nodes)")
    let order = order()
    let capacity = (size - Self.headerSize) / Self.cellSize
    var levels = [Level(over: ids.count, capacity: capacity)]
    while let top = levels.last, top.nodeCount > 1 {
      levels.append(Level(over: top.nodeCount, capacity: capacity))
    }
    let covers = covers(levels, order)
    // The root is 1, then come the nodes of the levels below it.
    var firsts = [Int](repeating: 1, count: levels.count)
    for level in levels.indices.dropLast().reversed() {
      firsts[level] = firsts[level + 1] + levels[level + 1].nodeCount
    }
    let inserter = try RowInserter(database, into: "\(index)_node", count: 2)
    var node = [UInt8](repeating: 0, count: size)
    for (level, nodes) in levels.enumerated().reversed() {
      for number in 0..<nodes.nodeCount {
        begin(&node, depth: level == levels.count - 1 ? level : 0, nodes.members(number).count)
        for (cell, member) in nodes.members(number).enumerated() {
          if level == 0 {
            let row = Int(order[member])
            set(cell, of: &node, ids[row], boxes[row])
          } else {
            set(cell, of: &node, Int64(firsts[level - 1] + member), covers[level - 1][member])
          }
        }
        try inserter.insert {
          $0.append(Int64(firsts[level] + number))
          $0.append(node)
        }
      }
    }
    try writeParents(database, index, levels, firsts)
    try writeRows(database, index, levels[0], firsts[0], order, note: note)
  }

  /// The rows in the order of their boxes along a Hilbert curve.
  private func order() -> [UInt32] {
    guard let extent else { return [] }
    let curve = HilbertCurve(over: extent)
    // Rows of one place stay in their order.
    var keys = boxes.indices.map { row in
      let box = SIMD4<Double>(boxes[row])
      let middle = Coordinate(x: box[0] / 2 + box[1] / 2, y: box[2] / 2 + box[3] / 2)
      return UInt64(curve.key(middle)) << 32 | UInt64(row)
    }
    keys.sort()
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  private func covers(_ levels: [Level], _ order: [UInt32]) -> [[SIMD4<Float>]] {
    var covers: [[SIMD4<Float>]] = []
    for (level, nodes) in levels.enumerated() {
      var boxes: [SIMD4<Float>] = []
      boxes.reserveCapacity(nodes.nodeCount)
      for number in 0..<nodes.nodeCount {
        var cover = SIMD4<Float>(.infinity, -.infinity, .infinity, -.infinity)
        for member in nodes.members(number) {
          let box = level == 0 ? self.boxes[Int(order[member])] : covers[level - 1][member]
          cover[0] = min(cover[0], box[0])
          cover[1] = max(cover[1], box[1])
          cover[2] = min(cover[2], box[2])
          cover[3] = max(cover[3], box[3])
        }
        boxes.append(cover)
      }
      covers.append(boxes)
    }
    return covers
  }

  // MARK: Nodes

  /// Begins a node; only the root has a depth.
  private func begin(_ node: inout [UInt8], depth: Int, _ cellCount: Int) {
    for offset in node.indices { node[offset] = 0 }
    put(UInt16(depth), into: &node, at: 0)
    put(UInt16(cellCount), into: &node, at: 2)
  }

  private func set(_ cell: Int, of node: inout [UInt8], _ id: Int64, _ box: SIMD4<Float>) {
    let start = Self.headerSize + cell * Self.cellSize
    put(id, into: &node, at: start)
    for side in 0..<4 { put(box[side].bitPattern, into: &node, at: start + 8 + side * 4) }
  }

  /// Writes a big-endian number.
  private func put(_ number: some FixedWidthInteger, into node: inout [UInt8], at offset: Int) {
    let size = number.bitWidth / 8
    for byte in 0..<size {
      node[offset + byte] = UInt8(truncatingIfNeeded: number >> ((size - 1 - byte) * 8))
    }
  }

  // MARK: Ways up

  private func writeParents(
    _ database: Database,
    _ index: String,
    _ levels: [Level],
    _ firsts: [Int]
  ) throws {
    let inserter = try RowInserter(database, into: "\(index)_parent", count: 2)
    for level in levels.indices.dropFirst().reversed() {
      for number in 0..<levels[level].nodeCount {
        for member in levels[level].members(number) {
          try inserter.insert {
            $0.append(Int64(firsts[level - 1] + member))
            $0.append(Int64(firsts[level] + number))
          }
        }
      }
    }
  }

  private func writeRows(
    _ database: Database,
    _ index: String,
    _ leaves: Level,
    _ first: Int,
    _ order: [UInt32],
    note: (Int) throws -> Void
  ) throws {
    var leafOfRow = [UInt32](repeating: 0, count: ids.count)
    for number in 0..<leaves.nodeCount {
      for member in leaves.members(number) {
        leafOfRow[Int(order[member])] = UInt32(first + number)
      }
    }
    let inserter = try RowInserter(database, into: "\(index)_rowid", count: 2)
    for (row, id) in ids.enumerated() {
      try inserter.insert {
        $0.append(id)
        $0.append(Int64(leafOfRow[row]))
      }
      try note(row + 1)
    }
  }
}
