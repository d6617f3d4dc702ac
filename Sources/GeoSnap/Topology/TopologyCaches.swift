/// What is worked out of a topology when it is first asked for, and shared by its copies.
final class TopologyCaches: Sendable {
  /// The values of network attributes.
  let columns = Locked<[NetworkAttribute: AttributeColumn]>([:])
  /// The nodes that control subnetworks.
  let controllers = Locked<Set<Int32>?>(nil)
  /// Where conditions hold.
  let conditions = Locked<[TraceCondition: ConditionBits]>([:])
  /// The controllers with their nodes.
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
  /// The direction of the flow that was found last.
  let flow = Locked<KeptFlow?>(nil)
  /// Where traces note what they have found, lent to one at a time.
  let scratch = Locked<[TraceScratch]>([])
}
