internal import GeoSnapSupport

extension OngoingEdit {
  /// All problems of the current edit, in the order of the vertices; existing ones that did not move are warnings.
  func problems(in scene: SnapScene) -> [EditProblem] {
    let known = Set(problems(of: initialShape, in: scene).map(\.identity))
    return problems(of: state.shape, in: scene).map { problem in
      var problem = problem
      let wasThere = !problem.isFatal && known.contains(problem.identity)
      if wasThere { problem.severity = .warning }
      return problem
    }
  }

  func problems(of neighbours: [NeighbourEdit], in scene: SnapScene) -> [EditProblem] {
    neighbours.flatMap { neighbour -> [EditProblem] in
      let before = scene.ordinal(of: neighbour.target).flatMap { scene.geometry(of: $0) }
      let known = before.flatMap { try? EditorShape($0) }?.problems(wantsSinglePart: false) ?? []
      let now = (try? EditorShape(neighbour.geometry))?.problems(wantsSinglePart: false) ?? []
      let identities = Set(known.map(\.identity))
      return now.filter { !identities.contains($0.identity) }
        .map { problem in
          EditProblem(
            code: problem.code,
            message:
              "\(scene.words(for: neighbour.target)) moves with the edit: \(problem.message)",
            location: problem.location,
            target: neighbour.target
          )
        }
    }
  }

  private func problems(of shape: EditorShape, in scene: SnapScene) -> [EditProblem] {
    let singleTypes: [GeometryType] = [.point, .lineString, .polygon]
    let type = assetType.flatMap { scene.network.assetType($0)?.source.usage.geometryType }
    let declared = type ?? table.flatMap { scene.network.base.tables[$0].geometryType }
    var problems = shape.problems(
      wantsSinglePart: declared.map { singleTypes.contains($0) } ?? false
    )
    guard let rules else { return problems }
    for (part, vertices) in shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated() where vertex.place.isIndexable {
        problems += conflicts(at: vertex, part, number, of: shape, in: scene, rules)
      }
    }
    return problems
  }

  private func conflicts(
    at vertex: EditorVertex,
    _ part: Int,
    _ number: Int,
    of shape: EditorShape,
    in scene: SnapScene,
    _ rules: SnapRules
  ) -> [EditProblem] {
    let isEnd = isJunction || shape.isLineEnd(part, number)
    let z = shape.hasZ ? vertex.z : nil
    var meetings = scene.meetings(at: vertex.place, z: z, rules)
    if meetings.isEmpty, isEnd, !isSnapped(vertex, in: scene) {
      // Without a connection: a vertex on a segment that may connect is only incomplete.
      meetings = scene.passings(at: vertex.place, z: z, rules)
      if meetings.contains(where: { $0.verdict.places.contains(.insertsVertex) }) { return [] }
    }
    guard !meetings.isEmpty else { return [] }
    let hasOtherTypes =
      assetType.flatMap { scene.network.assetType($0)?.source.hasSeveralAssetTypes } ?? true
    return meetings.compactMap { meeting in
      guard let code = conflict(with: meeting, among: meetings, isEnd: isEnd, in: scene) else {
        return nil
      }
      let target = scene.target(of: meeting.ordinal)
      let what = isJunction ? "The junction" : isEnd ? "An end of the line" : "Vertex \(number)"
      let fits =
        code == .needsJunction ? scene.joints(at: meeting.ordinal, vertex.place, rules) : ""
      return EditProblem(
        code: code,
        message: "\(what) at \(Words.place(vertex.place)) is on \(scene.words(for: target)): "
          + code.because(hasOtherTypes: hasOtherTypes) + fits,
        part: part,
        vertex: number,
        location: vertex.place,
        target: target
      )
    }
  }

  private func conflict(
    with meeting: Meeting,
    among meetings: [Meeting],
    isEnd: Bool,
    in scene: SnapScene
  ) -> EditProblem.Code? {
    let policy = assetType.flatMap { scene.network.assetType($0)?.type.connectivityPolicy }
    let connects = isEnd || policy == .anyVertex
    let hasJunction = meetings.contains(where: \.isJunction)
    switch meeting.verdict.refusal {
    case .junctionOnJunction: return .stackedJunctions
    case .noRule: return .noRule
    // Two lines at a junction meet it; the problem is reported with the junction.
    case .needsJunction where !hasJunction:
      return isEnd || connects && meeting.connects ? .needsJunction : nil
    case nil where meeting.isJunction || isJunction || !hasJunction: break
    default: return nil
    }
    // Two lines that pass through one place away from their ends do not connect.
    guard isEnd || meeting.isEnd else { return nil }
    if !connects { return .innerVertex }
    let mayJoin = isJunction && meeting.verdict.places.contains(.vertices)
    if !meeting.connects, !mayJoin { return .endVertexOnly }
    return meetingConflict(with: meeting, among: meetings)
  }

  /// Whether another line there must not meet the edited feature at the junction.
  private func meetingConflict(
    with meeting: Meeting,
    among meetings: [Meeting]
  ) -> EditProblem.Code? {
    guard let excluded = meeting.verdict.excludedCompanions else { return nil }
    let isExcluded = meetings.contains { other in
      // Two lines at an edited junction exclude each other, which is reported once.
      other.connects && !other.isJunction && excluded.contains(other.featureClass)
        && (isJunction ? other.ordinal > meeting.ordinal : other.ordinal != meeting.ordinal)
    }
    return isExcluded ? .noMeetingRule : nil
  }
}

extension EditProblem.Code {
  /// The reason why a place cannot be shared, with the remedy; a change of asset type only if the source has others.
  fileprivate func because(hasOtherTypes: Bool) -> String {
    switch self {
    case .stackedJunctions: "two junctions cannot share a place. Move one away."
    case .noRule:
      "no rule lets them join. Move it away" + (hasOtherTypes ? ", or change the asset type." : ".")
    case .needsJunction:
      "lines of different asset types meet at a junction only. Put one between them"
    case .innerVertex:
      "the edited line connects at its ends only. Split it there, or move the vertex."
    case .endVertexOnly: "that line connects at its ends only. Split it there, or use an end."
    default: "no rule lets the lines that are there meet at the junction."
    }
  }
}

extension SnapScene {
  /// The end of a sentence that lists the junctions to place between the edited line and another.
  fileprivate func joints(at ordinal: Int32, _ place: Coordinate, _ rules: SnapRules) -> String {
    let entries = network.catalog.entries
    let featureClass = Int(featureClass(of: ordinal))
    guard entries.indices.contains(featureClass) else { return "." }
    let types = joints(
      between: rules.assetType,
      entries[featureClass].id,
      at: place,
      rules.connectivity
    )
    return types.isEmpty ? "." : ": \(network.list(types, "or"))."
  }

  /// The features with a vertex at a place, in the order of ordinals, parts and vertices, that connect by place and
  /// have the same height if both have one.
  func meetings(at place: Coordinate, z: Double?, _ rules: SnapRules) -> [Meeting] {
    var hits: [VertexHit] = []
    features.forEachVertex(within: 0, of: place) { hits.append($0) }
    hits = hits.ordered { ($0.feature, $0.part, $0.vertex) < ($1.feature, $1.part, $1.vertex) }
    return hits.compactMap { hit in
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      guard let meeting = meeting(hit.feature, hit.part, hit.vertex, isEnd: isEnd, rules) else {
        return nil
      }
      let height = geometry(of: hit.feature)?.path(Int(hit.part))?.z(at: Int(hit.vertex))
      if let z, let height, z != height { return nil }
      return meeting
    }
  }

  /// The lines with a segment within the coincidence tolerance of a place, in the order of ordinals, that connect by
  /// place and have the same height if both have one.
  func passings(at place: Coordinate, z: Double?, _ rules: SnapRules) -> [Meeting] {
    let tolerance = network.base.coincidenceTolerance
    var found: [Int32: SegmentHit] = [:]
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      let height =
        z == nil
        ? nil
        : geometry(of: hit.feature)?
          .z(part: Int(hit.part), segment: Int(hit.segment), closestTo: place)
      guard tolerance.holds(height ?? .nan, z ?? .nan, heights: ()) else { return }
      if found[hit.feature].map({ hit.squaredDistance < $0.squaredDistance }) ?? true {
        found[hit.feature] = hit
      }
    }
    return Array(found.values).ordered { $0.feature < $1.feature }.compactMap { hit in
      let meeting = meeting(hit.feature, hit.part, hit.segment, isEnd: false, rules)
      return meeting?.isJunction == false ? meeting : nil
    }
  }

  /// A feature with a vertex or the start of a segment; nil for one that does not connect by place.
  private func meeting(
    _ ordinal: Int32,
    _ part: Int32,
    _ vertex: Int32,
    isEnd: Bool,
    _ rules: SnapRules
  ) -> Meeting? {
    let featureClass = featureClass(of: ordinal)
    // Classes after the asset types are those of plain tables, overlays and subnetwork lines.
    guard Int(featureClass) < network.catalog.entries.count else { return nil }
    let entry = network.catalog.entries[Int(featureClass)]
    guard entry.source.usage.connectsByGeometry else { return nil }
    return Meeting(
      ordinal: ordinal,
      part: Int(part),
      vertex: Int(vertex),
      verdict: rules.verdicts[Int(featureClass)],
      featureClass: featureClass,
      isJunction: entry.source.elementKind == .junction,
      connects: isEnd || entry.type.connectivityPolicy == .anyVertex,
      isEnd: isEnd
    )
  }
}

/// A network feature at a vertex of the edited one, with a vertex exactly there or a segment that passes.
struct Meeting {
  let ordinal: Int32
  let part: Int
  let vertex: Int
  let verdict: SnapVerdict
  let featureClass: Int32
  let isJunction: Bool
  /// Whether it is a junction, the end of a line, or an inner vertex where others may connect.
  let connects: Bool
  /// Whether it is a junction or the end of a line.
  let isEnd: Bool
}

extension EditorShape {
  /// All problems of the shape by itself, part by part; several parts are one if `wantsSinglePart` is true.
  func problems(wantsSinglePart: Bool) -> [EditProblem] {
    let shape = withoutEmptyParts
    if shape.parts.isEmpty {
      return [EditProblem(code: .emptyGeometry, message: "Nothing has been drawn.")]
    }
    var problems: [EditProblem] = []
    for (part, vertices) in parts.enumerated() where !vertices.isEmpty {
      if vertices.count < type.fewestVertices {
        problems.append(
          EditProblem(
            code: .tooFewVertices,
            message:
              "Part \(part) has \(vertices.count) of the \(type.fewestVertices) vertices that a "
              + "\(type.partName) needs.",
            part: part,
            location: vertices[0].place
          )
        )
      }
      problems += vertices.indices.compactMap { ordinateProblem(part, $0) }
      if !type.isPoints { problems += repetitions(part) }
    }
    // The rings of a single polygon are one part of a feature.
    let partCount = type.isAreas ? shape.polygonEnds.count : shape.parts.count
    if wantsSinglePart, partCount > 1 {
      problems.append(
        EditProblem(
          code: .multipart,
          message:
            "The geometry has \(partCount) parts, but only one is allowed: make separate features of "
            + "the others."
        )
      )
    }
    if problems.isEmpty, type.isAreas, let problem = areaProblem { problems.append(problem) }
    return problems
  }

  private func ordinateProblem(_ part: Int, _ number: Int) -> EditProblem? {
    let vertex = parts[part][number]
    let isFinite = vertex.place.isFinite && vertex.z.isFinite && !vertex.m.isInfinite
    guard !isFinite || !vertex.place.isIndexable else { return nil }
    let height = hasZ ? " \(vertex.z)" : ""
    let measure = vertex.m.isInfinite ? " with M \(vertex.m)" : ""
    return EditProblem(
      code: isFinite ? .ordinateOutOfRange : .nonFiniteOrdinate,
      message: "Vertex \(number) of part \(part) is at \(vertex.place)\(height)\(measure): "
        + (isFinite ? "ordinates go from -1e150 to 1e150." : "it needs finite numbers."),
      part: part,
      vertex: number,
      location: vertex.place.isFinite ? vertex.place : nil
    )
  }

  /// Consecutive vertices at one place; a single problem if all vertices of a line are.
  private func repetitions(_ part: Int) -> [EditProblem] {
    let vertices = parts[part]
    if type.dimension == 1, vertices.count > 1, vertices.allSatisfy({ repeats($0, vertices[0]) }) {
      return [
        EditProblem(
          code: .zeroLength,
          message: "Part \(part) has no length: all its vertices are at \(vertices[0].place).",
          part: part,
          location: vertices[0].place
        )
      ]
    }
    return (0..<segmentCount(part)).compactMap { start in
      let end = (start + 1) % vertices.count
      guard repeats(vertices[end], vertices[start]) else { return nil }
      return EditProblem(
        code: .repeatedVertex,
        message:
          "Vertices \(start) and \(end) of part \(part) are both at \(vertices[start].place): "
          + "delete one.",
        part: part,
        vertex: end,
        location: vertices[start].place
      )
    }
  }

  /// Whether two vertices are at one place and, on lines, which may be vertical, at the same height.
  private func repeats(_ vertex: EditorVertex, _ other: EditorVertex) -> Bool {
    vertex.place == other.place && (type.isAreas || vertex.z == other.z)
  }

  private var areaProblem: EditProblem? {
    do throws(GeometryError) {
      guard let problem = try geometry?.validityProblem() else { return nil }
      let isSomewhere = problem.location.isFinite
      return EditProblem(
        code: .invalidArea,
        message: "The area is not valid: \(problem.reason)"
          + (isSomewhere ? " at \(problem.location)." : "."),
        location: isSomewhere ? problem.location : nil
      )
    } catch {
      return EditProblem(
        code: .invalidArea,
        message: "The area could not be checked: \(error.message)"
      )
    }
  }
}
