internal import GeoSnapSupport

extension ValidationRun {
  /// Finds features that cross, overlap or nearly meet, in O(n + k) for n segments and k near pairs.
  mutating func checkMeetings() {
    let tolerance = subject.tolerance.xy
    var stretches: [FeaturePair: LineStretch] = [:]
    var near: Set<FeaturePair> = []
    subject.features.forEachPair(within: max(subject.nearDistance, tolerance)) { pair in
      let (one, other) = (pair.first, pair.second)
      guard one.feature != other.feature else { return }
      if one.flags.contains(.place) || other.flags.contains(.place) {
        if pair.distance > tolerance { near.insert(FeaturePair(one.feature, other.feature)) }
        return
      }
      guard pair.distance <= tolerance, subject.areLinesOfDomain(one.feature, other.feature) else {
        return
      }
      if let stretch = one.geometry.stretch(on: other.geometry, within: tolerance) {
        stretches[
          FeaturePair(one.feature, other.feature),
          default: LineStretch(place: stretch.place)
        ].length += stretch.length
      } else if let place = one.geometry.innerCrossing(with: other.geometry, tolerance),
        subject.areOfOneKind(one.feature, other.feature), !subject.pass(one, other, at: place)
      {
        let pair = FeaturePair(one.feature, other.feature)
        marks.doubts.crossings.append(
          .init(one: pair.first, other: pair.second, place: place, length: 0)
        )
      }
    }
    for (pair, stretch) in stretches where stretch.length > tolerance * 10 {
      doubtStretch(pair, stretch)
    }
    for pair in near { doubtNearMiss(pair) }
  }

  private mutating func doubtNearMiss(_ pair: FeaturePair) {
    let features = [pair.first, pair.second].map { subject.network.feature(ordinal: $0) }
    // The junction first, or the later of two.
    let ordered = subject.part(features[1]) == .point ? [features[1], features[0]] : features
    let (junction, other) = (ordered[0], ordered[1])
    guard subject.mayHaveMeantToJoin(junction, other), !subject.areNeighbours(junction, other),
      !subject.marks.stacked.contains(junction), let place = subject.place(junction),
      let distance = subject.features.nearestSegment(
        to: place,
        within: subject.nearDistance,
        where: { $0.feature == subject.network.ordinal(of: other) }
      )?.distance, distance > subject.tolerance.xy
    else { return }
    doubt(
      .nearMiss,
      [junction, other],
      at: place,
      distance: distance,
      "\(name(junction)) nearly meets \(name(other)) but does not join it.",
      "Move one onto the other if they are meant to join."
    )
  }

  private mutating func doubtStretch(_ pair: FeaturePair, _ stretch: LineStretch) {
    let feature = subject.network.feature(ordinal: pair.second)
    let other = subject.network.feature(ordinal: pair.first)
    let (length, place) = (stretch.length, stretch.place)
    guard let first = subject.joiningLine(other), let second = subject.joiningLine(feature),
      subject.areLevel(first, second)
    else { return }
    guard subject.haveOneCourse(first, second, length) else {
      marks.doubts.overlaps.append(
        .init(one: pair.first, other: pair.second, place: place, length: length)
      )
      return
    }
    let (differences, numbers) = subject.differences(feature, other)
    if differences.isEmpty {
      doubt(
        .duplicateLine,
        [feature, other],
        at: place,
        distance: length,
        fix: .deleteFeature(feature),
        "\(name(feature)) is drawn on \(name(other)) and has the same values"
          + (numbers.isEmpty ? "." : ", but for its number in \(Words.list(numbers, "and"))."),
        "Delete one of the two."
      )
    } else {
      doubt(
        .linesOnEachOther,
        [feature, other],
        at: place,
        distance: length,
        "\(name(feature)) is drawn on \(name(other)) and differs in \(Words.list(differences, "and")).",
        "Delete the one that does not exist, or draw them side by side."
      )
    }
  }
}

private struct FeaturePair: Hashable {
  let first: Int32
  let second: Int32

  init(_ one: Int32, _ other: Int32) {
    first = min(one, other)
    second = max(one, other)
  }
}

private struct LineStretch {
  let place: Coordinate
  var length = 0.0
}

extension Segment {
  /// The common stretch of two segments, within a tolerance; nil if they only meet.
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

  /// The crossing of two segments away from the ends of both.
  fileprivate func innerCrossing(with other: Segment, _ tolerance: Double) -> Coordinate? {
    guard let place = crossing(with: other) else { return nil }
    let ends = [start, end, other.start, other.end]
    return ends.allSatisfy { $0.squaredDistance(to: place) > tolerance * tolerance } ? place : nil
  }
}

extension ValidationSubject {
  fileprivate func areLinesOfDomain(_ one: Int32, _ other: Int32) -> Bool {
    let types = (network.assetTypeOrdinals[Int(one)], network.assetTypeOrdinals[Int(other)])
    return types.0 >= 0 && types.1 >= 0 && rules.classes[Int(types.0)].part == .line
      && rules.classes[Int(types.1)].part == .line && rules.shareDomain(types.0, types.1)
  }

  fileprivate func areOfOneKind(_ one: Int32, _ other: Int32) -> Bool {
    let types = [one, other].map {
      network.catalog.entries[Int(network.assetTypeOrdinals[Int($0)])].id
    }
    return types[0].sourceID == types[1].sourceID && types[0].assetGroup == types[1].assetGroup
  }

  /// Whether crossing lines have different heights, or a junction.
  fileprivate func pass(_ one: IndexedSegment, _ other: IndexedSegment, at place: Coordinate)
    -> Bool
  {
    var isJoint = false
    features.forEachSegment(within: tolerance.xy, of: place) { found in
      if found.flags.contains(.place) { isJoint = true }
    }
    if isJoint { return true }
    let heights = [one, other].map { hit in
      joiningLine(network.feature(ordinal: hit.feature))?.height(Int(hit.segment), at: place)
    }
    guard let first = heights[0], let second = heights[1] else { return false }
    return (first - second).magnitude > tolerance.z * 100
  }

  /// Whether a connected junction and another feature are of types that could connect.
  fileprivate func mayHaveMeantToJoin(_ junction: FeatureID, _ other: FeatureID) -> Bool {
    let types = (typeOrdinal(junction), typeOrdinal(other))
    guard types.0 >= 0, types.1 >= 0, part(junction) == .point,
      rules.shareDomain(types.0, types.1), joinsSomething(junction)
    else { return false }
    return switch part(other) {
    case .point: joinsSomething(other)
    case .line: rules.mayJoin(junction: types.0, line: types.1)
    case .none, .object, .edgeObject: false
    }
  }

  /// Whether a feature is connected to a junction, directly or with at most one line between them.
  fileprivate func areNeighbours(_ junction: FeatureID, _ other: FeatureID) -> Bool {
    let ordinal = network.ordinal(of: other)
    let others = topology.nodes(of: other)
    return topology.nodes(of: junction).contains { node in
      topology.halfEdges(of: node).contains { half in
        if others.contains(Int(half.node)) { return true }
        if isLine(half.edge, ordinal) { return true }
        return topology.halfEdges(of: Int(half.node)).contains {
          others.contains(Int($0.node)) || isLine($0.edge, ordinal)
        }
      }
    }
  }

  private func isLine(_ edge: Int, _ ordinal: Int32) -> Bool {
    !topology.isAssociation(edge) && topology.featureOrdinal(ofEdge: edge) == ordinal
  }

  /// Whether two lines have the same height where they begin, as far as they have heights.
  fileprivate func areLevel(_ line: PackedLine, _ other: PackedLine) -> Bool {
    let start = line.z(at: 0) ?? .nan
    return [0, other.count - 1].contains {
      tolerance.holds(other.z(at: $0) ?? .nan, start, heights: ())
    }
  }

  /// Whether overlapping lines have the same ends and are no longer than the overlap.
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

  /// The fields in which two features differ, or their type; and those fields with each one's number by its origin.
  fileprivate func differences(
    _ feature: FeatureID,
    _ other: FeatureID
  ) -> (values: [String], numbers: [String]) {
    guard feature.table == other.table, typeOrdinal(feature) == typeOrdinal(other) else {
      return (["asset type"], [])
    }
    let table = network.tables[Int(feature.table)]
    let (one, two) = (Int(feature.row), Int(other.row))
    var (values, numbers): ([String], [String]) = ([], [])
    for (field, column) in zip(table.fields, table.attributes) where column[one] != column[two] {
      if isOwnNumber(column[one], of: feature) && isOwnNumber(column[two], of: other) {
        numbers.append(field.name)
      } else {
        values.append(field.name)
      }
    }
    return (values, numbers)
  }

  /// Whether a value is the last part of a feature's origin.
  private func isOwnNumber(_ value: AttributeValue, of feature: FeatureID) -> Bool {
    guard let origin = network.origin(of: feature) else { return false }
    let number: String
    switch value {
    case .text(let text): number = text
    case .integer(let integer): number = "\(integer)"
    case .real(let real) where real == real.rounded() && real.magnitude < 1e15:
      number = "\(Int(real))"
    default: return false
    }
    let signs = [("%3B", ";"), ("%23", "#"), ("%40", "@"), ("%20", " "), ("%25", "%")]
    let named = signs.reduce(origin) { $0.replacing($1.0, with: $1.1) }
    return !number.isEmpty && (named == number || named.hasSuffix("/\(number)"))
  }
}

extension PackedLine {
  /// The height of a segment at a place on it; nil without heights.
  func height(_ index: Int, at place: Coordinate) -> Double? {
    guard let start = z(at: index), let end = z(at: index + 1) else { return nil }
    let height = start + segment(index).fraction(closestTo: place) * (end - start)
    return height.isNaN ? nil : height
  }

  fileprivate var length: Double { (0..<count - 1).reduce(0) { $0 + segment($1).length } }
}
