internal import GeoSnapSupport

/// Results of traces that are kept with a topology.
final class TraceCaches: Sendable {
  let columns = Locked<[NetworkAttribute: AttributeColumn]>([:])
  /// The elements that satisfy conditions.
  let conditions = Locked<[(condition: TraceCondition, bits: ConditionBits)]>([])
  let controllerColumns = Locked<ControllerColumns?>(nil)
  let controllers = Locked<[SubnetworkController]?>(nil)
  let controllerPlaces = Locked<[ControllerPlace]?>(nil)
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

  var sharedTraceCaches: TraceCaches { sharedCaches.kept { TraceCaches() } }

  var subnetworkControllers: [SubnetworkController] {
    if let known = traceCaches.controllers.withLock({ $0 }) { return known }
    let controllers =
      edits == nil
      ? network.base.subnetworkControllers
      : network.subnetworkControllers(packed: withoutEdits.subnetworkControllers)
    traceCaches.controllers.withLock { $0 = controllers }
    return controllers
  }

  /// Lends scratch memory to one trace, which returns it; concurrent traces get separate memory.
  func lentScratch() -> TraceScratch {
    var scratch =
      sharedTraceCaches.scratch.withLock { $0.popLast() } ?? TraceScratch(nodeCount: nodeLimit)
    scratch.widen(to: nodeLimit)
    return scratch
  }

  func giveBack(_ scratch: TraceScratch) {
    sharedTraceCaches.scratch.withLock { $0.append(scratch) }
  }

  /// Explores the region of some starts; `visit` receives the number of elements found so far.
  func region(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ visit: ((Int) -> Void)? = nil
  ) throws(TraceError) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return try Exploration.region(setting, from: origins, &scratch, visit)
  }

  /// Explores the region of some starts without checking for cancellation.
  func wholeRegion(from origins: [TraceOrigin], _ setting: TraceSetting) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return Exploration.wholeRegion(setting, from: origins, &scratch)
  }

  /// The subnetworks and flow direction of the last question, with these filters; nil when `question` is another.
  func keptFlow(
    of question: FlowQuestion,
    in choice: TierChoice,
    _ setting: TraceSetting
  ) -> (stage: SubnetworkStage, direction: FlowDirection)? {
    guard let kept = traceCaches.flow.withLock({ $0 }), kept.question == question else {
      return nil
    }
    var setting = setting
    setting.ending = kept.ending
    setting.drainsToSinks = kept.drainsToSinks
    let stage = SubnetworkStage(
      choice: choice,
      setting: setting,
      region: kept.region,
      reach: kept.reach,
      controllers: kept.controllers,
      barringStarts: kept.barringStarts
    )
    return (stage, kept.direction)
  }

  func keep(_ stage: SubnetworkStage, _ direction: FlowDirection, of question: FlowQuestion) {
    let kept = FlowCache(
      question: question,
      region: stage.region,
      reach: stage.reach,
      controllers: stage.controllers,
      barringStarts: stage.barringStarts,
      ending: stage.setting.ending,
      drainsToSinks: stage.setting.drainsToSinks,
      direction: direction
    )
    traceCaches.flow.withLock { $0 = kept }
  }
}

/// The nodes that a trace has found, kept for the next trace: a small trace need not clear a large array.
package struct TraceScratch: Sendable {
  /// The number of the last trace that found a node, and the node's number in that trace's region.
  struct Entry: Sendable, BitwiseCopyable {
    var trace: UInt32
    var local: Int32
  }

  private var entries: ZeroedMemory<Entry>
  private var trace: UInt32 = 0

  package init(nodeCount: Int) { entries = ZeroedMemory(count: nodeCount) }

  @inline(__always)
  subscript(node: Int) -> Entry {
    get { entries[node] }
    nonmutating set { entries[node] = newValue }
  }

  @inline(__always)
  func fetch(_ node: Int) { entries.fetch(node) }

  /// The number of a node in the region of the current trace; nil when it was not found.
  func local(of node: Int32) -> Int32? {
    let entry = entries[Int(node)]
    return entry.trace == trace && trace > 0 ? entry.local : nil
  }

  /// Makes room for nodes that edits have added, and for some more.
  mutating func widen(to nodeCount: Int) {
    if entries.count < nodeCount { self = TraceScratch(nodeCount: nodeCount + nodeCount / 8) }
  }

  /// Begins a trace, for which no node is found yet.
  mutating func begin() -> UInt32 {
    if trace == .max { self = TraceScratch(nodeCount: entries.count) }
    trace += 1
    return trace
  }
}

/// The part of a trace's parameters that determines the flow direction: starts and barriers, without filters.
struct FlowQuestion: Equatable, Sendable {
  private let domain: Int
  private let tierID: Int
  /// The places of the starts in the graph; a filter may put a place on one side of a junction.
  private let origins: [TraceOrigin]
  /// The parameters, of which those that do not matter have their defaults.
  private var parameters: TraceParameters
  private let needsBlocks: Bool

  /// The question of an upstream or downstream trace; nil for others.
  init?(
    _ parameters: TraceParameters,
    from origins: [TraceOrigin],
    _ configuration: TraceConfiguration,
    in choice: TierChoice
  ) {
    guard parameters.type == .upstream || parameters.type == .downstream else { return nil }
    domain = choice.domain
    tierID = choice.tier.id
    self.origins = origins
    needsBlocks = configuration.allowsIndeterminateFlow && parameters.indeterminateFlow == .path
    var flow = TraceConfiguration()
    flow.traversability = configuration.traversability
    flow.propagators = configuration.propagators
    flow.ignoresBarriersAtStartingPoints = configuration.ignoresBarriersAtStartingPoints
    self.parameters = TraceParameters(.upstream, from: parameters.starts, configuration: flow)
    self.parameters.barriers = parameters.barriers
    self.parameters.assumptions = parameters.assumptions
    self.parameters.propagatedAttributeNames = parameters.propagatedAttributeNames
  }
}

/// The last flow direction, for a following trace; the topology owns it, so it has no reference to it.
struct FlowCache: Sendable {
  fileprivate let question: FlowQuestion
  fileprivate let region: TraceRegion
  fileprivate let reach: OutwardReach
  fileprivate let controllers: [(place: ControllerPlace, node: Int32)]
  fileprivate let barringStarts: [Int32]
  fileprivate let ending: TierEnding?
  fileprivate let drainsToSinks: Bool
  fileprivate let direction: FlowDirection
}
