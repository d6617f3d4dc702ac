extension Snapper {
  /// The ordinal of a line at a candidate's place that must not meet the edited feature there, if any.
  ///
  /// A line is there if a vertex that allows connections has exactly the same x, y and, if both have one, z.
  @inline(never)
  func companion(at candidate: SnapCandidate, _ query: SnapQuery) -> Int32? {
    let place = candidate.location(near: query.point)
    return excludedVertex(at: place, beside: candidate.feature, query) { vertex in
      meets(vertex, candidate, at: place)
    }
  }

  /// Whether two crossing lines, or a line with a vertex there, must not meet the edited junction.
  func refusesCrossing(
    of first: Int32,
    and second: Int32,
    at place: Coordinate,
    _ query: SnapQuery
  ) -> Bool {
    guard let rules else { return false }
    let classes = (scene.featureClass(of: first), scene.featureClass(of: second))
    func excludes(_ one: Int32, _ other: Int32) -> Bool {
      Int(one) < rules.verdicts.count
        && rules.verdicts[Int(one)].excludedCompanions?.contains(other) == true
    }
    if excludes(classes.0, classes.1) || excludes(classes.1, classes.0) { return true }
    return [first, second].contains { feature in
      excludedVertex(at: place, beside: feature, query) { _ in true } != nil
    }
  }

  /// The ordinal of the first feature with a vertex at a place that excludes another feature; nil when there is none.
  private func excludedVertex(
    at place: Coordinate,
    beside feature: Int32,
    _ query: SnapQuery,
    where meets: (VertexHit) -> Bool
  ) -> Int32? {
    let featureClass = Int(scene.featureClass(of: feature))
    guard let rules, featureClass < rules.verdicts.count,
      let excluded = rules.verdicts[featureClass].excludedCompanions
    else { return nil }
    let entries = scene.network.catalog.entries
    var found: Int32?
    scene.features.forEachVertex(within: 0, of: place) { vertex in
      guard vertex.feature != feature, vertex.feature != query.excluded else { return }
      let other = scene.featureClass(of: vertex.feature)
      guard excluded.contains(other) else { return }
      let isEnd = !vertex.flags.isDisjoint(with: [.startsPart, .endsPart])
      guard isEnd || entries[Int(other)].type.connectivityPolicy == .anyVertex else { return }
      if meets(vertex) { found = min(found ?? .max, vertex.feature) }
    }
    return found
  }

  /// Whether two features have the same height at a place, or one has none.
  private func meets(
    _ vertex: VertexHit,
    _ candidate: SnapCandidate,
    at place: Coordinate
  ) -> Bool {
    // The last vertex of a part starts no segment and belongs to the one before.
    let before = max(vertex.vertex - 1, 0)
    let segment = candidate.rank == 0 ? max(candidate.vertex - 1, 0) : candidate.vertex
    func height(_ feature: Int32, _ part: Int32, _ segment: Int32) -> Double? {
      // Most have no height and need not be unpacked.
      guard scene.dimensions(feature)?.hasZ ?? false else { return nil }
      return scene.geometry(of: feature)?
        .z(part: Int(part), segment: Int(segment), closestTo: place)
    }
    guard let one = height(vertex.feature, vertex.part, before),
      let other = height(candidate.feature, candidate.part, segment)
    else { return true }
    return one == other
  }
}
