extension Snapper {
  /// The public form of a finding, with everything that an editor needs.
  func match(_ finding: SnapFinding, _ query: SnapQuery) -> SnapMatch {
    var match = SnapMatch(
      place: SnapPlace(finding, by: self),
      permission: .unruled,
      insertsVertex: false
    )
    match.guides = finding.guides
    match.editedOrdinal = query.excluded
    guard finding.feature >= 0 else { return match }
    match.crossing = finding.crossing.map { segment($0, at: finding.location) }
    guard let answer = answers?[Int(offers.featureClass(of: finding.feature))] else { return match }
    match.permission = answer.permission
    match.splitsLine =
      answer.splitsMidspan
      && (query.isInner || !(finding.kind == .point || finding.kind == .lineEnd))
    match.insertsVertex =
      answer.insertsVertex && !finding.isAtVertex && SnapKinds.needingVertex.contains(finding.kind)
    return match
  }

  private func segment(_ key: SegmentKey, at location: Coordinate) -> SnapSegment {
    SnapSegment(
      target: scene.target(of: key.feature),
      part: Int(key.part),
      vertex: Int(key.vertex),
      fraction: scene.fraction(
        of: key.feature,
        part: Int(key.part),
        segment: Int(key.vertex),
        closestTo: location
      )
    )
  }
}

/// The effect of rules on snaps to a class of features, as far as a match contains it.
struct ClassAnswer {
  let permission: SnapPermission
  let insertsVertex: Bool
  let splitsMidspan: Bool

  static let unruled = ClassAnswer(
    permission: .unruled,
    insertsVertex: false,
    splitsMidspan: false
  )

  /// The answers for all classes of a scene; nil without rules.
  static func answers(_ scene: SnapScene, _ rules: SnapRules?) -> [ClassAnswer]? {
    guard let rules else { return nil }
    return (0..<scene.classCount).map { featureClass in
      guard featureClass < rules.verdicts.count else { return .unruled }
      let verdict = rules.verdicts[featureClass]
      return ClassAnswer(
        permission: verdict.permission ?? .unruled,
        insertsVertex: verdict.places.contains(.insertsVertex),
        splitsMidspan: verdict.splitsMidspan
      )
    }
  }
}

extension SnapKinds {
  /// The kinds of places where a line has no vertex.
  fileprivate static let needingVertex = SnapKinds(kinds: [.segment, .midpoint, .intersection])
}
