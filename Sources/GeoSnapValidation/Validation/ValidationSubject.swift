internal import GeoSnapSupport

/// What later checks have to know of features that earlier ones have looked at.
package struct ValidationMarks: Sendable {
  /// The features of which values were left out when they were opened.
  var damaged: Set<FeatureID> = []
  /// Lines without length, which are told of nothing else.
  var zeroLength: Set<FeatureID> = []
  /// Lines that have a vertex twice in a row.
  var repeated: Set<FeatureID> = []
  /// Points of which several stand on one spot.
  var stacked: Set<FeatureID> = []
  /// What doubts are decided from.
  var doubts: DoubtNotes

  /// - Parameter typeCount: The number of asset types.
  init(typeCount: Int) { doubts = DoubtNotes(typeCount: typeCount) }

  mutating func add(_ others: ValidationMarks) {
    damaged.formUnion(others.damaged)
    zeroLength.formUnion(others.zeroLength)
    repeated.formUnion(others.repeated)
    stacked.formUnion(others.stacked)
    doubts.add(others.doubts)
  }
}

/// A network that is validated, with all that checks ask of it, and the marks of the checks before.
// An object: a check asks millions of times, and each closure would copy a value.
package final class ValidationSubject: Sendable {
  let topology: Topology
  let network: UtilityNetwork
  let features: FeatureIndex
  let tolerance: CoincidenceTolerance
  let rules: JoinRules
  let associationRules: AssociationRules
  let nearest: NearestRules
  /// For each asset type whether it is a tap.
  let taps: [Bool]
  let tolerated: [NetworkProblem]
  /// What is wrong with features that are set aside.
  let setAsideFeatures: [GlobalID: NetworkProblem]
  /// Where the features lie; nil where doubts are not looked for, or too few have a place.
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

  /// The same with other marks.
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
}

extension ValidationSubject {
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

  /// A line that joins others: of known type, of one part, and of some length.
  func joiningLine(_ feature: FeatureID) -> PackedLine? {
    guard part(feature) == .line, !marks.zeroLength.contains(feature) else { return nil }
    return PackedLine(network.tables[Int(feature.table)].geometries, row: Int(feature.row))
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
