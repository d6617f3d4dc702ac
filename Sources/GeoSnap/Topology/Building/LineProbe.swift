/// Finds what the vertices of lines join, from a table of all junctions with places.
struct LineProbe: Sendable {
  let network: UtilityNetwork
  let rules: JoinRules
  let table: PlaceTable
  let firstNodes: [Int32]
  let tolerance: CoincidenceTolerance
  let cells: PlaceCells

  /// What the lines of a piece join.
  func joins(of piece: TopologyPlan.Piece) -> LineJoins {
    let features = network.tables[piece.table]
    let geometries = features.geometries
    let firstOrdinal = Int(network.firstOrdinals[piece.table])
    let terminals = (
      features.column(named: TerminalField.from), features.column(named: TerminalField.to)
    )
    var joins = LineJoins()
    joins.ends.reserveCapacity(2 * piece.rows.count)
    for row in piece.rows {
      // The table is larger than caches: what the lines ahead will look at is asked for now.
      if row + 12 < piece.rows.upperBound { prefetch(geometries[row + 12]) }
      let ordinal = firstOrdinal + row
      let type = network.assetTypeOrdinals[ordinal]
      guard type >= 0 else {
        joins.ends.append(EndCode.absent)
        joins.ends.append(EndCode.absent)
        continue
      }
      guard rules.classes[Int(type)].part == .line else {
        joins.ends.append(EndCode.refused)
        joins.ends.append(EndCode.refused)
        continue
      }
      guard let line = geometries[row]?.onlyLine else {
        joins.ends.append(EndCode.absent)
        joins.ends.append(EndCode.absent)
        continue
      }
      join(
        line,
        ordinal: Int32(ordinal),
        type: type,
        named: (terminals.0?[row].wholeNumber, terminals.1?[row].wholeNumber),
        into: &joins
      )
    }
    return joins
  }

  @inline(__always)
  private func prefetch(_ geometry: Geometry?) {
    guard case .lineString(let line)? = geometry, let last = line.coordinates.last else { return }
    let first = line.coordinates[0]
    table.prefetch(first.x, first.y)
    table.prefetch(last.x, last.y)
  }

  private func join(
    _ line: CoordinateSequence,
    ordinal: Int32,
    type: Int32,
    named: (Int?, Int?),
    into joins: inout LineJoins
  ) {
    let last = line.count - 1
    let start = node(line, 0, end: 0, ordinal, type, named.0, &joins)
    joins.ends.append(start)
    if last > 1 && rules.classes[Int(type)].connectsAtVertices {
      for vertex in 1..<last {
        let node = node(line, vertex, end: 2, ordinal, type, nil, &joins)
        if node >= 0 {
          joins.inner.append(InnerJoin(line: ordinal, vertex: Int32(vertex), node: node))
        }
      }
    }
    let end = node(line, last, end: 1, ordinal, type, named.1, &joins)
    joins.ends.append(end)
  }

  /// The node that a vertex joins, or a code.
  @inline(__always)
  private func node(
    _ line: CoordinateSequence,
    _ vertex: Int,
    end: Int8,
    _ ordinal: Int32,
    _ type: Int32,
    _ named: Int?,
    _ joins: inout LineJoins
  ) -> Int32 {
    let place = line[vertex]
    let z = line.z(at: vertex)
    let junction = table.junction(at: place, z ?? .nan, forLine: type, rules)
    guard junction >= 0 else {
      joins.loose.points.append(
        place.x,
        place.y,
        z,
        type: type,
        feature: ordinal,
        cells: cells
      )
      joins.loose.vertices.append(Int32(vertex))
      joins.loose.ends.append(end)
      return EndCode.loose
    }
    let feature = table.points.features[Int(junction)]
    let junctionType = table.points.types[Int(junction)]
    let choice = rules.terminal(
      junction: junctionType,
      line: type,
      named: named,
      isMidspan: end == 2
    )
    switch choice {
    case .joins(let terminal):
      if rules.limitsMeetings(at: junctionType) {
        joins.meetings.append(
          JunctionMeeting(
            junction: feature,
            line: ordinal,
            vertex: Int32(vertex),
            end: end,
            lineType: type,
            place: place
          )
        )
      }
      return firstNodes[Int(feature)] + terminal
    case .refused(let code):
      joins.problems.append(
        TopologyProblem(
          code,
          [network.feature(ordinal: ordinal), network.feature(ordinal: feature)],
          at: place
        )
      )
      return EndCode.refused
    }
  }
}

extension PlaceTable {
  /// The junction that a vertex of a line is to join; -1 when there is none.
  ///
  /// Of those within the tolerance one that a rule lets join, then the nearest, then the first. A
  /// junction of another domain network counts only when a rule lets it join: a pole under a cable's
  /// end is nothing to the cable.
  @inline(__always)
  func junction(at place: Coordinate, _ z: Double, forLine type: Int32, _ rules: JoinRules) -> Int32
  {
    var best: Int32 = -1
    var bestAllowed = false
    var bestDistance = Double.infinity
    forEachItem(near: place.x, place.y) { item, distance in
      guard tolerance.holds(points.zs[item], z, heights: ()) else { return }
      let junctionType = points.types[item]
      let isAllowed = rules.mayJoin(junction: junctionType, line: type)
      if !isAllowed && !rules.shareDomain(junctionType, type) { return }
      let isBetter =
        isAllowed != bestAllowed
        ? isAllowed
        : distance != bestDistance
          ? distance < bestDistance : points.features[item] < points.features[Int(best)]
      if best < 0 || isBetter {
        best = Int32(item)
        bestAllowed = isAllowed
        bestDistance = distance
      }
    }
    return best
  }
}

extension JoinRules {
  /// Whether two classes belong to one domain network.
  @inline(__always)
  func shareDomain(_ one: Int32, _ other: Int32) -> Bool {
    classes[Int(one)].domain == classes[Int(other)].domain
  }
}

extension Geometry {
  /// The coordinates of a line of one part; nil for an empty one, one of several parts, and what is
  /// no line.
  @inline(__always)
  var onlyLine: CoordinateSequence? {
    switch self {
    case .lineString(let line): line.coordinates.count > 1 ? line.coordinates : nil
    case .multiLineString(let lines):
      lines.partEnds.count == 1 && lines.coordinates.count > 1 ? lines.coordinates : nil
    default: nil
    }
  }
}
