internal import GeoSnapSupport

extension NetworkState {
  /// Whether the labels of subnetworks were made, of this state or of an earlier one, or are those of an image:
  /// then ``subnetworkLabels(threads:)`` traces no more than what commits can have changed.
  public var hasSubnetworkLabels: Bool { labels.mending.withLock { $0 != nil } }

  /// The subnetworks that each feature belongs to: made when they are first asked for, and mended when they are
  /// asked for after commits.
  ///
  /// They are kept for copies of this state and for those that follow.
  ///
  /// - Parameter threads: How many threads to use; nil for one a core.
  /// - Returns: The labels.
  /// - Throws: ``TraceError`` when a tier's definition names what the network has not.
  /// - Complexity: Linear in the sizes of the subnetworks that commits can have changed since, of all the first
  ///   time; constant when asked again.
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

/// The labels of subnetworks that a state and its copies keep.
final class StateLabels: Sendable {
  /// The labels with the commits since; nil as long as nobody has asked.
  let mending: Locked<LabelMending?>

  init(_ labels: SubnetworkLabels?) { mending = Locked(labels.map { LabelMending($0) }) }

  private init(_ mending: LabelMending?) { self.mending = Locked(mending) }

  /// Those of the state after a commit.
  func applying(_ commit: NetworkCommit, to topology: Topology) -> StateLabels {
    var mending = mending.withLock { $0 }
    mending?.apply(commit, to: topology)
    return StateLabels(mending)
  }
}
