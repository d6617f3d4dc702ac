internal import GeoSnapSupport

/// What traces work out of a topology and keep with it.
final class TraceCaches: Sendable {
  /// Where conditions hold.
  let conditions = Locked<[(condition: TraceCondition, bits: ConditionBits)]>([])
  /// The controllers with their nodes.
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
  /// The direction of the flow that was found last.
  let flow = Locked<KeptFlow?>(nil)
  /// Where traces note what they have found, lent to one at a time.
  let scratch = Locked<[TraceScratch]>([])
}

extension Topology {
  /// What traces keep with this topology.
  var traceCaches: TraceCaches { caches.kept { TraceCaches() } }
}
