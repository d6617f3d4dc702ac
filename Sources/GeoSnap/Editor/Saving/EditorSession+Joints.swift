/// What has to be done elsewhere for an edited feature to connect.
struct EditJoints {
  var insertions: [VertexInsertion] = []
  var splits: [LineSplit] = []
  var terminalChoices: [TerminalChoice] = []
}

extension EditorSession {
  /// What has to be done elsewhere for the feature to connect as it is now.
  func joints(in scene: SnapScene) -> EditJoints {
    guard let rules else { return EditJoints() }
    var joints = EditJoints()
    for (part, vertices) in state.shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated() where vertex.place.isIndexable {
        joinVertices(vertex, part, number, scene, rules, &joints)
        joinSegments(vertex, part, number, scene, rules, &joints)
      }
    }
    return joints
  }

  /// Joins a vertex to those of other features at its place.
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
      guard verdict.permission != nil, places != .none, meeting.connects else { continue }
      let target = scene.target(of: meeting.ordinal)
      if !verdict.terminals.isEmpty {
        joints.terminalChoices.append(
          TerminalChoice(
            junction: isJunction ? nil : target,
            line: isJunction ? target : nil,
            part: part,
            vertex: number,
            terminals: verdict.terminals
          )
        )
      }
      guard verdict.splitsMidspan, isJunction ? !meeting.isEnd : !isEnd else { continue }
      joints.splits.append(
        LineSplit(
          line: isJunction ? target : nil,
          part: isJunction ? meeting.part : part,
          vertex: isJunction ? meeting.vertex : number,
          location: vertex.place
        )
      )
    }
  }

  /// Joins a vertex to the segments it was snapped to.
  private func joinSegments(
    _ vertex: EditorVertex,
    _ part: Int,
    _ number: Int,
    _ scene: SnapScene,
    _ rules: SnapRules,
    _ joints: inout EditJoints
  ) {
    guard vertex.snap >= 0 else { return }
    let match = snaps[Int(vertex.snap)]
    guard [.segment, .midpoint, .intersection].contains(match.place.kind) else { return }
    let isEnd = isJunction || state.shape.isLineEnd(part, number)
    let place = match.place
    let own = SnapSegment(
      target: place.target,
      part: place.part,
      vertex: place.vertex,
      fraction: place.fraction
    )
    for segment in [own, match.crossing].compactMap({ $0 }) {
      guard let ordinal = scene.ordinal(of: segment.target) else { continue }
      let featureClass = Int(scene.featureClass(of: ordinal))
      guard featureClass < rules.verdicts.count, let geometry = scene.geometry(of: ordinal) else {
        continue
      }
      let verdict = rules.verdicts[featureClass]
      let places = isEnd ? verdict.places : verdict.innerPlaces
      // At an end of the segment there is a vertex already.
      guard places.contains(.insertsVertex),
        let line = geometry.segment(part: segment.part, segment.vertex),
        line.start != vertex.place, line.end != vertex.place
      else { continue }
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
      if !verdict.terminals.isEmpty {
        joints.terminalChoices.append(
          TerminalChoice(
            junction: nil,
            line: segment.target,
            part: part,
            vertex: number,
            terminals: verdict.terminals
          )
        )
      }
      if verdict.splitsMidspan {
        joints.splits.append(
          LineSplit(
            line: segment.target,
            part: segment.part,
            vertex: segment.vertex,
            location: vertex.place
          )
        )
      }
    }
  }

  private func height(of vertex: EditorVertex) -> Double? { state.shape.hasZ ? vertex.z : nil }
}
