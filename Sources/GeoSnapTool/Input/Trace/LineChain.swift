package import GeoSnap

/// The lines into which one line of a source file was cut, in the direction of that line.
///
/// Consecutive lines share an end, whatever the order of their rows. The direction is the one in which most of them
/// are drawn: by their number, then by their length.
package struct LineChain {
  package struct Piece {
    /// The index among the given lines.
    package let index: Int
    /// Whether it is drawn against the direction of the whole.
    package let isReversed: Bool
    /// The positions of its ends along the whole, in coordinate units.
    package let range: ClosedRange<Double>
  }

  /// The lines, from the first end of the whole.
  package let pieces: [Piece]
  /// The planar length of the whole, in coordinate units.
  package var length: Double { pieces.last?.range.upperBound ?? 0 }

  /// Chains lines; nil when they do not form a single line with two ends, because of a branch or a gap.
  ///
  /// The pieces of a ring have to be in order. The complexity is linear; quadratic where ends do not coincide, for up
  /// to 1,000 lines.
  package init?(_ lines: [Geometry?], tolerance: Double) {
    let lengths = lines.map { $0?.length ?? 0 }
    guard lines.count > 1, lengths.contains(where: { $0 > 0 }) else {
      let isDrawn = lengths.contains { $0 > 0 }
      self.init(lines.indices.map { ($0, false) }, isDrawn ? lengths : lengths.map { _ in 1 })
      return
    }
    var ends: [(start: Coordinate, end: Coordinate)] = []
    for line in lines {
      let paths = line?.paths.filter { !$0.isEmpty } ?? []
      guard let first = paths.first, let last = paths.last else { return nil }
      ends.append((first[0], last[last.count - 1]))
    }
    let exact = Self.numbers(ends)
    guard
      let order = Self.order(exact) ?? Self.givenOrder(exact)
        ?? (lines.count > 1000 ? nil : Self.order(Self.numbers(ends, within: tolerance)))
    else { return nil }
    func place(_ step: (index: Int, isReversed: Bool)) -> (Double, Double) {
      let start = step.isReversed ? ends[step.index].end : ends[step.index].start
      return (start.x, start.y)
    }
    let turned = order.reversed().map { (index: $0.index, isReversed: !$0.isReversed) }
    let against = order.filter(\.isReversed)
    let lengthAgainst = against.reduce(0) { $0 + lengths[$1.index] }
    let total = lengths.reduce(0, +)
    let isAgainst: Bool
    if against.count * 2 != order.count {
      isAgainst = against.count * 2 > order.count
    } else if lengthAgainst * 2 != total {
      isAgainst = lengthAgainst * 2 > total
    } else {
      isAgainst = place(turned[0]) < place(order[0])
    }
    self.init(isAgainst ? turned : order, lengths)
  }

  init?(_ lines: [FeatureID], in network: EditedNetwork) {
    self.init(lines.map(network.geometry), tolerance: network.base.coincidenceTolerance.xy)
  }

  private init(_ order: [(index: Int, isReversed: Bool)], _ lengths: [Double]) {
    var passed = 0.0
    pieces = order.map { step in
      let start = passed
      passed += lengths[step.index]
      return Piece(index: step.index, isReversed: step.isReversed, range: start...passed)
    }
  }

  /// Numbers the places of ends; ends that meet share a number.
  private static func numbers(
    _ ends: [(start: Coordinate, end: Coordinate)]
  ) -> [(start: Int, end: Int)] {
    var known: [Coordinate: Int] = [:]
    func number(_ place: Coordinate) -> Int {
      let next = known.count
      let number = known[place] ?? next
      if number == next { known[place] = next }
      return number
    }
    return ends.map { (number($0.start), number($0.end)) }
  }

  private static func numbers(
    _ ends: [(start: Coordinate, end: Coordinate)],
    within tolerance: Double
  ) -> [(start: Int, end: Int)] {
    var known: [Coordinate] = []
    func number(_ place: Coordinate) -> Int {
      if let number = known.firstIndex(where: { $0.distance(to: place) <= tolerance }) {
        return number
      }
      known.append(place)
      return known.count - 1
    }
    return ends.map { (number($0.start), number($0.end)) }
  }

  /// The lines from one end of the whole to the other; nil when there are not exactly two ends.
  private static func order(_ ends: [(start: Int, end: Int)]) -> [(index: Int, isReversed: Bool)]? {
    var meetings: [[Int]] = []
    for (index, line) in ends.enumerated() {
      for place in [line.start, line.end] {
        while meetings.count <= place { meetings.append([]) }
        meetings[place].append(index)
      }
    }
    guard meetings.allSatisfy({ $0.count <= 2 }),
      var place = meetings.firstIndex(where: { $0.count == 1 })
    else { return nil }
    var order: [(index: Int, isReversed: Bool)] = []
    var next: Int? = meetings[place][0]
    while let index = next {
      let isReversed = ends[index].start != place
      order.append((index, isReversed))
      place = isReversed ? ends[index].start : ends[index].end
      next = meetings[place].first { $0 != index }
    }
    return order.count == ends.count ? order : nil
  }

  /// The lines in the given order, if each begins where the one before ends; a ring begins with its first line.
  private static func givenOrder(
    _ ends: [(start: Int, end: Int)]
  ) -> [(index: Int, isReversed: Bool)]? {
    guard zip(ends, ends.dropFirst()).allSatisfy({ $0.end == $1.start }) else { return nil }
    return ends.indices.map { ($0, false) }
  }

  /// The line at a fraction of the length, and the fraction along it in its drawn direction; at a border the second
  /// line.
  package func place(at fraction: Double) -> (index: Int, fraction: Double) {
    let wanted = fraction * length
    let piece =
      fraction == 1
      ? pieces[pieces.count - 1]
      : pieces.first { wanted < $0.range.upperBound } ?? pieces[pieces.count - 1]
    let own = piece.range.upperBound - piece.range.lowerBound
    // Rounding must not move the last place off the end.
    let along = fraction == 1 ? 1 : own > 0 ? (wanted - piece.range.lowerBound) / own : 0
    let inside = min(max(along, 0), 1)
    return (piece.index, piece.isReversed ? 1 - inside : inside)
  }

  /// The fraction of the whole length for a fraction along one of the lines.
  package func fraction(of index: Int, at fraction: Double) -> Double {
    guard length > 0, let piece = pieces.first(where: { $0.index == index }) else {
      return fraction
    }
    let own = piece.range.upperBound - piece.range.lowerBound
    return (piece.range.lowerBound + (piece.isReversed ? 1 - fraction : fraction) * own) / length
  }
}
