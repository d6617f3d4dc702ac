internal import GeoSnapSupport

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
  /// The problems of features that are set aside.
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
}

extension ValidationSubject {
  /// The ordinal of a feature's asset type; -1 for none.
  func typeOrdinal(_ feature: FeatureID) -> Int32 {
    network.assetTypeOrdinals[Int(network.ordinal(of: feature))]
  }

  /// The asset type of a feature that has one.
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

  /// Any place of a feature; nil without a geometry.
  func place(_ feature: FeatureID) -> Coordinate? {
    network.geometry(of: feature)?.coordinates.first
  }

  /// The end of a line nearer to a place.
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
}
