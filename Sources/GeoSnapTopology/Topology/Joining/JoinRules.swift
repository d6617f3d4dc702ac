/// The connectivity rules as tables, for the full build, updates after edits, and validation.
package struct JoinRules: Sendable {
  package let classes: [TopologyClass]
  /// The sets of paths and the rules, by asset type.
  package let connectivity: ConnectivityRules
  private let ids: [AssetTypeID]
  /// The number of each class among points or among lines; -1 for others.
  private let numbers: [Int32]
  private let pointCount: Int
  /// For each line class and point class the index in `joints`; -1 where no rule joins them.
  private let table: [Int32]
  private let joints: [ConnectivityRules.Joint]
  /// For each line class and point class whether they always join: a rule allows it, the junction has one terminal,
  /// and all lines may meet there.
  private let plain: [Bool]
  /// Whether a rule limits which lines may meet at each class.
  private let limits: [Bool]
  private let associations: AssociationRules

  package init(_ network: UtilityNetwork) {
    let catalog = network.catalog
    var domains: [Int: Int32] = [:]
    for (number, domain) in network.definition.domainNetworks.enumerated() {
      for source in domain.sources { domains[source.sourceID] = Int32(number) }
    }
    let classes = catalog.entries.map {
      TopologyClass($0, domain: domains[$0.id.sourceID] ?? -1, in: network.definition)
    }
    let connectivity = ConnectivityRules(network)
    var numbers = [Int32](repeating: -1, count: classes.count)
    var points: [Int] = []
    var lines: [Int] = []
    for (number, type) in classes.enumerated() {
      switch type.part {
      case .point, .object:
        numbers[number] = Int32(points.count)
        points.append(number)
      case .line, .edgeObject:
        numbers[number] = Int32(lines.count)
        lines.append(number)
      case .none: break
      }
    }
    var table = [Int32](repeating: -1, count: points.count * lines.count)
    var joints: [ConnectivityRules.Joint] = []
    for (row, line) in lines.enumerated() {
      for (column, point) in points.enumerated() {
        guard let joint = connectivity.joint(Int32(line), Int32(point)) else { continue }
        table[row * points.count + column] = Int32(joints.count)
        joints.append(joint)
      }
    }
    self.classes = classes
    self.connectivity = connectivity
    self.numbers = numbers
    self.table = table
    self.joints = joints
    plain = table.enumerated().map { place, joint in
      let point = points[place % points.count]
      return joint >= 0 && classes[point].terminals.count <= 1
        && !connectivity.limitsMeetings(at: catalog.entries[point].id)
    }
    pointCount = points.count
    ids = catalog.entries.map(\.id)
    limits = catalog.entries.map { connectivity.limitsMeetings(at: $0.id) }
    associations = AssociationRules(network.rules)
  }

  /// The joint of a junction and a line; nil when no rule allows it.
  @inline(__always)
  func joint(junction: Int32, line: Int32) -> ConnectivityRules.Joint? {
    let place = Int(numbers[Int(line)]) * pointCount + Int(numbers[Int(junction)])
    let number = table[place]
    return number < 0 ? nil : joints[Int(number)]
  }

  @inline(__always)
  package func mayJoin(junction: Int32, line: Int32) -> Bool {
    table[Int(numbers[Int(line)]) * pointCount + Int(numbers[Int(junction)])] >= 0
  }

  /// Whether a junction and a line always join, unless the line names a terminal.
  @inline(__always)
  func joinsPlainly(junction: Int32, line: Int32) -> Bool {
    plain[Int(numbers[Int(line)]) * pointCount + Int(numbers[Int(junction)])]
  }

  /// Whether a rule limits which lines may meet at a junction of a class.
  @inline(__always)
  func limitsMeetings(at junction: Int32) -> Bool { limits[Int(junction)] }

  /// Whether lines of two classes may meet at a junction that both may join.
  func mayMeet(_ line: Int32, _ other: Int32, at junction: Int32) -> Bool {
    line == other || connectivity.mayMeet(line, other, at: junction)
  }

  /// The terminal number at which a line joins a junction, or the refusal; `named` is the id in the field of the line.
  func terminal(junction: Int32, line: Int32, named: Int?, isMidspan: Bool) -> JoinOutcome<Int32> {
    guard let joint = joint(junction: junction, line: line) else {
      return .refused(.noConnectivityRule)
    }
    let type = classes[Int(junction)]
    if type.terminals.count > 1 && isMidspan { return .refused(.multiTerminalMidspan) }
    return choose(type, named: isMidspan ? nil : named, allowed: joint.terminalIDs)
  }

  private func choose(_ type: TopologyClass, named: Int?, allowed: Set<Int>) -> JoinOutcome<Int32> {
    if let named {
      guard let number = type.terminal(id: named), allowed.isEmpty || allowed.contains(named) else {
        return .refused(.invalidTerminal)
      }
      return .joins(number)
    }
    if type.terminals.count <= 1 { return .joins(0) }
    guard allowed.count == 1, let only = allowed.first else { return .refused(.ambiguousTerminal) }
    guard let number = type.terminal(id: only) else { return .refused(.invalidTerminal) }
    return .joins(number)
  }

  /// The terminal numbers at which two junctions are associated, or the code of the refusal.
  func terminals(
    _ from: (type: Int32, terminal: Int?),
    _ to: (type: Int32, terminal: Int?)
  ) -> JoinOutcome<(from: Int32, to: Int32)> {
    let fromIDs = classes[Int(from.type)].ids(named: from.terminal)
    let toIDs = classes[Int(to.type)].ids(named: to.terminal)
    var found: [(Int, Int)] = []
    for fromID in fromIDs {
      for toID in toIDs
      where associations.allow(
        .junctionJunction,
        from: .init(ids[Int(from.type)], terminalID: fromID),
        to: .init(ids[Int(to.type)], terminalID: toID)
      ) {
        found.append((fromID, toID))
      }
    }
    guard let first = found.first else { return .refused(.noConnectivityRule) }
    guard found.count == 1 else { return .refused(.ambiguousTerminal) }
    guard let fromNumber = classes[Int(from.type)].terminal(id: first.0),
      let toNumber = classes[Int(to.type)].terminal(id: first.1)
    else { return .refused(.invalidTerminal) }
    return .joins((fromNumber, toNumber))
  }

  /// The terminals that a line may name at a junction, by their asset types.
  package func terminals(of junction: Int32, for line: Int32) -> [Terminal] {
    guard junction >= 0, line >= 0 else { return [] }
    let all = classes[Int(junction)].terminals
    guard classes[Int(junction)].part == .point, classes[Int(line)].part == .line else {
      return all
    }
    let allowed = joint(junction: junction, line: line)?.terminalIDs ?? []
    return allowed.isEmpty ? all : all.filter { allowed.contains($0.id) }
  }
}

extension TopologyClass {
  /// The terminal ids that an association's end may refer to.
  fileprivate func ids(named: Int?) -> [Int] {
    if let named { return [named] }
    return terminals.isEmpty ? [1] : terminals.map(\.id)
  }
}

extension [Terminal] {
  /// The terminals to choose from, such as `1 (Source) or 2 (Load)`.
  package var told: String {
    let names = map { "\($0.id) (\($0.name))" }
    guard let last = names.last else { return "a terminal that it has" }
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) or \(last)"
  }
}

/// The result of joining two features: the place, or the code of the refusal.
enum JoinOutcome<Place> {
  case joins(Place)
  case refused(NetworkErrorCode)
}
