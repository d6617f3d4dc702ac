internal import GeoSnapSupport

/// Labels with the commits made since, and the subnetworks that these can have changed.
///
/// A commit is taken over quickly; the changed subnetworks are traced only when the labels are needed.
package struct LabelMending: Sendable {
  private let labels: SubnetworkLabels
  /// The topology after the commits.
  private var topology: Topology
  /// The numbers of the subnetworks that may have changed.
  private var stale: Set<Int> = []

  /// Begins with labels that are up to date with their topology.
  package init(_ labels: SubnetworkLabels) {
    self.labels = labels
    topology = labels.topology
  }

  /// Takes over the next commit, with the topology after it; linear in the number of features that meet those
  /// touched.
  package mutating func apply(_ commit: NetworkCommit, to after: Topology) {
    precondition(commit.follows(topology.network), "Commits come in their order, none left out")
    // Stale subnetworks stay so; for the others the rows list all features visited, in all states since they were
    // traced.
    for feature in after.renewedFeatures(by: commit) {
      for code in labels.codes(of: feature) { stale.insert(code.number) }
    }
    topology = after
  }

  /// The labels after the commits; `threads` is nil for one per core.
  package func mended(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let plan = MendingPlan(labels, topology, stale)
    let tracing = LabelRecord.tracing(topology, plan.jobs, numbers: plan.numbers)
    tracing.run(threads: threads ?? availableCores())
    return labels.replacing(topology, try tracing.results(), plan.order)
  }
}

/// The subnetworks to trace again for a changed topology.
private struct MendingPlan {
  /// The subnetworks that may have changed, have different controllers, or are new; and their numbers.
  private(set) var jobs: [SubnetworkJob] = []
  private(set) var numbers: [Int] = []
  /// The numbers of all current subnetworks, in order.
  private(set) var order: [Int] = []

  private struct Key: Hashable {
    let choice: Int32
    let name: String
  }

  init(_ labels: SubnetworkLabels, _ topology: Topology, _ stale: Set<Int>) {
    var known: [Key: SubnetworkLabels.Subnetwork] = [:]
    for (choice, subnetwork) in labels.entries {
      known[Key(choice: choice, name: subnetwork.name)] = subnetwork
    }
    var limit = labels.numberLimit
    for job in SubnetworkJob.all(of: topology, in: topology.tierChoices) {
      let old = known[Key(choice: Int32(job.choicePlace), name: job.name)]
      let number = old?.number ?? limit
      if old == nil { limit += 1 }
      order.append(number)
      if stale.contains(number) || old?.controllers != job.controllers {
        jobs.append(job)
        numbers.append(number)
      }
    }
  }
}
