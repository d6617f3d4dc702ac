internal import GeoSnapSupport

/// The part of a trace's parameters that determines the flow direction: starts and barriers, without filters.
struct FlowQuestion: Equatable, Sendable {
  private let domain: Int
  private let tierID: Int
  private let starts: [TraceLocation]
  /// The places of the starts in the graph; a filter may put a place on one side of a junction.
  private let origins: [TraceOrigin]
  private let barriers: [TraceLocation]
  private let assumptions: TraceAssumptions
  private let propagatedAttributeNames: [String]
  private let traversability: Traversability
  private let propagators: [TracePropagator]
  private let ignoresBarriersAtStartingPoints: Bool
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
    starts = parameters.starts
    self.origins = origins
    barriers = parameters.barriers
    assumptions = parameters.assumptions
    propagatedAttributeNames = parameters.propagatedAttributeNames
    traversability = configuration.traversability
    propagators = configuration.propagators
    ignoresBarriersAtStartingPoints = configuration.ignoresBarriersAtStartingPoints
    needsBlocks = configuration.allowsIndeterminateFlow && parameters.indeterminateFlow == .path
  }
}

/// The last flow direction, for a following trace in the other direction or with other filters.
///
/// It has no reference to the topology, which owns it.
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

extension Topology {
  /// The subnetworks and flow direction of the last question, with the filters of this setting; nil when `question`
  /// is another.
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
