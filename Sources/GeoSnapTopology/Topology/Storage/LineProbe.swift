internal import GeoSnapSupport

/// Finds the nodes that vertices of lines join, in a table of all junctions with geometry.
struct LineProbe: Sendable {
  let network: UtilityNetwork
  let rules: JoinRules
  let plan: TopologyPlan
  /// The junctions, owned by their first nodes.
  let table: PlaceTable
  let ends: LineEnds

  /// One end of a line that is still to be searched for.
  private struct End: BitwiseCopyable {
    var place = Coordinate(x: 0, y: 0)
    var z = Double.nan
    /// The class of the line; -1 for none to search.
    var type: Int32 = -1
    var vertex: Int32 = 0
    var hash: UInt32 = 0
  }

  /// The number of lines whose slots and junctions are prefetched together, since the table is larger than caches.
  private static let blockSize = 32

  func join(_ piece: TopologyPlan.Piece) -> LineJoins {
    let features = network.tables[piece.table]
    let terminals = (
      features.column(named: TerminalField.from), features.column(named: TerminalField.to)
    )
    // Most lines name no terminal, and reading a column for each row is expensive.
    let namesStart = terminals.0?.isNull == false
    let namesEnd = terminals.1?.isNull == false
    var joins = LineJoins()
    let block = UnsafeMutablePointer<End>.allocate(capacity: 2 * LineProbe.blockSize)
    defer { unsafe block.deallocate() }
    for first in stride(from: piece.rows.lowerBound, to: piece.rows.upperBound, by: Self.blockSize)
    {
      let rows = first..<min(first + Self.blockSize, piece.rows.upperBound)
      unsafe read(rows, of: piece, features.geometries, into: block, &joins)
      for end in 0..<2 * rows.count {
        // Within the block, all of which was set.
        if unsafe block[end].type >= 0 { unsafe table.prefetchPoint(block[end].hash) }
      }
      for row in rows {
        let start = unsafe block[2 * (row - first)]
        guard start.type >= 0 else { continue }
        let end = unsafe block[2 * (row - first) + 1]
        let line = Line(
          number: piece.first + row - piece.rows.lowerBound,
          ordinal: network.firstOrdinals[piece.table] + Int32(row),
          type: start.type
        )
        ends[2 * line.number] = node(
          start.place,
          start.hash,
          start.z,
          line,
          0,
          .start,
          namesStart ? terminals.0?[row].wholeNumber : nil,
          &joins
        )
        if end.vertex > 1 && rules.classes[Int(start.type)].connectsAtVertices {
          joinInnerVertices(features.geometries[row]?.onlyLine, of: line, &joins)
        }
        ends[2 * line.number + 1] = node(
          end.place,
          end.hash,
          end.z,
          line,
          end.vertex,
          .end,
          namesEnd ? terminals.1?[row].wholeNumber : nil,
          &joins
        )
      }
    }
    return joins
  }

  /// Reads the ends of some lines and prefetches their slots; lines without a path get their codes.
  private func read(
    _ rows: Range<Int>,
    of piece: TopologyPlan.Piece,
    _ geometries: GeometryColumn,
    into block: UnsafeMutablePointer<End>,
    _ joins: inout LineJoins
  ) {
    let firstOrdinal = Int(network.firstOrdinals[piece.table])
    for row in rows {
      let type = network.assetTypeOrdinals[firstOrdinal + row]
      let start = unsafe block + 2 * (row - rows.lowerBound)
      let end = unsafe start + 1
      unsafe start.initialize(to: End())
      unsafe end.initialize(to: End())
      if type >= 0, rules.classes[Int(type)].part != .line {
        skip(row, of: piece, EndCode.refused, &joins)
      } else if type >= 0, let line = geometries.onlyPath(row) {
        let last = line.count - 1
        // Both lie in the block.
        unsafe start.pointee.place = geometries.vertex(0, of: line)
        unsafe start.pointee.type = type
        unsafe end.pointee.place = geometries.vertex(last, of: line)
        unsafe end.pointee.type = type
        unsafe end.pointee.vertex = Int32(last)
        if line.dimensions.hasZ {
          unsafe start.pointee.z = geometries.z(0, of: line) ?? .nan
          unsafe end.pointee.z = geometries.z(last, of: line) ?? .nan
        }
        unsafe start.pointee.hash = table.prefetchSlot(start.pointee.place)
        unsafe end.pointee.hash = table.prefetchSlot(end.pointee.place)
      } else {
        skip(row, of: piece, EndCode.absent, &joins)
      }
    }
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

  private struct Line {
    /// The number among all lines.
    let number: Int
    /// The ordinal among all features.
    let ordinal: Int32
    let type: Int32
  }

  private func joinInnerVertices(
    _ path: CoordinateSequence?,
    of line: Line,
    _ joins: inout LineJoins
  ) {
    guard let path else { return }
    for vertex in 1..<path.count - 1 {
      let node = node(
        path[vertex],
        table.cells.hash(path[vertex].x, path[vertex].y),
        path.z(at: vertex) ?? .nan,
        line,
        Int32(vertex),
        .inner,
        nil,
        &joins
      )
      if node >= 0 {
        joins.inner.append(InnerJoin(line: line.ordinal, vertex: Int32(vertex), node: node))
      }
    }
  }

  /// The node that a vertex joins, or a code.
  private func node(
    _ place: Coordinate,
    _ hash: UInt32,
    _ z: Double,
    _ line: Line,
    _ vertex: Int32,
    _ position: VertexPosition,
    _ named: Int?,
    _ joins: inout LineJoins
  ) -> Int32 {
    let junction = table.junction(at: place, hash, z, forLine: line.type, rules)
    if junction >= 0, named == nil {
      let point = table[Int(junction)]
      if rules.joinsPlainly(junction: point.type, line: line.type) { return point.owner }
    }
    return choose(junction, place, z, line, vertex, position, named, &joins)
  }

  /// The node that a vertex joins, or a code, in all cases except the simplest.
  @inline(never)
  private func choose(
    _ junction: Int32,
    _ place: Coordinate,
    _ z: Double,
    _ line: Line,
    _ vertex: Int32,
    _ position: VertexPosition,
    _ named: Int?,
    _ joins: inout LineJoins
  ) -> Int32 {
    guard junction >= 0 else {
      joins.hasCodes = true
      joins.loose.append(
        PlacePoint(place, z: z, type: line.type, owner: line.ordinal),
        vertex,
        position
      )
      return EndCode.loose
    }
    let point = table[Int(junction)]
    let feature = plan.nodeFeatures[Int(point.owner)]
    let choice = rules.terminal(
      junction: point.type,
      line: line.type,
      named: named,
      isMidspan: position == .inner
    )
    switch choice {
    case .joins(let terminal):
      if rules.limitsMeetings(at: point.type) {
        joins.meetings.append(
          JunctionMeeting(
            junction: feature,
            line: line.ordinal,
            vertex: vertex,
            position: position,
            lineType: line.type,
            place: place
          )
        )
      }
      return point.owner + terminal
    case .refused(let code):
      joins.hasCodes = true
      joins.problems.append(
        TopologyProblem(
          code,
          [network.feature(ordinal: line.ordinal), network.feature(ordinal: feature)],
          at: place
        )
      )
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
