extension Snapper {
  /// A finding in public terms, with everything an editor needs.
  func match(_ finding: SnapFinding, _ query: SnapQuery) -> SnapMatch {
    var match = SnapMatch(
      place: place(finding),
      permission: .unruled,
      insertsVertex: false
    )
    match.guides = finding.guides
    guard finding.feature >= 0 else { return match }
    if let crossing = finding.crossing {
      match.crossing = SnapSegment(
        target: scene.target(of: crossing.feature),
        part: Int(crossing.part),
        vertex: Int(crossing.vertex),
        fraction: scene.geometry(of: crossing.feature)?.fraction(
          part: Int(crossing.part),
          segment: Int(crossing.vertex),
          closestTo: finding.location
        )
      )
    }
    let featureClass = scene.featureClass(of: finding.feature)
    guard let rules, scene.isRuled(featureClass) else { return match }
    let verdict = rules.verdicts[Int(featureClass)]
    match.permission = verdict.permission ?? .unruled
    match.terminals = verdict.terminals
    match.splitsLine = verdict.splitsMidspan && (query.isInner || !isEnd(finding))
    match.insertsVertex =
      finding.rank > 0 && finding.kind != .centroid && finding.kind != .area
      && verdict.places.contains(.insertsVertex)
    return match
  }

  /// Whether a finding is a point or the end of a line.
  private func isEnd(_ finding: SnapFinding) -> Bool {
    finding.kind == .point || finding.kind == .lineEnd
  }

  func place(_ finding: SnapFinding) -> SnapPlace {
    guard finding.feature >= 0 else {
      return SnapPlace(
        target: finding.kind == .grid ? .grid : .sketch,
        source: nil,
        kind: finding.kind,
        part: Int(finding.part),
        vertex: Int(finding.vertex),
        location: finding.location,
        z: nil,
        distance: finding.distance,
        fraction: nil
      )
    }
    let part = Int(finding.part)
    let vertex = Int(finding.vertex)
    let geometry = finding.vertex < 0 ? nil : scene.geometry(of: finding.feature)
    // The last vertex of a part starts no segment: it is the end of the one before.
    let segment = finding.rank == 0 && vertex > 0 ? vertex - 1 : vertex
    return SnapPlace(
      target: scene.target(of: finding.feature),
      source: sources[Int(finding.layer)].name,
      kind: finding.kind,
      part: part,
      vertex: vertex,
      location: finding.location,
      z: geometry?.z(part: part, segment: segment, closestTo: finding.location),
      distance: finding.distance,
      fraction: geometry?.fraction(part: part, segment: segment, closestTo: finding.location)
    )
  }
}
