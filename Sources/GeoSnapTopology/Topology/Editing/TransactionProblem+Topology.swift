extension TransactionProblem {
  /// The problem that features meet without connecting, or that a geometry cannot connect.
  init(_ problem: TopologyProblem, in network: EditedNetwork, _ rules: JoinRules) {
    let others = network.describe(problem.features).dropFirst().joined(separator: " and ")
    let place = problem.location.map { "at \(Words.place($0))" }
    let verb =
      problem.association != nil
      ? "It is associated with" : problem.code == .stackedPoints ? "It stands on" : "It meets"
    let meeting = others.isEmpty ? place.map { "It is \($0)" } : "\(verb) \(others)"
    let here = others.isEmpty ? nil : place
    let sentences = [
      [meeting, here].compactMap(\.self).joined(separator: " "), problem.code.sentence,
      TerminalAdvice(problem, network, rules).sentence, Self.joints(problem, network, rules),
    ].compactMap(\.self)
    self.init(
      Code(rawValue: problem.code.rawValue),
      table: problem.features.first.map { network.base.tables[Int($0.table)].name },
      row: problem.features.first.flatMap { network.globalID(of: $0)?.description },
      features: problem.features,
      sentences.filter { !$0.isEmpty }.map { $0.hasSuffix(".") ? $0 : $0 + "." }
        .joined(separator: " ")
    )
  }

  /// The junctions that may be placed between two lines that meet without one.
  private static func joints(
    _ problem: TopologyProblem,
    _ network: EditedNetwork,
    _ rules: JoinRules
  ) -> String? {
    guard problem.code == .noJunctionBetweenLines, problem.features.count > 1,
      let one = network.assetTypeID(of: problem.features[0]),
      let other = network.assetTypeID(of: problem.features[1])
    else { return nil }
    let types = rules.connectivity.joints(between: one, other)
    return types.isEmpty ? nil : "Put \(network.list(types, "or")) between them."
  }
}

/// Advice on naming the terminal at which features meet.
private struct TerminalAdvice {
  /// The attribute to set and the terminals to choose from; nil when terminals do not matter.
  let sentence: String?

  init(_ problem: TopologyProblem, _ network: EditedNetwork, _ rules: JoinRules) {
    guard [.ambiguousTerminal, .invalidTerminal].contains(problem.code),
      problem.features.count > 1
    else {
      sentence = nil
      return
    }
    let (line, junction) = (problem.features[0], problem.features[1])
    guard problem.association == nil, let place = problem.location,
      let path = network.geometry(of: line)?.onlyLine, let first = path.first, let last = path.last
    else {
      sentence = Self.inAssociation(problem.features, network, rules)
      return
    }
    let isAtStart = first.squaredDistance(to: place) <= last.squaredDistance(to: place)
    let field = isAtStart ? TerminalField.from : TerminalField.to
    let terminals = rules.terminals(
      of: network.assetTypeOrdinal(of: junction),
      for: network.assetTypeOrdinal(of: line)
    )
    let table = network.base.tables[Int(line.table)]
    sentence =
      (terminals.isEmpty
        ? "Clear \(field) of the line." : "\(TerminalField.setting(field)) \(terminals.told).")
      + (table.field(named: field) == nil
        ? " The table \(table.name) has no such column yet: add it first." : "")
  }

  private static func inAssociation(
    _ features: [FeatureID],
    _ network: EditedNetwork,
    _ rules: JoinRules
  ) -> String? {
    let choices = features.compactMap { feature -> String? in
      let type = network.assetTypeOrdinal(of: feature)
      let terminals = type < 0 ? [] : rules.classes[Int(type)].terminals
      guard terminals.count > 1 else { return nil }
      return "\(network.base.tables[Int(feature.table)].name) has \(terminals.told)"
    }
    guard !choices.isEmpty else { return nil }
    return "Name one at that end of the association: \(choices.joined(separator: ", "))."
  }
}
