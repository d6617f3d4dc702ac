internal import GeoSnapSupport

/// What the direction of the flow depends on: where a trace starts, and all that may bar.
///
/// What only trims the answer is not in it.
struct FlowQuestion: Equatable, Sendable {
  private let domain: Int
  private let tierID: Int
  private let starts: [TraceLocation]
  /// Where these are in the graph: a filter may keep a place on its side of a junction.
  private let origins: [TraceOrigin]
  private let barriers: [TraceLocation]
  private let assumptions: TraceAssumptions
  private let propagatedAttributeNames: [String]
  private let traversability: Traversability
  private let propagators: [TracePropagator]
  private let ignoresBarriersAtStartingPoints: Bool
  private let needsBlocks: Bool

  /// The question of a trace upstream or downstream; nil for others.
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

/// The direction that was found last: who looks downstream from somewhere looks upstream next, or tries another
/// filter.
///
/// It does not hold the topology, which holds it.
struct KeptFlow: Sendable {
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
  /// The subnetworks and the direction of a question, if it is the one that was asked last, with the filters of this
  /// setting.
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

  /// Keeps what was found, in place of what was found before.
  func keep(_ stage: SubnetworkStage, _ direction: FlowDirection, of question: FlowQuestion) {
    let kept = KeptFlow(
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
