internal import GeoSnapSupport

extension NetworkState {
  /// Whether subnetwork labels exist, of this state, of an earlier one or from an image: then
  /// ``subnetworkLabels(threads:)`` traces only what commits can have changed.
  public var hasSubnetworkLabels: Bool { labels.mending.withLock { $0 != nil } }

  /// The subnetworks that each feature belongs to, computed on first use and updated on the first use after commits.
  ///
  /// Copies of this state and later states share them. `threads` is nil for one per core.
  ///
  /// - Throws: ``TraceError`` when a tier's definition names something that the network does not have.
  /// - Complexity: Linear in the sizes of the subnetworks that commits can have changed since, at first of all;
  ///   constant when nothing has changed.
  public func subnetworkLabels(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    try labels.mending.withLock { mending throws(TraceError) in
      let known: SubnetworkLabels
      if let mending {
        known = try mending.mended(threads: threads)
      } else {
        known = try topology.subnetworkLabels(threads: threads)
      }
      mending = LabelMending(known)
      return known
    }
  }
}

/// The subnetwork labels that a state and its copies share.
final class StateLabels: Sendable {
  /// The labels with the commits since; nil before first use.
  let mending: Locked<LabelMending?>

  init(_ labels: SubnetworkLabels?) { mending = Locked(labels.map { LabelMending($0) }) }

  private init(_ mending: LabelMending?) { self.mending = Locked(mending) }

  func applying(_ commit: NetworkCommit, to topology: Topology) -> StateLabels {
    var mending = mending.withLock { $0 }
    mending?.apply(commit, to: topology)
    return StateLabels(mending)
  }
}
