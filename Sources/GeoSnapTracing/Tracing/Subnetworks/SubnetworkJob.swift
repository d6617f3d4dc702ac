/// A subnetwork to be traced: its name, tier and controllers.
struct SubnetworkJob: Sendable {
  let name: String
  let choice: TierChoice
  /// The position of the tier among those requested.
  let choicePlace: Int
  private(set) var places: [ControllerPlace]

  /// The controllers, in the order of features.
  var controllers: [SubnetworkController] { places.map(\.controller) }

  /// The subnetworks that the controllers of some tiers name, by tier and first controller.
  static func all(of topology: Topology, in choices: [TierChoice]) -> [SubnetworkJob] {
    var jobs: [SubnetworkJob] = []
    for (choicePlace, choice) in choices.enumerated() {
      var numbers: [String: Int] = [:]
      for place in topology.controllerPlaces where topology.controls(place, choice) {
        let name = place.controller.subnetworkName
        if let known = numbers[name] {
          jobs[known].places.append(place)
        } else {
          numbers[name] = jobs.count
          jobs.append(
            SubnetworkJob(name: name, choice: choice, choicePlace: choicePlace, places: [place])
          )
        }
      }
    }
    return jobs
  }

  func trace(
    _ topology: Topology,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> TraceResult {
    var configuration = choice.tier.traceConfiguration ?? TraceConfiguration()
    configuration.domainNetworkName = choice.domainNetwork.name
    configuration.tierName = choice.tier.name
    configuration.subnetworkName = name
    var parameters = TraceParameters(.subnetwork, configuration: configuration)
    parameters.assumptions = assumptions
    return try topology.trace(parameters)
  }
}
