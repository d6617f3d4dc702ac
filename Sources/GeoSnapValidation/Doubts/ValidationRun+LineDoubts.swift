extension ValidationRun {
  /// Looks at one line: its places, its length, its bends, its ends and what it meets.
  mutating func doubtLine(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    marks.doubts.addLine()
    for vertex in 0..<line.count where isRemote(feature, line[vertex]) { return }
    doubtLength(feature, line)
    doubtBends(feature, line)
    doubtEnds(feature, ordinal, type, line)
    doubtMeetings(feature, ordinal, type, line)
  }

  private mutating func doubtLength(_ feature: FeatureID, _ line: PackedLine) {
    let short = subject.shortLength
    var length = 0.0
    for vertex in 1..<line.count {
      length += line[vertex - 1].distance(to: line[vertex])
      if length > short { return }
    }
    doubt(
      .shortLine,
      [feature],
      at: line[0],
      distance: length,
      "\(name(feature)) is only \(Words.distance(length, near: line[0])) long.",
      "Delete it if it was drawn by mistake, and join what is at its ends."
    )
  }

  /// Vertices at which the line turns back by more than 175 degrees.
  private mutating func doubtBends(_ feature: FeatureID, _ line: PackedLine) {
    guard line.count > 2 else { return }
    for vertex in 1..<line.count - 1 {
      let tip = line[vertex]
      let (back, ahead) = (line[vertex - 1], line[vertex + 1])
      let one = (x: back.x - tip.x, y: back.y - tip.y)
      let other = (x: ahead.x - tip.x, y: ahead.y - tip.y)
      let along = one.x * other.x + one.y * other.y
      guard along > 0 else { continue }
      let across = one.x * other.y - one.y * other.x
      // Where it turns back exactly, it is told of crossing itself. The sine of 5 degrees is 0.0872.
      guard across != 0, across.magnitude < 0.0872 * (along * along + across * across).squareRoot()
      else { continue }
      var isAlone = true
      let ordinal = subject.network.ordinal(of: feature)
      subject.features.forEachSegment(within: subject.tolerance.xy, of: tip) { hit in
        if hit.feature != ordinal { isAlone = false }
      }
      doubt(
        .spike,
        [feature],
        at: tip,
        fix: isAlone ? .removeVertices(of: feature, [vertex]) : nil,
        "\(name(feature)) turns back at vertex \(vertex).",
        "Remove the vertex, or move it to where the line bends."
      )
    }
  }

  private mutating func doubtEnds(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    guard let nodes = subject.topology.endNodes(line: ordinal) else { return }
    for (node, end, vertex) in [
      (nodes.start, NetworkFix.LineEnd.start, 0), (nodes.end, .end, line.count - 1),
    ] {
      let isAtJunction = subject.topology.featureOrdinal(ofNode: node) >= 0
      marks.doubts.countEnd(type, isJoined: isAtJunction)
      guard !isAtJunction, subject.topology.halfEdges(of: node).count == 1 else { continue }
      marks.doubts.addLoose(
        .init(feature: feature, type: type, place: line[vertex], end: end)
      )
    }
  }

  // MARK: What lines do to each other

  /// Earlier lines that this one crosses, or runs on.
  private mutating func doubtMeetings(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    let tolerance = subject.tolerance.xy
    var stretches: [(other: Int32, length: Double, place: Coordinate)] = []
    for index in 0..<line.count - 1 {
      let segment = line.segment(index)
      subject.features.forEachSegment(
        intersecting: segment.envelope.expanded(by: tolerance)
      ) { hit in
        guard hit.feature < ordinal, !hit.flags.contains(.place),
          subject.isLineOfDomain(hit.feature, type)
        else { return }
        if let stretch = segment.stretch(on: hit.geometry, within: tolerance) {
          if let known = stretches.firstIndex(where: { $0.other == hit.feature }) {
            stretches[known].length += stretch.length
          } else {
            stretches.append((hit.feature, stretch.length, stretch.place))
          }
        } else if let place = segment.innerCrossing(with: hit.geometry, tolerance),
          subject.areOfOneKind(type, hit.feature),
          !subject.pass(over: line, index, hit, at: place)
        {
          marks.doubts.addCrossing(
            .init(one: hit.feature, other: ordinal, place: place, length: 0)
          )
        }
      }
    }
    for stretch in stretches where stretch.length > tolerance * 10 {
      doubtStretch(feature, line, stretch.other, stretch.length, stretch.place)
    }
  }

  private mutating func doubtStretch(
    _ feature: FeatureID,
    _ line: PackedLine,
    _ ordinal: Int32,
    _ length: Double,
    _ place: Coordinate
  ) {
    let other = subject.network.feature(ordinal: ordinal)
    guard let second = subject.joiningLine(other), subject.areLevel(line, second) else { return }
    guard subject.haveOneCourse(line, second, length) else {
      marks.doubts.addOverlap(
        .init(
          one: ordinal,
          other: subject.network.ordinal(of: feature),
          place: place,
          length: length
        )
      )
      return
    }
    let differences = subject.differences(feature, other)
    if differences.isEmpty {
      doubt(
        .duplicateLine,
        [feature, other],
        at: place,
        distance: length,
        fix: .deleteFeature(feature),
        "\(name(feature)) is drawn on \(name(other)), and is the same in all values.",
        "Delete one of the two."
      )
    } else {
      doubt(
        .linesOnEachOther,
        [feature, other],
        at: place,
        distance: length,
        "\(name(feature)) is drawn on \(name(other)), and differs in \(Words.list(differences, "and")).",
        "Delete the one that is not there, or draw them beside each other."
      )
    }
  }
}

extension Segment {
  /// The stretch that two segments share, within a tolerance; nil where they only meet.
  fileprivate func stretch(
    on other: Segment,
    within tolerance: Double
  ) -> (length: Double, place: Coordinate)? {
    let one = (x: end.x - start.x, y: end.y - start.y)
    let two = (x: other.end.x - other.start.x, y: other.end.y - other.start.y)
    let across = one.x * two.y - one.y * two.x
    let along = one.x * two.x + one.y * two.y
    guard across.magnitude <= 0.05 * along.magnitude else { return nil }
    var first: Coordinate?
    var length = 0.0
    var place = start
    func take(_ end: Coordinate, _ segment: Segment) {
      guard segment.squaredDistance(to: end) <= tolerance * tolerance else { return }
      guard let known = first else {
        first = end
        return
      }
      let distance = known.distance(to: end)
      if distance > length {
        length = distance
        place = Coordinate(x: (known.x + end.x) / 2, y: (known.y + end.y) / 2)
      }
    }
    take(start, other)
    take(end, other)
    take(other.start, self)
    take(other.end, self)
    return length > tolerance * 2 ? (length, place) : nil
  }

  /// Where two segments cross away from the ends of both.
  fileprivate func innerCrossing(with other: Segment, _ tolerance: Double) -> Coordinate? {
    guard let place = crossing(with: other) else { return nil }
    let ends = [start, end, other.start, other.end]
    return ends.allSatisfy { $0.squaredDistance(to: place) > tolerance * tolerance } ? place : nil
  }
}

extension ValidationSubject {
  fileprivate func isLineOfDomain(_ other: Int32, _ type: Int32) -> Bool {
    let otherType = network.assetTypeOrdinals[Int(other)]
    return otherType >= 0 && rules.classes[Int(otherType)].part == .line
      && rules.shareDomain(type, otherType)
  }

  /// Whether a line is of the same source and asset group.
  fileprivate func areOfOneKind(_ type: Int32, _ other: Int32) -> Bool {
    let one = network.catalog.entries[Int(type)].id
    let two = network.catalog.entries[Int(network.assetTypeOrdinals[Int(other)])].id
    return one.sourceID == two.sourceID && one.assetGroup == two.assetGroup
  }

  /// Whether lines pass over each other where they cross, or a junction stands there.
  fileprivate func pass(
    over line: PackedLine,
    _ index: Int,
    _ hit: IndexedSegment,
    at place: Coordinate
  ) -> Bool {
    var isJoint = false
    features.forEachSegment(within: tolerance.xy, of: place) { found in
      if found.flags.contains(.place) { isJoint = true }
    }
    if isJoint { return true }
    guard let other = joiningLine(network.feature(ordinal: hit.feature)),
      let one = line.height(index, at: place), let two = other.height(Int(hit.segment), at: place)
    else { return false }
    return (one - two).magnitude > tolerance.z * 100
  }

  /// Whether two lines are at one height where they begin, as far as they have heights.
  fileprivate func areLevel(_ line: PackedLine, _ other: PackedLine) -> Bool {
    let start = line.z(at: 0) ?? .nan
    return [0, other.count - 1].contains {
      tolerance.holds(other.z(at: $0) ?? .nan, start, heights: ())
    }
  }

  /// Whether lines that run on each other for a length have the same ends, and are no longer.
  fileprivate func haveOneCourse(
    _ line: PackedLine,
    _ other: PackedLine,
    _ length: Double
  ) -> Bool {
    func isOne(_ one: Coordinate, _ two: Coordinate) -> Bool {
      tolerance.holds(one.x - two.x, one.y - two.y)
    }
    let (start, end) = (line[0], line[line.count - 1])
    let (first, last) = (other[0], other[other.count - 1])
    return (isOne(start, first) && isOne(end, last) || isOne(start, last) && isOne(end, first))
      && length >= 0.99 * max(line.length, other.length)
  }

  /// In which fields two features differ; in their table or type where these are others.
  fileprivate func differences(_ feature: FeatureID, _ other: FeatureID) -> [String] {
    guard feature.table == other.table, typeOrdinal(feature) == typeOrdinal(other) else {
      return ["asset type"]
    }
    let table = network.tables[Int(feature.table)]
    let (one, two) = (Int(feature.row), Int(other.row))
    return zip(table.fields, table.attributes).filter { $1[one] != $1[two] }.map(\.0.name)
  }
}

extension PackedLine {
  /// The height of a segment at a place on it; nil without heights.
  fileprivate func height(_ index: Int, at place: Coordinate) -> Double? {
    guard let start = z(at: index), let end = z(at: index + 1) else { return nil }
    let height = start + segment(index).fraction(closestTo: place) * (end - start)
    return height.isNaN ? nil : height
  }

  /// The length in the plane.
  fileprivate var length: Double {
    (0..<count - 1).reduce(0) { $0 + segment($1).length }
  }
}
