internal import GeoSnapSupport

/// What traces work out of a topology and keep with it.
final class TraceCaches: Sendable {
  /// A domain network with the name of a tier of it; nil for all of them.
  struct TierKey: Hashable, Sendable {
    let domain: Int
    let tierName: String?
  }

  /// Where conditions hold.
  let conditions = Locked<[(condition: TraceCondition, bits: ConditionBits)]>([])
  /// The controllers.
  let controllers = Locked<[SubnetworkController]?>(nil)
  /// The controllers with their nodes.
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
  /// The same by the name of their subnetwork: whoever traces all subnetworks asks for each.
  let placesByName = Locked<[String: [ControllerPlace]]?>(nil)
  /// The nodes at which traces of a tier end, by domain network and, where tiers are not partitioned, by tier: made
  /// once for all subnetworks of it.
  let boundaries = Locked<[TierKey: Set<Int32>]>([:])
  /// The direction of the flow that was found last.
  let flow = Locked<KeptFlow?>(nil)
  /// Where traces note what they have found, lent to one at a time; all states of a network share what the
  /// one without edits has.
  let scratch = Locked<[TraceScratch]>([])
}

extension Topology {
  /// What traces keep with this topology.
  var traceCaches: TraceCaches { caches.kept { TraceCaches() } }

  /// What they keep with all states of the network.
  var sharedTraceCaches: TraceCaches { sharedCaches.kept { TraceCaches() } }

  /// The subnetwork controllers, in the order of features.
  var subnetworkControllers: [SubnetworkController] {
    if let known = traceCaches.controllers.withLock({ $0 }) { return known }
    let controllers =
      edits == nil
      ? network.base.subnetworkControllers
      : network.subnetworkControllers(packed: withoutEdits.subnetworkControllers)
    traceCaches.controllers.withLock { $0 = controllers }
    return controllers
  }
}
