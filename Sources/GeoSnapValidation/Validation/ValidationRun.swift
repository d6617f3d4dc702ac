internal import GeoSnapSupport

/// A validation in progress, or a piece of it: the findings in a subject.
package struct ValidationRun: Sendable {
  /// The subject, with the results of earlier pieces.
  private(set) var subject: ValidationSubject

  /// The errors, each with whether another message makes another error.
  private var found: [(fault: NetworkFault, isByMessage: Bool)] = []
  package var gaps = RuleGapCounts()
  private(set) var doubts: [NetworkDoubt] = []
  /// Marks of features for later checks.
  var marks: ValidationMarks
  /// The errors so far, to report each only once.
  private var told: [ReportedError: [Coordinate?]] = [:]

  private struct ReportedError: Hashable, Sendable {
    let code: NetworkErrorCode
    let features: Set<FeatureID>
    let association: GlobalID?
    let message: String?
  }

  init(_ subject: ValidationSubject) {
    self.subject = subject
    marks = ValidationMarks(typeCount: subject.network.catalog.entries.count)
  }

  /// A run without findings for a piece of the network.
  var blank: ValidationRun { ValidationRun(subject) }

  /// Adds the findings of a check's pieces, in order.
  mutating func take(_ pieces: [ValidationRun]) {
    var marks = subject.marks
    for piece in pieces {
      marks.add(piece.marks)
      gaps.add(piece.gaps)
      doubts += piece.doubts
      for (fault, isByMessage) in piece.found { add(fault, isByMessage: isByMessage) }
    }
    subject = ValidationSubject(subject, marks)
  }

  /// Adds an error unless the same is known at the same place.
  ///
  /// With `isByMessage`, errors with another message are different, as for values of several fields.
  @inline(never)
  mutating func add(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    at location: Coordinate?,
    association: GlobalID? = nil,
    rule: RuleSearch? = nil,
    fix: NetworkFix,
    isByMessage: Bool = false,
    _ message: String
  ) {
    let fault = NetworkFault(
      code: code,
      features: features,
      association: association,
      location: location,
      rule: rule,
      fix: fix,
      message: subject.network.distinguishing(features, in: message)
    )
    add(fault, isByMessage: isByMessage)
  }

  private mutating func add(_ fault: NetworkFault, isByMessage: Bool) {
    let key = ReportedError(
      code: fault.code,
      features: Set(fault.features),
      association: fault.association,
      message: isByMessage ? fault.message : nil
    )
    let isKnown =
      told[key]?.contains { known in
        guard let known, let location = fault.location else { return true }
        return subject.tolerance.holds(known.x - location.x, known.y - location.y)
      } ?? false
    if isKnown { return }
    told[key, default: []].append(fault.location)
    found.append((fault, isByMessage))
  }

  mutating func doubt(
    _ kind: NetworkDoubt.Kind,
    _ features: [FeatureID],
    at location: Coordinate,
    distance: Double? = nil,
    fix: NetworkFix? = nil,
    _ message: String,
    _ advice: String
  ) {
    doubts.append(
      NetworkDoubt(
        kind: kind,
        features: features,
        location: location,
        distance: distance,
        fix: fix,
        message: subject.network.distinguishing(features, in: message),
        advice: advice
      )
    )
  }

  /// Records the locations of errors, where doubts are omitted.
  mutating func noteFaults() {
    var marks = subject.marks
    for (fault, _) in found {
      for feature in fault.features {
        marks.doubts.told[feature, default: []].append(fault.location)
      }
    }
    subject = ValidationSubject(subject, marks)
  }

  /// The doubts, kind by kind, then in the order of features.
  var sortedDoubts: [NetworkDoubt] {
    let kinds = Dictionary(
      uniqueKeysWithValues: NetworkDoubt.Kind.allCases.enumerated().map { ($1, $0) }
    )
    let keys = doubts.map { doubt in
      let ordinals = doubt.features.map { subject.network.ordinal(of: $0) }
      return (kinds[doubt.kind] ?? 0, ordinals.first ?? -1, ordinals.dropFirst().first ?? -1)
    }
    // The sort is stable.
    return risingOrder(doubts.count) {
      keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1]
    }.map { doubts[$0] }
  }

  /// The order of codes: those without a number, of rows that are set aside, come before their consequences.
  private static let positions = Dictionary(
    uniqueKeysWithValues: NetworkErrorCode.allCases.enumerated().map { position, code in
      (code, code == .associatedFeatureSetAside ? .max : code.number ?? position - 1000)
    }
  )

  /// The errors in order.
  package var faults: [NetworkFault] {
    let keys = found.map { order($0.fault) }
    return risingOrder(found.count) { keys[$0] < keys[$1] }.map { found[$0].fault }
  }

  private func order(_ fault: NetworkFault) -> (Int, Int32, Int32, GlobalID, String) {
    let ordinals = fault.features.map { subject.network.ordinal(of: $0) }
    return (
      Self.positions[fault.code] ?? .max, ordinals.first ?? .max, ordinals.dropFirst().first ?? -1,
      fault.association ?? GlobalID(high: 0, low: 0), fault.message
    )
  }

  func name(_ feature: FeatureID) -> String { subject.network.describe(feature) }
}

/// Marks of features for later checks.
package struct ValidationMarks: Sendable {
  /// The features with values that were left out at opening.
  var damaged: Set<FeatureID> = []
  /// Lines without length, for which no other error is reported.
  var zeroLength: Set<FeatureID> = []
  var repeated: Set<FeatureID> = []
  /// Points that share their place.
  var stacked: Set<FeatureID> = []
  var doubts: DoubtNotes

  init(typeCount: Int) { doubts = DoubtNotes(typeCount: typeCount) }

  mutating func add(_ others: ValidationMarks) {
    damaged.formUnion(others.damaged)
    zeroLength.formUnion(others.zeroLength)
    repeated.formUnion(others.repeated)
    stacked.formUnion(others.stacked)
    doubts.add(others.doubts)
  }
}

/// A network under validation, with the data for the checks and the marks of earlier checks.
// A class: it is used millions of times, and each closure would copy a value.
package final class ValidationSubject: Sendable {
  let topology: Topology
  let network: UtilityNetwork
  let features: FeatureIndex
  let tolerance: CoincidenceTolerance
  let rules: JoinRules
  let associationRules: AssociationRules
  let nearest: NearestRules
  /// Whether each asset type is a tap.
  let taps: [Bool]
  let tolerated: [NetworkProblem]
  let setAsideFeatures: [GlobalID: NetworkProblem]
  /// The area of the features; nil when doubts are not searched for or too few have a place.
  let bounds: PlaceBounds?
  let marks: ValidationMarks

  package init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated: [NetworkProblem],
    isDoubting: Bool = false
  ) {
    self.topology = topology
    self.features = features
    self.tolerated = tolerated
    setAsideFeatures = Dictionary(
      tolerated.filter { $0.table != "un_associations" }.compactMap { problem in
        problem.globalID.map { ($0, problem) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    network = topology.network.base
    tolerance = topology.tolerance
    rules = topology.rules
    associationRules = AssociationRules(topology.network.base.rules)
    nearest = NearestRules(topology.network.base)
    taps = network.catalog.entries.map { entry in
      entry.type.categories.contains { $0.lowercased() == "subnetwork tap" }
    }
    bounds = isDoubting ? PlaceBounds(topology.network.base) : nil
    marks = ValidationMarks(typeCount: network.catalog.entries.count)
  }

  package init(_ subject: ValidationSubject, _ marks: ValidationMarks) {
    topology = subject.topology
    network = subject.network
    features = subject.features
    tolerance = subject.tolerance
    rules = subject.rules
    associationRules = subject.associationRules
    nearest = subject.nearest
    taps = subject.taps
    tolerated = subject.tolerated
    setAsideFeatures = subject.setAsideFeatures
    bounds = subject.bounds
    self.marks = marks
  }

  /// The ordinal of a feature's asset type; -1 for none.
  func typeOrdinal(_ feature: FeatureID) -> Int32 {
    network.assetTypeOrdinals[Int(network.ordinal(of: feature))]
  }

  func typeID(_ feature: FeatureID) -> AssetTypeID {
    network.catalog.entries[Int(typeOrdinal(feature))].id
  }

  /// The part of a feature in the topology; none for one of unknown type.
  func part(_ feature: FeatureID) -> TopologyClass.Part {
    let type = typeOrdinal(feature)
    return type < 0 ? .none : rules.classes[Int(type)].part
  }

  /// A line that can connect: of known type, of one part, and with a length.
  func joiningLine(_ feature: FeatureID) -> PackedLine? {
    guard part(feature) == .line, !marks.zeroLength.contains(feature) else { return nil }
    return PackedLine(network.tables[Int(feature.table)].geometries, row: Int(feature.row))
  }

  func place(_ feature: FeatureID) -> Coordinate? {
    network.geometry(of: feature)?.coordinates.first
  }

  func end(of line: FeatureID, at place: Coordinate) -> NetworkFix.LineEnd {
    guard let path = network.geometry(of: line)?.onlyLine, let first = path.first,
      let last = path.last
    else { return .start }
    return first.squaredDistance(to: place) <= last.squaredDistance(to: place) ? .start : .end
  }

  func areAssociated(_ one: FeatureID, _ other: FeatureID) -> Bool {
    let id = network.tables[Int(other.table)].globalIDs[Int(other.row)]
    return network.associations(of: one).contains {
      $0.kind.isConnectivity && ($0.from.globalID == id || $0.to.globalID == id)
    }
  }
}

extension UtilityNetwork {
  /// Calls `body` for the rows of each table with some of the features.
  func forEachTable(
    of ordinals: Range<Int>,
    _ body: (_ index: Int, _ table: FeatureTable, _ rows: Range<Int>) -> Void
  ) {
    for (index, table) in tables.enumerated() {
      let first = Int(firstOrdinals[index])
      let rows = ordinals.clamped(to: first..<first + table.count)
      if !rows.isEmpty { body(index, table, rows.lowerBound - first..<rows.upperBound - first) }
    }
  }

  /// Calls `body` for each of the features that has a known asset type.
  func forEachTypedRow(
    of ordinals: Range<Int>,
    _ body: (_ feature: FeatureID, _ ordinal: Int32, _ type: Int32, _ table: FeatureTable) -> Void
  ) {
    forEachTable(of: ordinals) { index, table, rows in
      guard table.sourceID != nil else { return }
      let first = Int(firstOrdinals[index])
      for row in rows where assetTypeOrdinals[first + row] >= 0 {
        let ordinal = Int32(truncatingIfNeeded: first + row)
        body(FeatureID(table: index, row: row), ordinal, assetTypeOrdinals[first + row], table)
      }
    }
  }
}
