extension ValidationRun {
  /// Decides about ends of lines and junctions that join nothing, by their numbers.
  mutating func checkLoose(_ numbers: Range<Int>) {
    for item in subject.marks.doubts.loose[numbers] where !subject.isTold(item) {
      let reach = subject.marks.doubts.standsOut(item) ? .infinity : subject.tolerance.xy * 500
      let nearest = subject.nearest(to: item, within: reach)
      if nearest == nil && reach < .infinity { continue }
      doubt(item, nearest)
    }
  }

  private mutating func doubt(_ item: DoubtNotes.Loose, _ nearest: SegmentHit?) {
    let subject = subject
    let what = item.end.map { "The \($0.rawValue) of \(name(item.feature))" } ?? name(item.feature)
    var message = "\(what) joins nothing"
    var advice = "See whether something is missing there, or accept it as it is."
    var fix: NetworkFix?
    var features = [item.feature]
    if let nearest {
      let other = subject.network.feature(ordinal: nearest.feature)
      features.append(other)
      let isPoint = nearest.flags.contains(.place)
      if !isPoint, nearest.distance <= subject.tolerance.xy, item.end != nil {
        let join = subject.join(item, with: other, segment: Int(nearest.segment))
        message += "; it lies on \(name(other))\(join.reason)."
        (advice, fix) = (join.advice, join.fix)
      } else {
        message +=
          "; the nearest is \(name(other)), "
          + "\(Words.distance(nearest.distance, near: item.place)) away."
        advice = "Move it there if the two are meant to join, or accept it as it is."
        if let end = item.end, isPoint, nearest.distance <= subject.tolerance.xy * 1000 {
          fix = .snapEnd(of: item.feature, end, to: other, at: nearest.location)
        }
      }
    } else {
      message += "."
    }
    doubt(
      item.end == nil ? .looseJunction : .looseEnd,
      features,
      at: item.place,
      distance: nearest?.distance,
      fix: fix,
      message,
      advice
    )
  }
}

extension ValidationSubject {
  /// Whether the feature has an error at that place, or one without a place.
  fileprivate func isTold(_ item: DoubtNotes.Loose) -> Bool {
    marks.doubts.told[item.feature]?.contains { place in
      guard let place else { return true }
      return tolerance.holds(place.x - item.place.x, place.y - item.place.y)
    } ?? false
  }

  /// What would join an end with a line that it lies on, and why it does not join it as it is.
  fileprivate func join(
    _ item: DoubtNotes.Loose,
    with other: FeatureID,
    segment: Int
  ) -> (reason: String, advice: String, fix: NetworkFix?) {
    guard let line = joiningLine(item.feature), let path = joiningLine(other) else {
      return ("", "See whether they join.", nil)
    }
    let z = line.z(at: item.end == .start ? 0 : line.count - 1) ?? .nan
    guard tolerance.holds(path.height(segment, at: item.place) ?? .nan, z, heights: ()) else {
      return (" at another height", "Give both the same height there if they join.", nil)
    }
    let hasVertex = [segment, segment + 1].contains {
      tolerance.holds(path[$0].x - item.place.x, path[$0].y - item.place.y)
    }
    let reason = hasVertex ? ", which connects at its ends only" : ", which has no vertex there"
    let isSplit = !rules.classes[Int(typeOrdinal(other))].connectsAtVertices
    let change = isSplit ? "Split the line" : "Insert a vertex"
    guard typeOrdinal(other) == item.type else {
      let joints = nearest.joints(
        between: [typeID(item.feature), typeID(other)],
        rules.connectivity
      )
      return joints.isEmpty
        ? (reason, "Add a rule for a junction between them if they join.", nil)
        : (
          reason, "\(change) and place a junction there if they join.",
          .placeJunction(at: item.place, among: joints)
        )
    }
    return (
      reason, "\(change) there if they join.",
      isSplit
        ? .splitLine(other, at: item.place)
        : .insertVertex(in: other, segment: segment, at: item.place)
    )
  }

  /// The nearest feature that an end or a junction could join, a junction rather than a line at about the same
  /// distance.
  fileprivate func nearest(to item: DoubtNotes.Loose, within reach: Double) -> SegmentHit? {
    let own = network.ordinal(of: item.feature)
    let line = item.end == nil ? nil : network.geometry(of: item.feature)?.onlyLine
    let otherEnd = item.end == .start ? line?.last : line?.first
    func isAccepted(_ hit: SegmentHit, _ isPoint: Bool?) -> Bool {
      let type = network.assetTypeOrdinals[Int(hit.feature)]
      guard hit.feature != own, type >= 0, rules.shareDomain(type, item.type) else { return false }
      // Its own other end would leave it no length.
      if let otherEnd, tolerance.holds(hit.location.x - otherEnd.x, hit.location.y - otherEnd.y) {
        return false
      }
      let part = rules.classes[Int(type)].part
      switch part {
      case .point:
        return item.end != nil && isPoint != false && rules.mayJoin(junction: type, line: item.type)
      case .line:
        return isPoint != true
          && (item.end != nil || rules.mayJoin(junction: item.type, line: type))
      case .none, .object, .edgeObject: return false
      }
    }
    guard
      let nearest = features.nearestSegment(
        to: item.place,
        within: reach,
        where: { isAccepted($0, nil) }
      )
    else { return nil }
    if item.end == nil || nearest.flags.contains(.place) { return nearest }
    return features.nearestSegment(
      to: item.place,
      within: min(nearest.distance * 1.5 + tolerance.xy, reach),
      where: { isAccepted($0, true) }
    ) ?? nearest
  }
}
