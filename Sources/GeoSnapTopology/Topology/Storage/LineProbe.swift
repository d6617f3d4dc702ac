internal import GeoSnapSupport

/// Finds the nodes that vertices of lines join, in a table of all junctions with geometry.
struct LineProbe: Sendable {
  let plan: TopologyPlan
  /// The junctions, owned by their first nodes.
  let table: PlaceTable
  let ends: LineEnds

  /// One end of a line, or an inner vertex.
  private struct Sought: BitwiseCopyable {
    /// The place; without a type there is none to search.
    var point = PlacePoint(Coordinate(x: 0, y: 0), z: nil, type: -1, owner: -1)
    var vertex: Int32 = 0
    var hash: UInt32 = 0
  }

  /// The number of lines whose slots and junctions are prefetched together, since the table is larger than caches.
  private static let blockSize = 32

  func join(_ piece: TopologyPlan.Piece) -> LineJoins {
    let features = plan.network.tables[piece.table]
    let terminals = (
      features.column(named: TerminalField.from), features.column(named: TerminalField.to)
    )
    // Most lines name no terminal, and reading a column for each row is expensive.
    let namesStart = terminals.0?.isNull == false
    let namesEnd = terminals.1?.isNull == false
    var joins = LineJoins()
    let block = UnsafeMutablePointer<Sought>.allocate(capacity: 2 * LineProbe.blockSize)
    defer { unsafe block.deallocate() }
    for first in stride(from: piece.rows.lowerBound, to: piece.rows.upperBound, by: Self.blockSize)
    {
      let rows = first..<min(first + Self.blockSize, piece.rows.upperBound)
      unsafe read(rows, of: piece, features.geometries, into: block, &joins)
      for end in 0..<2 * rows.count {
        // Within the block, all of which was set.
        if unsafe block[end].point.type >= 0 { unsafe table.prefetchPoint(block[end].hash) }
      }
      for row in rows {
        let start = unsafe block[2 * (row - first)]
        guard start.point.type >= 0 else { continue }
        let end = unsafe block[2 * (row - first) + 1]
        let line = piece.first + row - piece.rows.lowerBound
        let startName = namesStart ? terminals.0?[row].wholeNumber : nil
        ends[2 * line] = node(start, .start, startName, &joins)
        if end.vertex > 1 && plan.rules.classes[Int(start.point.type)].connectsAtVertices {
          joinInnerVertices(features.geometries[row]?.onlyLine, of: start.point, &joins)
        }
        let endName = namesEnd ? terminals.1?[row].wholeNumber : nil
        ends[2 * line + 1] = node(end, .end, endName, &joins)
      }
    }
    return joins
  }

  /// Reads the ends of some lines and prefetches their slots; lines without a path get their codes.
  private func read(
    _ rows: Range<Int>,
    of piece: TopologyPlan.Piece,
    _ geometries: GeometryColumn,
    into block: UnsafeMutablePointer<Sought>,
    _ joins: inout LineJoins
  ) {
    let firstOrdinal = Int(plan.network.firstOrdinals[piece.table])
    for row in rows {
      let type = plan.network.assetTypeOrdinals[firstOrdinal + row]
      let start = unsafe block + 2 * (row - rows.lowerBound)
      // Both lie in the block.
      unsafe start.initialize(repeating: Sought(), count: 2)
      if type >= 0, plan.rules.classes[Int(type)].part != .line {
        skip(row, of: piece, EndCode.refused, &joins)
      } else if type >= 0, let line = geometries.onlyPath(row) {
        let owner = Int32(truncatingIfNeeded: firstOrdinal + row)
        unsafe start[0] = end(0, of: line, geometries, type, owner)
        unsafe start[1] = end(line.count - 1, of: line, geometries, type, owner)
      } else {
        skip(row, of: piece, EndCode.absent, &joins)
      }
    }
  }

  @inline(__always)
  private func end(
    _ vertex: Int,
    of line: PackedPath,
    _ geometries: GeometryColumn,
    _ type: Int32,
    _ owner: Int32
  ) -> Sought {
    let place = geometries.vertex(vertex, of: line)
    let z = line.dimensions.hasZ ? geometries.z(vertex, of: line) : nil
    return Sought(
      point: PlacePoint(place, z: z, type: type, owner: owner),
      vertex: Int32(vertex),
      hash: table.prefetchSlot(place)
    )
  }

  private func skip(
    _ row: Int,
    of piece: TopologyPlan.Piece,
    _ code: Int32,
    _ joins: inout LineJoins
  ) {
    let line = piece.first + row - piece.rows.lowerBound
    ends[2 * line] = code
    ends[2 * line + 1] = code
    joins.hasCodes = true
  }

  // MARK: Joining

  private func joinInnerVertices(
    _ path: CoordinateSequence?,
    of line: PlacePoint,
    _ joins: inout LineJoins
  ) {
    guard let path else { return }
    for vertex in 1..<path.count - 1 {
      let z = path.z(at: vertex)
      let point = PlacePoint(path[vertex], z: z, type: line.type, owner: line.owner)
      let hash = table.cells.hash(point.x, point.y)
      let sought = Sought(point: point, vertex: Int32(vertex), hash: hash)
      let node = node(sought, .inner, nil, &joins)
      if node >= 0 {
        joins.inner.append((LineVertex(line: line.owner, vertex: Int32(vertex)), node))
      }
    }
  }

  /// The node that a vertex joins, or a code.
  private func node(
    _ sought: Sought,
    _ position: VertexPosition,
    _ named: Int?,
    _ joins: inout LineJoins
  ) -> Int32 {
    let junction = table.junction(at: sought.point, sought.hash, plan.rules)
    if junction >= 0, named == nil {
      let point = table[Int(junction)]
      if plan.rules.joinsPlainly(junction: point.type, line: sought.point.type) {
        return point.owner
      }
    }
    let vertex = PlacedVertex(point: sought.point, vertex: sought.vertex, position: position)
    return choose(junction, vertex, named, &joins)
  }

  /// The node that a vertex joins, or a code, in all cases except the simplest.
  @inline(never)
  private func choose(
    _ junction: Int32,
    _ vertex: PlacedVertex,
    _ named: Int?,
    _ joins: inout LineJoins
  ) -> Int32 {
    guard junction >= 0 else {
      joins.hasCodes = true
      joins.loose.append(vertex)
      return EndCode.loose
    }
    let point = table[Int(junction)]
    let feature = plan.nodeFeatures[Int(point.owner)]
    let choice = plan.rules.terminal(
      junction: point.type,
      line: vertex.point.type,
      named: named,
      isMidspan: vertex.position == .inner
    )
    switch choice {
    case .joins(let terminal):
      if plan.rules.limitsMeetings(at: point.type) {
        joins.meetings.append(JunctionMeeting(junction: feature, vertex: vertex))
      }
      return point.owner + terminal
    case .refused(let code):
      joins.hasCodes = true
      let features = [vertex.point.owner, feature].map { plan.network.feature(ordinal: $0) }
      joins.problems.append(TopologyProblem(code, features, at: vertex.point.place))
      return EndCode.refused
    }
  }
}

/// The nodes of the ends of lines, or codes: the start of line `n` at `2 n`, its end after it.
// Each element is written by one thread while lines are probed, and by a single thread afterwards: the proof of
// `@unchecked Sendable`.
@safe
final class LineEnds: @unchecked Sendable {
  /// The number of ends: twice that of lines.
  let count: Int
  private let nodes: UnsafeMutablePointer<Int32>

  /// Allocates the ends of lines; each has to be set before it is read.
  init(lineCount: Int) {
    count = 2 * lineCount
    // Allocated here, freed in deinit.
    unsafe nodes = LargeMemory.allocate(count, of: Int32.self)
  }

  deinit { unsafe nodes.deallocate() }

  @inline(__always)
  subscript(end: Int) -> Int32 {
    get {
      precondition(UInt(bitPattern: end) < UInt(bitPattern: count), "No such end")
      // Checked above.
      return unsafe nodes[end]
    }
    set {
      precondition(UInt(bitPattern: end) < UInt(bitPattern: count), "No such end")
      // Checked above.
      unsafe nodes[end] = newValue
    }
  }
}
