extension ProblemFinder {
  /// Reports parts that appear twice: equal coordinates in the same order, for lines in either direction, for rings
  /// from any vertex.
  mutating func findDuplicates(_ geometry: Geometry) {
    var seen: Set<[[Coordinate]]> = []
    for (number, part) in geometry.parts.enumerated() {
      if isFull { return }
      let paths = part.paths
      guard paths.allSatisfy({ path in (0..<path.count).allSatisfy { path[$0].isFinite } }),
        let place = part.coordinates.first
      else { continue }
      let clean = paths.map { path in
        CleanPath(path.sequence, path.range, isRing: path.kind == .ring)
      }
      var form = clean.map(\.canonicalPlaces)
      // The exterior ring stays first; the order of holes has no meaning.
      if form.count > 2 { form[1...].sort { isBefore($0, $1) } }
      // A line of one coordinate differs from a point there, and a closed line from the line without its end.
      let isLoop = clean.first?.isClosed == true
      form.append([Coordinate(x: Double(part.type.dimension), y: isLoop ? 1 : 0)])
      if !seen.insert(form).inserted { report(.duplicatePart, at: place, part: number) }
    }
  }
}

extension CleanPath {
  /// The coordinates from a normalized start and in a normalized direction.
  fileprivate var canonicalPlaces: [Coordinate] {
    guard isClosed, places.count > 1,
      let least = places.indices.min(by: { isBefore(places[$0], places[$1]) })
    else {
      let reversed = Array(places.reversed())
      return isBefore(reversed, places) ? reversed : places
    }
    // A coordinate that the path visits twice may begin it twice: the least order counts.
    var best: [Coordinate] = []
    for start in places.indices where places[start] == places[least] {
      let forwards = Array(places[start...] + places[..<start])
      let backwards = [forwards[0]] + forwards.dropFirst().reversed()
      for way in [forwards, backwards] where best.isEmpty || isBefore(way, best) { best = way }
    }
    return best
  }
}

private func isBefore(_ one: Coordinate, _ other: Coordinate) -> Bool {
  (one.x, one.y) < (other.x, other.y)
}

private func isBefore(_ one: [Coordinate], _ other: [Coordinate]) -> Bool {
  one.lexicographicallyPrecedes(other, by: isBefore)
}
