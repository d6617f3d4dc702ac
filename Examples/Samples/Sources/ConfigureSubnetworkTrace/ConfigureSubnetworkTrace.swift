import Foundation
import GeoSnap
import GeoSnapStore

/// Configures a subnetwork trace: a user adds conditions to those of the tier, and traces.
@MainActor
final class ConfigureSubnetworkTrace {
  let topology: Topology
  let start: TraceLocation
  /// What the tier has, to which "Reset" goes back.
  let initial: TraceConfiguration
  var configuration: TraceConfiguration
  private(set) var added: [TraceCondition] = []
  var combinesWithOr = true

  // What the user picks in three lists; a value without a list is typed.
  var attribute: NetworkAttribute { didSet { value = nil } }
  var comparison: TraceConditionOperator?
  var value: String?
  var canAdd: Bool { comparison != nil && value != nil }

  init(_ path: String, start origin: String, terminal: String) async throws {
    topology = try await NetworkSession(path).state.topology
    let device = topology.network.features(origin: origin)[0]
    let terminals = topology.terminals(of: device)
    start = TraceLocation(device, terminalID: terminals.first { $0.name == terminal }?.id)
    initial = try topology.defaultConfiguration(of: .subnetwork, from: [start])
    configuration = initial
    attribute = topology.network.definition.networkAttributes[0]
  }

  var definition: NetworkDefinition { topology.network.definition }
  var attributes: [NetworkAttribute] { definition.networkAttributes.filter { !$0.isSystemDefined } }
  var comparisons: [TraceConditionOperator] { definition.operators(for: attribute) }
  var values: [String]? { definition.choices(of: attribute) }

  func add() throws {
    guard let comparison, let value else { return }
    take(added + [try TraceCondition(attribute, comparison, typed: value, in: definition)])
  }

  func remove(_ position: Int) {
    take(added.enumerated().filter { $0.offset != position }.map(\.element))
  }

  private func take(_ conditions: [TraceCondition]) {
    added = conditions
    configuration.traversability.barriers =
      conditions.reduce(initial.traversability.barriers) { own, new in
        own.map { combinesWithOr ? .or([$0, new]) : .and([$0, new]) } ?? new
      }
  }

  func reset() { (configuration, added) = (initial, []) }

  func trace() async throws -> String {
    let parameters = TraceParameters(.subnetwork, from: [start], configuration: configuration)
    let elements = try await topology.trace(parameters, progress: nil).elements
    let sources = elements.featuresBySource.map { "\($0.source) \($0.features.count)" }
    return "\(elements.count) elements found: \(sources.joined(separator: ", "))"
  }

  static func run(_ path: String) async throws -> [String] {
    let sample = try await Self(path, start: "lv/trafo/1", terminal: "XFR:Low")
    var lines = ["attributes: \(sample.attributes.map(\.name).joined(separator: ", "))"]
    lines.append("operators: \(sample.comparisons.map(\.title).joined(separator: ", "))")
    for (name, comparison, value) in [
      ("Phases Current", .doesNotIncludeTheValues, "A"), ("Length", .greaterThan, "long"),
      ("Length", .greaterThan, "100"),
    ] as [(String, TraceConditionOperator, String)] {
      sample.attribute = sample.attributes.first { $0.name == name } ?? sample.attribute
      (sample.comparison, sample.value) = (comparison, value)
      do { try sample.add() } catch { lines.append(error.localizedDescription) }
      lines.append(try await sample.trace())
    }
    lines += sample.added.map { "condition: \($0.expression(in: sample.definition))" }
    sample.configuration.includesContainers = true
    sample.remove(1)
    lines.append(try await sample.trace())
    sample.reset()
    return lines + [try await sample.trace()]
  }
}
