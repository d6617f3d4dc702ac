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
            problem.code,
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

  /// The problems of the edited feature with other features at a vertex.
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
        code,
        "\(what) at \(Words.place(vertex.place)) is on \(scene.words(for: target)): "
          + code.because(hasOtherTypes: hasOtherTypes)
          + fits,
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
  fileprivate func joints(
    at ordinal: Int32,
    _ place: Coordinate,
    _ rules: SnapRules
  ) -> String {
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
}
