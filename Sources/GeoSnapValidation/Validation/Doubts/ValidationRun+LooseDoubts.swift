extension ValidationRun {
  /// Decides whether unconnected ends of lines and junctions are doubts, by their numbers.
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
      let kind = isPoint ? "junction" : "line"
      let named = "; the nearest \(kind) that may join it is \(name(other)), "
      if !isPoint, nearest.distance <= subject.tolerance.xy, item.end != nil {
        let join = subject.join(item, with: other, segment: Int(nearest.segment))
        message += "; it lies on \(name(other))\(join.reason)."
        (advice, fix) = (join.advice, join.fix)
      } else if nearest.distance <= subject.tolerance.xy,
        let miss = subject.missedHeight(item, of: other, Int(nearest.segment))
      {
        message += "\(named)\(miss.reason)."
        advice = "\(miss.advice) if the two are meant to join, or accept it as it is."
      } else {
        message += "\(named)\(Words.distance(nearest.distance, near: item.place)) away."
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

  /// A connection of an end with a line that it lies on, and the reason why there is none.
  fileprivate func join(
    _ item: DoubtNotes.Loose,
    with other: FeatureID,
    segment: Int
  ) -> (reason: String, advice: String, fix: NetworkFix?) {
    guard let path = joiningLine(other) else { return ("", "See whether they join.", nil) }
    let z = height(of: item)
    let passage = path.passage(item.place, z, tolerance, first: segment)
    if passage == .riser {
      return (
        ", which rises through its height without a vertex",
        "Draw the line with a vertex at that height if they join.", nil
      )
    }
    let isSplit = !rules.classes[Int(typeOrdinal(other))].connectsAtVertices
    let isOfType = typeOrdinal(other) == item.type
    let joints =
      isOfType
      ? [] : nearest.joints(between: [typeID(item.feature), typeID(other)], rules.connectivity)
    guard case .level(let passing) = passage else {
      var steps = ["Give both the same height there"]
      let vertices = [segment, segment + 1].filter { path.isVertex($0, item.place, tolerance) }
      let isEnd = vertices.contains { $0 == 0 || $0 == path.count - 1 }
      if !isOfType && joints.isEmpty {
        steps.append("add a rule for a junction between them")
      } else {
        if isSplit ? !isEnd : vertices.isEmpty {
          steps.append(isSplit ? "split the line" : "insert a vertex")
        }
        if !isOfType { steps.append("place a junction") }
      }
      let last = steps.count > 1 ? " and \(steps.removeLast())" : ""
      return (" at another height", "\(steps.joined(separator: ", "))\(last) if they join.", nil)
    }
    let hasVertex = [passing, passing + 1].contains {
      path.isVertex($0, item.place, tolerance)
        && tolerance.holds(path.z(at: $0) ?? .nan, z, heights: ())
    }
    let reason = hasVertex ? ", which connects at its ends only" : ", which has no vertex there"
    let change = isSplit ? "Split the line" : "Insert a vertex"
    guard isOfType else {
      return joints.isEmpty
        ? (reason, "Add a rule for a junction between them if they join.", nil)
        : (
          reason, "\(change) and place a junction there if they join.",
          .placeJunction(at: item.place, among: joints)
        )
    }
    // A split without a height would use that of the nearest segment.
    if isSplit, passing != segment {
      return (reason, "\(change) there, at the height of the end, if they join.", nil)
    }
    return (
      reason, "\(change) there if they join.",
      isSplit
        ? .splitLine(other, at: item.place)
        : .insertVertex(in: other, segment: passing, at: item.place)
    )
  }

  /// The reason why a feature at the place of an end or a junction is not at its height, with advice; nil if it is.
  fileprivate func missedHeight(
    _ item: DoubtNotes.Loose,
    of other: FeatureID,
    _ segment: Int
  ) -> (reason: String, advice: String)? {
    let z = height(of: item)
    if let path = joiningLine(other) {
      switch path.passage(item.place, z, tolerance, first: segment) {
      case .level: return nil
      case .riser:
        return (
          "which rises through its height without a vertex",
          "Draw the line with a vertex at that height"
        )
      case .apart: break
      }
    } else {
      guard case .point(let point)? = network.geometry(of: other),
        !tolerance.holds(point.z ?? .nan, z, heights: ())
      else { return nil }
    }
    return ("at another height", "Give both the same height there")
  }

  private func height(of item: DoubtNotes.Loose) -> Double {
    guard let end = item.end else {
      guard case .point(let point)? = network.geometry(of: item.feature) else { return .nan }
      return point.z ?? .nan
    }
    guard let line = joiningLine(item.feature) else { return .nan }
    return line.z(at: end == .start ? 0 : line.count - 1) ?? .nan
  }

  /// The nearest feature to which an end or a junction could connect; a junction wins at about the same distance.
  fileprivate func nearest(to item: DoubtNotes.Loose, within reach: Double) -> SegmentHit? {
    let own = network.ordinal(of: item.feature)
    let line = item.end == nil ? nil : network.geometry(of: item.feature)?.onlyLine
    let otherEnd = item.end == .start ? line?.last : line?.first
    func isAccepted(_ hit: SegmentHit, _ isPoint: Bool?) -> Bool {
      let type = network.assetTypeOrdinals[Int(hit.feature)]
      guard hit.feature != own, type >= 0, rules.shareDomain(type, item.type) else { return false }
      // A connection to its own other end would leave no length.
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

/// The passage of a line at a place: on a segment at its height, on a riser through it, or above or below.
private enum Passage: Equatable {
  case level(Int)
  case riser
  case apart
}

extension PackedLine {
  fileprivate func isVertex(
    _ index: Int,
    _ place: Coordinate,
    _ tolerance: CoincidenceTolerance
  ) -> Bool {
    tolerance.holds(self[index].x - place.x, self[index].y - place.y)
  }

  /// The passage at a place, on the given segment or another one.
  fileprivate func passage(
    _ place: Coordinate,
    _ z: Double,
    _ tolerance: CoincidenceTolerance,
    first segment: Int
  ) -> Passage {
    let others = (0..<count - 1).filter {
      self.segment($0).squaredDistance(to: place) <= tolerance.xy * tolerance.xy
    }
    for index in [segment] + others {
      let heights = [index, index + 1].filter { isVertex($0, place, tolerance) }
        .map { self.z(at: $0) ?? .nan }
      if (heights + [height(index, at: place) ?? .nan]).contains(where: {
        tolerance.holds($0, z, heights: ())
      }) {
        return .level(index)
      }
    }
    let isRiser = others.contains { index in
      guard isVertex(index, place, tolerance), isVertex(index + 1, place, tolerance),
        let start = self.z(at: index), let end = self.z(at: index + 1)
      else { return false }
      return min(start, end) <= z && z <= max(start, end)
    }
    return isRiser ? .riser : .apart
  }
}
