internal import GeoSnapSupport

/// One validation while it goes on, or a piece of it: what is known, and what was found.
struct ValidationRun: Sendable {
  let topology: Topology
  let network: UtilityNetwork
  let features: FeatureIndex
  let tolerance: CoincidenceTolerance
  let rules: JoinRules
  let associationRules: AssociationRules
  let tolerated: [NetworkProblem]
  /// What is wrong with features that are set aside.
  let setAsideFeatures: [GlobalID: NetworkProblem]

  /// What was found, each with whether another message makes it another error.
  private var found: [(fault: NetworkFault, isByMessage: Bool)] = []
  var gaps = RuleGapCounts()
  var nearest: NearestRules

  /// The features of which values were left out when they were opened.
  var damaged: Set<FeatureID> = []
  /// Lines without length, which are told of nothing else.
  var zeroLength: Set<FeatureID> = []
  /// Lines that have a vertex twice in a row.
  var repeated: Set<FeatureID> = []
  /// Points of which several stand on one spot.
  var stacked: Set<FeatureID> = []
  /// What was found already, so that one thing is told once.
  private var told: [Told: [Coordinate?]] = [:]

  private struct Told: Hashable, Sendable {
    let code: NetworkErrorCode
    let features: Set<FeatureID>
    let association: GlobalID?
    let message: String?
  }

  init(_ topology: Topology, _ features: FeatureIndex, tolerated: [NetworkProblem]) {
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
  }

  /// The same, to look at a piece of the network with: all is known, and nothing found.
  var blank: ValidationRun {
    var run = self
    run.found = []
    run.told = [:]
    run.gaps = RuleGapCounts()
    return run
  }

  /// Takes over what a piece has found.
  mutating func take(_ piece: ValidationRun) {
    damaged.formUnion(piece.damaged)
    zeroLength.formUnion(piece.zeroLength)
    repeated.formUnion(piece.repeated)
    stacked.formUnion(piece.stacked)
    gaps.add(piece.gaps)
    for (fault, isByMessage) in piece.found { add(fault, isByMessage: isByMessage) }
  }

  /// Keeps an error unless the same is known at the same place.
  ///
  /// - Parameters:
  ///   - code: What is wrong.
  ///   - features: The features concerned.
  ///   - location: Where; nil for no place.
  ///   - association: The association concerned.
  ///   - rule: The rule that was looked for.
  ///   - fix: What to do.
  ///   - isByMessage: Whether errors with another message are others: values of several fields.
  ///   - message: What is wrong, in a sentence.
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
      message: message
    )
    add(fault, isByMessage: isByMessage)
  }

  private mutating func add(_ fault: NetworkFault, isByMessage: Bool) {
    let key = Told(
      code: fault.code,
      features: Set(fault.features),
      association: fault.association,
      message: isByMessage ? fault.message : nil
    )
    let isKnown =
      told[key]?.contains { known in
        guard let known, let location = fault.location else { return true }
        return tolerance.holds(known.x - location.x, known.y - location.y)
      } ?? false
    if isKnown { return }
    told[key, default: []].append(fault.location)
    found.append((fault, isByMessage))
  }

  /// Where codes without a number stand among those with one.
  private static let unnumbered = Dictionary(
    uniqueKeysWithValues: NetworkErrorCode.allCases.filter { $0.number == nil }.enumerated().map {
      ($1, 1000 + $0)
    }
  )

  /// What was found, in the order of errors.
  var faults: [NetworkFault] {
    let keys = found.map { order($0.fault) }
    return risingOrder(found.count) { keys[$0] < keys[$1] }.map { found[$0].fault }
  }

  private func order(_ fault: NetworkFault) -> (Int, Int32, Int32, GlobalID, String) {
    let ordinals = fault.features.map { network.ordinal(of: $0) }
    return (
      // What Esri has no number for comes last, code by code.
      fault.code.number ?? Self.unnumbered[fault.code] ?? .max, ordinals.first ?? .max,
      ordinals.dropFirst().first ?? -1,
      fault.association ?? GlobalID(high: 0, low: 0), fault.message
    )
  }
}

extension ValidationRun {
  /// The asset type of a feature by its ordinal; -1 for none.
  func typeOrdinal(_ feature: FeatureID) -> Int32 {
    network.assetTypeOrdinals[Int(network.ordinal(of: feature))]
  }

  /// The asset type of a feature, which has one.
  func typeID(_ feature: FeatureID) -> AssetTypeID {
    network.catalog.entries[Int(typeOrdinal(feature))].id
  }

  /// What part a feature takes; none for one of unknown type.
  func part(_ feature: FeatureID) -> TopologyClass.Part {
    let type = typeOrdinal(feature)
    return type < 0 ? .none : rules.classes[Int(type)].part
  }

  /// The coordinates of a line that joins others: of known type, of one part, and of some length.
  func joiningLine(_ feature: FeatureID) -> CoordinateSequence? {
    guard part(feature) == .line, !zeroLength.contains(feature) else { return nil }
    return network.geometry(of: feature)?.onlyLine
  }

  /// A feature as all sentences name it.
  func name(_ feature: FeatureID) -> String { network.describe(feature) }

  /// Some place of a feature; nil when it has none.
  func place(_ feature: FeatureID) -> Coordinate? {
    network.geometry(of: feature)?.coordinates.first
  }

  /// Which end of a line is nearer to a place.
  func end(of line: FeatureID, at place: Coordinate) -> NetworkFix.LineEnd {
    guard let path = network.geometry(of: line)?.onlyLine, let first = path.first,
      let last = path.last
    else { return .start }
    return first.squaredDistance(to: place) <= last.squaredDistance(to: place) ? .start : .end
  }

  /// Whether two features are joined by an association on purpose.
  func areAssociated(_ one: FeatureID, _ other: FeatureID) -> Bool {
    let id = network.tables[Int(other.table)].globalIDs[Int(other.row)]
    return network.associations(of: one).contains {
      $0.kind.isConnectivity && ($0.from.globalID == id || $0.to.globalID == id)
    }
  }
}

extension UtilityNetwork {
  /// Calls `body` for the rows of each table that has some of the network's features.
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
}
