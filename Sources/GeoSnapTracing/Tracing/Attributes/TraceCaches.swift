internal import GeoSnapSupport

/// Results of traces that are kept with a topology.
final class TraceCaches: Sendable {
  let columns = Locked<[NetworkAttribute: AttributeColumn]>([:])
  /// The elements that satisfy conditions.
  let conditions = Locked<[(condition: TraceCondition, bits: ConditionBits)]>([])
  let controllerColumns = Locked<ControllerColumns?>(nil)
  let controllers = Locked<[SubnetworkController]?>(nil)
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
  /// The controllers by the name of their subnetwork, for traces of all subnetworks.
  let placesByName = Locked<[String: [ControllerPlace]]?>(nil)
  /// The flow direction of the last upstream or downstream trace.
  let flow = Locked<FlowCache?>(nil)
  /// Memory for the nodes that a trace finds, lent to one trace at a time; all states of a network share it.
  let scratch = Locked<[TraceScratch]>([])
  /// A byte for each node, all 0, lent to one walk at a time and shared like ``scratch``.
  let marks = Locked<[ZeroedMemory<UInt8>]>([])
}

extension Topology {
  var traceCaches: TraceCaches { caches.kept { TraceCaches() } }

  /// The caches that all states of the network share.
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
