internal import GeoSnapSupport

/// The changes of other features for the connections of an edited feature.
struct EditJoints {
  var insertions: [VertexInsertion] = []
  var splits: [LineSplit] = []
  var terminalChoices: [TerminalChoice] = []

  /// Adds a choice for each end of a line at a vertex of the edited feature, unless there is a single terminal.
  fileprivate mutating func choose(
    _ terminals: [Terminal],
    for ends: [LineEnd?],
    junction: SnapTarget? = nil,
    line: SnapTarget?,
    _ part: Int,
    _ vertex: Int
  ) {
    guard !terminals.isEmpty else { return }
    terminalChoices += ends.map { end in
      TerminalChoice(
        junction: junction,
        line: line,
        part: part,
        vertex: vertex,
        lineEnd: end,
        terminals: terminals
      )
    }
  }
}

extension OngoingEdit {
  /// The changes of other features for its connections, in the order of vertices, in a `scene` with moved
  /// `neighbours`.
  func joints(in scene: SnapScene, _ neighbours: [NeighbourEdit]) -> EditJoints {
    let moved = neighbours.map(\.target)
    var joints = EditJoints()
    for (part, vertices) in state.shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated() where vertex.place.isIndexable {
        guard let rules else { continue }
        joinVertices(vertex, part, number, scene, rules, &joints)
        joinSegments(vertex, part, number, scene, moved, rules, &joints)
      }
    }
    splitOwn(&joints)
    return joints
  }

  /// Splits the edited line where requested, unless it is split there already.
  private func splitOwn(_ joints: inout EditJoints) {
    for (part, vertices) in state.shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated()
      where vertex.splits && !state.shape.isLineEnd(part, number) {
        let split = split(of: nil, part, number, at: vertex)
        if !joints.splits.contains(split) { joints.splits.append(split) }
      }
    }
  }

  private func joinVertices(
    _ vertex: EditorVertex,
    _ part: Int,
    _ number: Int,
    _ scene: SnapScene,
    _ rules: SnapRules,
    _ joints: inout EditJoints
  ) {
    let isEnd = isJunction || state.shape.isLineEnd(part, number)
    for meeting in scene.meetings(at: vertex.place, z: height(of: vertex), rules) {
      let verdict = meeting.verdict
      let places = isEnd ? verdict.places : verdict.innerPlaces
      let connects = meeting.connects || isJunction && verdict.splitsMidspan
      guard verdict.permission != nil, places != .none, connects else { continue }
      let target = scene.target(of: meeting.ordinal)
      let splits = verdict.splitsMidspan && (isJunction ? !meeting.isEnd : !isEnd)
      let isStart = isJunction ? meeting.vertex == 0 : number == 0
      joints.choose(
        verdict.terminals,
        for: splits ? [.end, .start] : [isStart ? .start : .end],
        junction: isJunction ? nil : target,
        line: isJunction ? target : nil,
        part,
        number
      )
      guard splits else { continue }
      joints.splits.append(
        isJunction
          ? split(of: target, meeting.part, meeting.vertex, at: vertex)
          : split(of: nil, part, number, at: vertex)
      )
    }
  }

  /// Connects a vertex with the segments that it snapped to, and with those of other lines that pass through it.
  private func joinSegments(
    _ vertex: EditorVertex,
    _ part: Int,
    _ number: Int,
    _ scene: SnapScene,
    _ moved: [SnapTarget],
    _ rules: SnapRules,
    _ joints: inout EditJoints
  ) {
    guard vertex.snap >= 0 else { return }
    func isLevel(_ segment: SnapSegment) -> Bool { self.isLevel(vertex, with: segment, in: scene) }
    let match = snaps[Int(vertex.snap)]
    let isEnd = isJunction || state.shape.isLineEnd(part, number)
    let place = match.place
    let own = SnapSegment(
      target: place.target,
      part: place.part,
      vertex: place.vertex,
      fraction: place.fraction
    )
    // The snapped feature may be above or below the vertex.
    guard [.segment, .midpoint, .intersection, .vertex].contains(place.kind) || !isLevel(own) else {
      return
    }
    let snapped = [own, match.crossing].compactMap { $0 }.filter(isLevel)
    // A vertex exists already; other lines may pass it without one.
    let crossed = place.kind == .vertex ? [] : snapped
    for var segment in crossed + segments(through: vertex, beside: snapped, in: scene, rules) {
      guard let ordinal = scene.ordinal(of: segment.target) else { continue }
      let featureClass = Int(scene.featureClass(of: ordinal))
      guard featureClass < rules.verdicts.count, let geometry = scene.geometry(of: ordinal) else {
        continue
      }
      let verdict = rules.verdicts[featureClass]
      let places = isEnd ? verdict.places : verdict.innerPlaces
      // The ends of the segment are vertices already.
      guard places.contains(.insertsVertex),
        let line = geometry.segment(part: segment.part, segment.vertex),
        line.start != vertex.place, line.end != vertex.place
      else { continue }
      if moved.contains(segment.target) {
        // Its own vertex may have moved there, or it may have moved away.
        guard line.passes(vertex.place), !geometry.coordinates.contains(vertex.place) else {
          continue
        }
        segment.fraction = geometry.fraction(
          part: segment.part,
          segment: segment.vertex,
          closestTo: vertex.place
        )
      }
      joints.insertions.append(
        VertexInsertion(
          segment: segment,
          location: vertex.place,
          z: geometry.z(part: segment.part, segment: segment.vertex, closestTo: vertex.place),
          part: part,
          vertex: number
        )
      )
      guard isJunction else { continue }
      let splits = verdict.splitsMidspan
      joints.choose(
        verdict.terminals,
        for: splits ? [.end, .start] : [nil],
        line: segment.target,
        part,
        number
      )
      if splits {
        joints.splits.append(split(of: segment.target, segment.part, segment.vertex, at: vertex))
      }
    }
  }

  /// The segments through a vertex, without a vertex there, that may connect, except those of the snap, in order.
  private func segments(
    through vertex: EditorVertex,
    beside snapped: [SnapSegment],
    in scene: SnapScene,
    _ rules: SnapRules
  ) -> [SnapSegment] {
    let tolerance = scene.network.base.coincidenceTolerance
    let known = snapped.compactMap { scene.ordinal(of: $0.target) }
    let classes = known.map { scene.featureClass(of: $0) }
    func excludes(_ one: Int32, _ other: Int32) -> Bool {
      rules.verdicts[Int(one)].excludedCompanions?.contains(other) == true
    }
    var hits: [IndexedSegment] = []
    scene.features.forEachSegment(within: tolerance.xy, of: vertex.place) { hits.append($0.match) }
    var found: [SnapSegment] = []
    for hit in hits.ordered(by: {
      ($0.feature, $0.part, $0.segment) < ($1.feature, $1.part, $1.segment)
    }) {
      let featureClass = scene.featureClass(of: hit.feature)
      guard !known.contains(hit.feature), Int(featureClass) < scene.network.catalog.entries.count,
        classes.allSatisfy({ Int($0) < rules.verdicts.count }),
        !classes.contains(where: { excludes($0, featureClass) || excludes(featureClass, $0) }),
        let geometry = scene.geometry(of: hit.feature), geometry.type.dimension == 1,
        let line = geometry.segment(part: Int(hit.part), Int(hit.segment)),
        line.start.distance(to: vertex.place) > tolerance.xy,
        line.end.distance(to: vertex.place) > tolerance.xy
      else { continue }
      let (part, start) = (Int(hit.part), Int(hit.segment))
      let segment = SnapSegment(
        target: scene.target(of: hit.feature),
        part: part,
        vertex: start,
        fraction: geometry.fraction(part: part, segment: start, closestTo: vertex.place)
      )
      if isLevel(vertex, with: segment, in: scene) { found.append(segment) }
    }
    return found
  }

  /// Whether the snap of a vertex is at its height.
  func isSnapped(_ vertex: EditorVertex, in scene: SnapScene) -> Bool {
    guard vertex.snap >= 0 else { return false }
    let place = snaps[Int(vertex.snap)].place
    let segment = SnapSegment(
      target: place.target,
      part: place.part,
      vertex: place.vertex,
      fraction: 0
    )
    return isLevel(vertex, with: segment, in: scene)
  }

  /// Whether a segment passes a vertex at its height, if both have one.
  private func isLevel(
    _ vertex: EditorVertex,
    with segment: SnapSegment,
    in scene: SnapScene
  ) -> Bool {
    guard let height = height(of: vertex), segment.vertex >= 0,
      let ordinal = scene.ordinal(of: segment.target),
      let z = scene.geometry(of: ordinal)?
        .z(part: segment.part, segment: segment.vertex, closestTo: vertex.place)
    else { return true }
    return scene.network.base.coincidenceTolerance.holds(z, height, heights: ())
  }

  /// The ends of lines that name a terminal but have no junction after the edit, except those in `choices`.
  func leftEnds(
    in scene: SnapScene,
    _ neighbours: [NeighbourEdit],
    _ choices: [TerminalChoice]
  ) -> [TerminalEnd] {
    guard let rules, let feature = subject.feature else { return [] }
    let now = state.shape.parts.flatMap { $0 }.map(\.place)
    func names(_ line: FeatureID, _ end: LineEnd) -> Bool {
      let value = scene.network.attribute(end.terminalField, of: line)
      return value != nil && value != .null
    }
    func stands(_ meetings: [Meeting]) -> Bool { meetings.contains(where: \.isJunction) }
    if isJunction {
      guard let old = initialShape.parts.first?.first?.place, !now.contains(old) else { return [] }
      let meetings = scene.meetings(at: old, z: nil, rules)
      if stands(meetings) { return [] }
      return meetings.compactMap { meeting in
        let target = scene.target(of: meeting.ordinal)
        guard meeting.isEnd, case .feature(let line) = target,
          !neighbours.contains(where: { $0.target == target })
        else { return nil }
        let end: LineEnd = meeting.vertex == 0 ? .start : .end
        return names(line, end) ? TerminalEnd(line: target, end: end) : nil
      }
    }
    let old = initialShape.parts.flatMap { $0 }.map(\.place)
    guard let first = old.first, let last = old.last, let start = now.first, let end = now.last
    else { return [] }
    return [(LineEnd.start, first, start), (.end, last, end)].compactMap { side, before, after in
      guard before != after, names(feature, side),
        !choices.contains(where: { $0.line == nil && $0.lineEnd == side }),
        !stands(scene.meetings(at: after, z: nil, rules))
      else { return nil }
      return TerminalEnd(line: .feature(feature), end: side)
    }
  }

  private func split(
    of line: SnapTarget?,
    _ part: Int,
    _ number: Int,
    at vertex: EditorVertex
  ) -> LineSplit {
    let z = height(of: vertex)
    return LineSplit(line: line, part: part, vertex: number, location: vertex.place, z: z)
  }

  private func height(of vertex: EditorVertex) -> Double? { state.shape.hasZ ? vertex.z : nil }
}

extension Segment {
  /// Whether a place is on it within the precision of doubles.
  fileprivate func passes(_ place: Coordinate) -> Bool {
    let largest = [start.x, start.y, end.x, end.y, place.x, place.y].map(\.magnitude).max() ?? 0
    return squaredDistance(to: place).squareRoot() <= 4 * largest.ulp
  }
}
