/// One validation while it goes on: what is known, and what was found.
struct ValidationRun {
  let topology: Topology
  let network: UtilityNetwork
  let features: FeatureIndex
  let tolerance: CoincidenceTolerance
  let rules: JoinRules
  let associationRules: AssociationRules
  let tolerated: [NetworkProblem]
  /// What is wrong with features that are set aside.
  let setAsideFeatures: [GlobalID: NetworkProblem]

  private(set) var faults: [NetworkFault] = []
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

  private struct Told: Hashable {
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

  /// Runs all checks; what hides others comes first.
  mutating func checkAll() {
    checkTolerated()
    checkAssetTypes()
    checkValues()
    checkShapes()
    checkStacks()
    checkPoints()
    checkLooseEnds()
    checkJoins()
    checkAssociations()
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
    let key = Told(
      code: code,
      features: Set(features),
      association: association,
      message: isByMessage ? message : nil
    )
    let isKnown =
      told[key]?.contains { known in
        guard let known, let location else { return true }
        return tolerance.holds(known.x - location.x, known.y - location.y)
      } ?? false
    if isKnown { return }
    told[key, default: []].append(location)
    faults.append(
      NetworkFault(
        code: code,
        features: features,
        association: association,
        location: location,
        rule: rule,
        fix: fix,
        message: message
      )
    )
  }

  /// Where codes without a number stand among those with one.
  private static let unnumbered = Dictionary(
    uniqueKeysWithValues: NetworkErrorCode.allCases.filter { $0.number == nil }.enumerated().map {
      ($1, 1000 + $0)
    }
  )

  /// The order of errors.
  func order(_ fault: NetworkFault) -> (Int, Int32, Int32, GlobalID, String) {
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

  /// A feature as messages name it, such as `PipelineLine pipe/12`.
  func name(_ feature: FeatureID) -> String {
    let table = network.tables[Int(feature.table)]
    let row = Int(feature.row)
    return "\(table.name) "
      + (table.origins[row] ?? table.globalIDs[row]?.description ?? "row \(table.rowIDs[row])")
  }

  /// An asset type as messages name it, such as `Main / PE`.
  func name(_ type: AssetTypeID) -> String {
    guard let entry = network.assetType(type) else {
      return "\(type.sourceID)/\(type.assetGroup)/\(type.assetType)"
    }
    return "\(entry.group.name) / \(entry.type.name)"
  }

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
