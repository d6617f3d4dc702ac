internal import GeoSnapSupport

extension ValidationRun {
  /// Reports features that meet by place or association without a connection, from the topology's problems.
  mutating func checkJoins(_ positions: Range<Int>) {
    for problem in subject.topology.problems[positions] {
      count(problem)
      if problem.association == nil && isExplained(problem) { continue }
      switch problem.code {
      case .noConnectivityRule: checkRule(problem)
      case .ambiguousTerminal, .invalidTerminal: checkTerminal(problem)
      case .noJunctionBetweenLines: checkLines(problem)
      case .multiTerminalMidspan: checkMidspan(problem)
      default: continue
      }
    }
  }

  /// Whether another error is the cause, whose remedy suffices.
  private func isExplained(_ problem: TopologyProblem) -> Bool {
    if problem.features.contains(where: {
      subject.marks.zeroLength.contains($0) || subject.marks.stacked.contains($0)
    }) {
      return true
    }
    guard let line = problem.features.first, let place = problem.location else { return false }
    switch problem.code {
    case .noJunctionBetweenLines: return isNearUnclassified(place)
    // Its own terminal could not be read.
    case .ambiguousTerminal: return subject.marks.damaged.contains(line)
    case .multiTerminalMidspan:
      guard subject.marks.repeated.contains(line),
        let path = subject.network.geometry(of: line)?.onlyLine,
        let first = path.first, let last = path.last
      else { return false }
      return [first, last].contains { subject.tolerance.holds($0.x - place.x, $0.y - place.y) }
    default: return false
    }
  }

  private func isNearUnclassified(_ place: Coordinate) -> Bool {
    var isNear = false
    subject.features.forEachSegment(within: 2 * subject.tolerance.xy, of: place) { hit in
      if hit.flags.contains(.place),
        subject.isUnclassified(subject.network.feature(ordinal: hit.feature))
      {
        isNear = true
      }
    }
    return isNear
  }

  private mutating func count(_ problem: TopologyProblem) {
    let types = problem.features.map(subject.typeID)
    switch problem.code {
    case .noConnectivityRule:
      let search = wanted(problem, types)
      gaps.add(search.kind, search.from, search.to, via: search.via)
    case .noJunctionBetweenLines: gaps.add(.edgeJunctionEdge, types[0], types[1])
    default: return
    }
  }

  private func wanted(_ problem: TopologyProblem, _ types: [AssetTypeID]) -> RuleSearch {
    if types.count == 3 {
      return subject.nearest.search(.edgeJunctionEdge, types[0], types[2], via: types[1])
    }
    let isEdge = subject.network.assetType(types[0])?.source.elementKind == .edge
    return isEdge
      ? subject.nearest.search(.junctionEdge, types[1], types[0])
      : subject.nearest.search(.junctionJunction, types[0], types[1])
  }

  private mutating func checkRule(_ problem: TopologyProblem) {
    let types = problem.features.map(subject.typeID)
    let search = wanted(problem, types)
    let names = problem.features.map(name)
    let fix: NetworkFix
    let message: String
    if let association = problem.association {
      fix = .deleteAssociation(association)
      message = "\(names[0]) and \(names[1]) are associated, and no rule lets them connect."
    } else if names.count == 3 {
      fix = .addRule(.edgeJunctionEdge, [types[0], types[1], types[2]])
      message = "\(names[0]) and \(names[2]) meet at \(names[1]), and no rule lets them meet there."
    } else {
      fix =
        snap(problem) ?? retype(problem.features[1], types[1], search)
        ?? .addRule(.junctionEdge, [types[1], types[0]])
      message = "\(names[0]) meets \(names[1]), and no rule lets them join."
    }
    add(
      problem.code,
      problem.features,
      at: problem.location,
      association: problem.association,
      rule: search,
      fix: fix,
      message
    )
  }

  /// The move of the line's end to a nearby junction to which it may connect.
  private func snap(_ problem: TopologyProblem) -> NetworkFix? {
    guard let place = problem.location, let line = problem.features.first else { return nil }
    let type = subject.typeOrdinal(line)
    let found = subject.features.nearest(to: place, within: 1000 * subject.tolerance.xy) {
      ordinal in
      let other = subject.network.assetTypeOrdinals[Int(ordinal)]
      return other >= 0 && subject.rules.classes[Int(other)].part == .point
        && subject.rules.mayJoin(junction: other, line: type)
    }
    guard let hit = found.first else { return nil }
    let junction = subject.network.feature(ordinal: hit.feature)
    guard let target = subject.place(junction) else { return nil }
    return .snapEnd(of: line, subject.end(of: line, at: place), to: junction, at: target)
  }

  /// The change of a junction to the type in the nearest rule, if that is of the same source.
  private func retype(
    _ junction: FeatureID,
    _ type: AssetTypeID,
    _ search: RuleSearch
  ) -> NetworkFix? {
    let others = subject.nearest.junctions(joining: [search.to]).filter {
      $0.sourceID == type.sourceID
    }
    guard !others.isEmpty, !subject.network.isController(junction) else { return nil }
    return .chooseAssetType(of: junction, among: others.rising(by: { $0.unlikeness(type) }))
  }

  private mutating func checkTerminal(_ problem: TopologyProblem) {
    let isAmbiguous = problem.code == .ambiguousTerminal
    let (line, junction) = (problem.features[0], problem.features[1])
    let names = "\(name(line)) and \(name(junction))"
    guard problem.association == nil, let place = problem.location else {
      let association = problem.association ?? GlobalID(high: 0, low: 0)
      add(
        problem.code,
        problem.features,
        at: problem.location,
        association: problem.association,
        fix: .correctAssociation(association),
        isAmbiguous
          ? "\(names) are associated, and more than one terminal is possible: name one"
            + "\(terminalColumns(problem.features, association))."
          : "\(names) are associated at a terminal that does not exist or that no rule allows"
            + "\(terminalColumns(problem.features, association))."
      )
      return
    }
    let among = subject.rules.terminals(
      of: subject.typeOrdinal(junction),
      for: subject.typeOrdinal(line)
    ).map(\.id)
    let end = subject.end(of: line, at: place)
    let field = end == .start ? TerminalField.from : TerminalField.to
    add(
      problem.code,
      problem.features,
      at: place,
      rule: subject.nearest.search(.junctionEdge, subject.typeID(junction), subject.typeID(line)),
      fix: .setTerminal(of: line, end, among: among),
      isAmbiguous
        ? "\(names) meet, and more than one terminal is possible: \(field) must name one."
        : "\(names) meet, but \(field) names a terminal that does not exist or that no rule allows."
    )
  }

  private mutating func checkLines(_ problem: TopologyProblem) {
    let types = problem.features.map(subject.typeID)
    let fits = subject.nearest.joints(between: types, subject.rules.connectivity)
    let fix: NetworkFix =
      if let place = problem.location, !fits.isEmpty {
        snap(problem) ?? .placeJunction(at: place, among: fits)
      } else { .addRule(.edgeJunctionEdge, types) }
    add(
      problem.code,
      problem.features,
      at: problem.location,
      rule: subject.nearest.search(.edgeJunctionEdge, types[0], types[1]),
      fix: fix,
      "\(name(problem.features[0])) and \(name(problem.features[1])) meet without a junction."
    )
  }

  private mutating func checkMidspan(_ problem: TopologyProblem) {
    guard let place = problem.location else { return }
    add(
      problem.code,
      problem.features,
      at: place,
      fix: .splitLine(
        problem.features[0],
        at: place,
        naming: choices(at: problem.features[1], for: problem.features[0])
      ),
      "\(name(problem.features[1])) has several terminals and stands on an inner vertex of "
        + "\(name(problem.features[0])): lines must end at it."
    )
  }

  /// The columns of an association's row with terminals, and the possible terminals.
  private func terminalColumns(_ features: [FeatureID], _ id: GlobalID) -> String {
    let choices = features.compactMap { feature -> String? in
      let type = subject.typeOrdinal(feature)
      let terminals = type < 0 ? [] : subject.rules.classes[Int(type)].terminals
      guard terminals.count > 1,
        let association = subject.network.associations(of: feature).first(where: {
          $0.globalID == id
        })
      else { return nil }
      let globalID = subject.network.tables[Int(feature.table)].globalIDs[Int(feature.row)]
      let isFrom = association.from.globalID == globalID
      return "\(isFrom ? "FROMTERMINALID" : "TOTERMINALID") \(terminals.told)"
    }
    return choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
  }

  /// The possible terminals of a junction for the ends of a line; empty without a choice.
  func choices(at junction: FeatureID, for line: FeatureID) -> [Int] {
    let terminals = subject.rules.terminals(
      of: subject.typeOrdinal(junction),
      for: subject.typeOrdinal(line)
    )
    return terminals.count > 1 ? terminals.map(\.id) : []
  }

  /// Finds associations without a rule; the topology reports those between features that connect.
  mutating func checkAssociations(_ positions: Range<Int>) {
    for association in subject.network.associations[positions] {
      guard let from = subject.network.feature(globalID: association.from.globalID),
        let to = subject.network.feature(globalID: association.to.globalID),
        subject.typeOrdinal(from) >= 0, subject.typeOrdinal(to) >= 0
      else { continue }
      switch association.kind {
      case .containment:
        checkRule(association, from, to, .containment, .noContainmentRule, "contains")
      case .attachment: checkRule(association, from, to, .attachment, .noAttachmentRule, "carries")
      default: checkParts(association, from, to)
      }
    }
  }

  private mutating func checkRule(
    _ association: Association,
    _ from: FeatureID,
    _ to: FeatureID,
    _ kind: NetworkRuleKind,
    _ code: NetworkErrorCode,
    _ verb: String
  ) {
    let types = (subject.typeID(from), subject.typeID(to))
    let isAllowed = subject.associationRules.allow(
      kind,
      from: .init(types.0, terminalID: nil),
      to: .init(types.1, terminalID: nil)
    )
    if isAllowed { return }
    gaps.add(kind, types.0, types.1)
    add(
      code,
      [from, to],
      at: place(association),
      association: association.globalID,
      rule: subject.nearest.search(kind, types.0, types.1),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) \(verb) \(name(to)), and no rule allows it."
    )
  }

  /// Finds connectivity associations of features that never connect, such as an assembly, which the topology ignores.
  private mutating func checkParts(_ association: Association, _ from: FeatureID, _ to: FeatureID) {
    guard subject.part(from) == .none || subject.part(to) == .none else { return }
    let isEdge = subject.network.assetType(subject.typeID(from))?.source.elementKind == .edge
    let (junction, other) = isEdge ? (to, from) : (from, to)
    let kind: NetworkRuleKind =
      association.kind == .connectivity ? .junctionJunction : .junctionEdge
    gaps.add(kind, subject.typeID(junction), subject.typeID(other))
    add(
      .noConnectivityRule,
      isEdge || kind == .junctionJunction ? [from, to] : [to, from],
      at: place(association),
      association: association.globalID,
      rule: subject.nearest.search(kind, subject.typeID(junction), subject.typeID(other)),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) and \(name(to)) are associated, and one of them never connects."
    )
  }

  private func place(_ association: Association) -> Coordinate? {
    subject.network.anchor(of: association.from, in: association)
      ?? subject.network.anchor(of: association.to, in: association)
  }
}
