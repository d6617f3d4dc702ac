/// A subnetwork as it was traced, with the other features that the trace visited.
package struct LabelRecord: Sendable {
  /// The number of its tier among those of all domain networks.
  let choice: Int32
  package let subnetwork: SubnetworkLabels.Subnetwork
  /// The ordinals of its features, in the order in which they were reached.
  package let members: [Int32]
  /// The ordinals of features visited outside the subnetwork, such as an open switch at its end; when one of them
  /// changes, the subnetwork may change.
  package let border: [Int32]

  init(
    choice: Int32,
    subnetwork: SubnetworkLabels.Subnetwork,
    members: [Int32],
    border: [Int32]
  ) {
    self.choice = choice
    self.subnetwork = subnetwork
    self.members = members
    self.border = border
  }

  init(_ topology: Topology, _ job: SubnetworkJob, _ result: TraceResult, number: Int) {
    choice = Int32(job.choicePlace)
    subnetwork = SubnetworkLabels.Subnetwork(
      number: number,
      name: job.name,
      tierName: job.choice.tier.name,
      domainNetworkName: job.choice.domainNetwork.name,
      controllers: job.controllers,
      functions: result.functions,
      warnings: topology.warnings(of: result, in: job.choice.tier)
    )
    var explored: Set<Int32> = []
    for case .walk(let finder) in result.stopSources { explored.formUnion(finder.exploredFeatures) }
    var seen: Set<Int32> = []
    members = result.elements.codes.map { topology.featureOrdinal($0) }.filter {
      seen.insert($0).inserted
    }
    border = explored.subtracting(seen).sorted()
  }

  /// The work of tracing some subnetworks of all tiers, each under a number.
  static func tracing(
    _ topology: Topology,
    _ jobs: [SubnetworkJob],
    numbers: [Int]
  ) -> SubnetworkTracing<LabelRecord> {
    SubnetworkTracing(topology, jobs) { place, result in
      LabelRecord(topology, jobs[place], result, number: numbers[place])
    }
  }

  /// The rows' entries for the subnetwork: the ordinal of each feature, and a code.
  var codes: [(feature: Int32, code: LabelCode)] {
    let number = subnetwork.number
    return members.map { ($0, LabelCode(number, isMember: true)) }
      + border.map { ($0, LabelCode(number, isMember: false)) }
  }
}

/// An entry in a feature's row: the number of a subnetwork, and whether the feature belongs to it or was only
/// visited.
struct LabelCode: Hashable, Comparable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ number: Int, isMember: Bool) { rawValue = Int32(number) << 1 | (isMember ? 0 : 1) }

  var number: Int { Int(rawValue >> 1) }
  var isMember: Bool { rawValue & 1 == 0 }

  static func < (one: LabelCode, other: LabelCode) -> Bool { one.rawValue < other.rawValue }
}
