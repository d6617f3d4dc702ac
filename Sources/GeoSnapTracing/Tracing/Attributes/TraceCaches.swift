internal import GeoSnapSupport

/// What traces work out of a topology and keep with it.
final class TraceCaches: Sendable {
  /// The values of network attributes.
  let columns = Locked<[NetworkAttribute: AttributeColumn]>([:])
  /// Where conditions hold.
  let conditions = Locked<[(condition: TraceCondition, bits: ConditionBits)]>([])
  /// The columns that say which features are controllers.
  let controllerColumns = Locked<ControllerColumns?>(nil)
  /// The controllers.
  let controllers = Locked<[SubnetworkController]?>(nil)
  /// The controllers with their nodes.
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
  /// The same by the name of their subnetwork: whoever traces all subnetworks asks for each.
  let placesByName = Locked<[String: [ControllerPlace]]?>(nil)
  /// The direction of the flow that was found last.
  let flow = Locked<KeptFlow?>(nil)
  /// Where traces note what they have found, lent to one at a time; all states of a network share what the one
  /// without edits has.
  let scratch = Locked<[TraceScratch]>([])
  /// Bytes for nodes, all 0, lent to one walk at a time; shared as the scratch is.
  let marks = Locked<[ZeroedMemory<UInt8>]>([])
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
