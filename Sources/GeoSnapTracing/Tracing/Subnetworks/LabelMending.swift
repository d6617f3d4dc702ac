internal import GeoSnapSupport

/// Labels with the commits that were made since: which subnetworks they can have changed.
///
/// To take over a commit costs little. To trace takes as long as the subnetworks are large, and waits until somebody
/// asks.
package struct LabelMending: Sendable {
  private let labels: SubnetworkLabels
  /// The topology after the commits.
  private var topology: Topology
  /// The numbers of the subnetworks that may have changed.
  private var stale: Set<Int> = []

  /// Begins with labels that fit their topology.
  package init(_ labels: SubnetworkLabels) {
    self.labels = labels
    topology = labels.topology
  }

  /// Takes over a commit.
  ///
  /// - Parameters:
  ///   - commit: The next commit.
  ///   - after: The topology that has taken it over.
  /// - Complexity: Linear in the number of features that meet those touched.
  package mutating func apply(_ commit: NetworkCommit, to after: Topology) {
    precondition(commit.follows(topology.network), "Commits come in their order, none left out")
    // What is stale stays so, and the others came to what their rows say, in all states since they were traced.
    for feature in after.renewedFeatures(by: commit) {
      for code in labels.codes(of: feature) { stale.insert(code.number) }
    }
    topology = after
  }

  /// The labels after the commits, traced on so many threads; nil for one a core.
  package func mended(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let plan = MendingPlan(labels, topology, stale)
    let tracing = LabelRecord.tracing(topology, plan.jobs, numbers: plan.numbers)
    tracing.run(threads: threads ?? availableCores())
    return labels.replacing(topology, try tracing.results(), plan.order)
  }
}

/// What has to be traced so that labels fit a topology again.
private struct MendingPlan {
  /// The subnetworks that may have changed, have other controllers, or are new; and their numbers.
  private(set) var jobs: [SubnetworkJob] = []
  private(set) var numbers: [Int] = []
  /// The numbers of all subnetworks that there are now, in order.
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
