import ArgumentParser
import Foundation
package import GeoSnap
import GeoSnapImport
package import GeoSnapStore

package struct TraceConfigurationArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use a traceConfiguration of Esri's services: a JSON file, - for stdin, or the name of a configuration "
        + "in the network.",
      valueName: "FILE|NAME"
    )
  )
  var config: String?
  @Option(
    help: "The domain network; by default, that of the starts.",
    completion: Completions.domainNetworks
  )
  var domainNetwork: String?
  @Option(help: "The tier; by default, that of the starts.", completion: Completions.tiers)
  var tier: String?
  @Option(
    help: "The tier to which an upstream or downstream trace continues.",
    completion: Completions.tiers
  )
  var targetTier: String?
  @Option(help: "The name of the subnetwork to trace.") var subnetwork: String?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A barrier condition, in addition to those of the tier or of --config; several conditions are combined with OR.",
      valueName: "EXPR"
    )
  )
  var condition: [String] = []
  @Flag(help: "Ignore the conditions and function barriers of the tier, or of --config.")
  var noTierConditions = false
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A barrier condition for the collection of results; several conditions are combined with OR.",
      valueName: "EXPR"
    )
  )
  var filterCondition: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A function of the result, such as 'add(Length)'.", valueName: "FUNCTION")
  )
  var function: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A function barrier: the trace stops where a function along it meets a comparison, such as "
        + "'add(Length) >= 4 local'.",
      valueName: "BARRIER"
    )
  )
  var functionBarrier: [String] = []
  @Option(help: "Also return this part: containers, content, structures, barriers or isolated.")
  var include: [IncludedPart] = []
  @Option(help: "Do not return this part, even if the tier or --config includes it.")
  var exclude: [IncludedPart] = []
  @Option(
    help: ArgumentHelp("The attribute that a shortest path minimizes.", valueName: "ATTRIBUTE"),
    completion: Completions.attributes
  )
  var cost: String?
  @Flag(help: "Use the direction in which lines are drawn as flow direction.")
  var digitizedDirection = false

  func validate() throws {
    if let both = include.first(where: exclude.contains) {
      throw ValidationError("--include \(both) does not go with --exclude \(both).")
    }
  }

  private var isEmpty: Bool {
    config == nil && domainNetwork == nil && tier == nil && targetTier == nil && subnetwork == nil
      && condition.isEmpty && !noTierConditions && filterCondition.isEmpty && function.isEmpty
      && functionBarrier.isEmpty && include.isEmpty && exclude.isEmpty && cost == nil
      && !digitizedDirection
  }

  /// The requested configuration; nil without options: the definition of the tier or, for a connected trace, an empty
  /// one applies then.
  package func configuration(
    of type: TraceType,
    from starts: [TraceLocation],
    in topology: Topology,
    saved: [SavedTraceConfiguration]
  ) throws -> TraceConfiguration? {
    if isEmpty { return nil }
    let definition = topology.network.definition
    let names = try TierNames(
      definition,
      domainNetwork: domainNetwork,
      tier: tier,
      targetTier: targetTier
    )
    var result: TraceConfiguration
    if let config {
      result = try TraceConfigurationFile.read(config, saved: saved)
    } else {
      result = try startingPoint(of: type, from: starts, in: topology, names)
    }
    result.domainNetworkName = names.domainNetwork ?? result.domainNetworkName
    result.tierName = names.tier ?? result.tierName
    result.targetTierName = names.targetTier ?? result.targetTierName
    result.subnetworkName =
      subnetwork.map { topology.network.spelling(ofSubnetwork: $0) } ?? result.subnetworkName
    if let config { try TraceConfigurationFile.check(result, named: config, definition) }
    try change(&result, definition)
    return result
  }

  /// The configuration that the options change: the definition of the tier.
  ///
  /// Without a named tier it is empty for a connected trace, and with --digitized-direction.
  func startingPoint(
    of type: TraceType,
    from starts: [TraceLocation],
    in topology: Topology,
    _ names: TierNames
  ) throws(TraceError) -> TraceConfiguration {
    if digitizedDirection, names.tier == nil { return TraceConfiguration() }
    return try topology.defaultConfiguration(
      of: type,
      from: starts,
      domainNetworkName: names.domainNetwork,
      tierName: names.tier,
      subnetworkName: subnetwork.map { topology.network.spelling(ofSubnetwork: $0) }
    )
  }

  private func change(_ result: inout TraceConfiguration, _ definition: NetworkDefinition) throws {
    if noTierConditions {
      result.traversability.barriers = nil
      result.traversability.functionBarriers = []
    }
    for text in condition {
      let added = try parsed("--condition", text, definition, TraceCondition.init(parsing:in:))
      result.traversability.barriers = Self.either(result.traversability.barriers, added)
    }
    for text in filterCondition {
      let option = "--filter-condition"
      let added = try parsed(option, text, definition, TraceCondition.init(parsing:in:))
      result.filter.barriers = Self.either(result.filter.barriers, added)
    }
    result.traversability.functionBarriers += try functionBarrier.map {
      try parsed("--function-barrier", $0, definition, TraceFunctionBarrier.init(parsing:in:))
    }
    result.functions += try function.map {
      try parsed("--function", $0, definition, TraceFunction.init(parsing:in:))
    }
    for part in include { result[keyPath: part.switchPath] = true }
    for part in exclude { result[keyPath: part.switchPath] = false }
    if let cost {
      result.shortestPathAttributeName = try definition.costAttribute(cost, option: "--cost")
    }
    if digitizedDirection { result.usesDigitizedDirection = true }
  }

  private static func either(_ first: TraceCondition?, _ second: TraceCondition) -> TraceCondition {
    switch first {
    case nil: second
    case .or(let parts): .or(parts + [second])
    case .some(let first): .or([first, second])
    }
  }
}

func parsed<Value>(
  _ option: String,
  _ text: String,
  _ definition: NetworkDefinition,
  _ read: (String, NetworkDefinition) throws(TraceExpressionError) -> Value
) throws -> Value {
  do {
    return try read(text, definition)
  } catch {
    var error = error
    // There is no network attribute 'NAME'.
    let parts = error.message.split(separator: "'")
    if parts.count == 3, parts[2] == ".", parts[0].hasPrefix("There is no "),
      let meant = NearNames.suggestion(for: String(parts[1]), in: error.validNames)
    {
      error.message += " Did you mean '\(meant)'?"
    }
    throw Failure.usage("\(option) '\(text)': \(error)")
  }
}

extension EditedNetwork {
  /// The name of a subnetwork as its controllers spell it, unless several names differ only in case.
  fileprivate func spelling(ofSubnetwork name: String) -> String {
    let names = Set(subnetworkControllers.map(\.subnetworkName))
    let alike = names.filter { $0.lowercased() == name.lowercased() }
    return names.contains(name) || alike.count != 1 ? name : alike.first ?? name
  }
}

extension NetworkDefinition {
  func costAttribute(_ name: String, option: String) throws -> String {
    if let known = traceAttribute(named: name) { return known.name }
    throw Failure.usage(
      "\(option) \(name): There is no such network attribute. "
        + Words.known("attribute", costAttributeNames)
    )
  }
}

enum TraceConfigurationFile {
  /// Reads a file, stdin for `-`, or a configuration that is saved in the network when there is no such file.
  static func read(_ name: String, saved: [SavedTraceConfiguration]) throws -> TraceConfiguration {
    if name == "-" { return try decoded(InputFile.standardInput(), from: "stdin") }
    if FileManager.default.fileExists(atPath: name) {
      return try decoded(InputFile.bytes(name), from: name)
    }
    guard let found = saved.first(named: name) else {
      let names = saved.map(\.name)
      throw Failure.cannotOpen(
        "\(name): There is no such file, and the network has "
          + (names.isEmpty
            ? "no saved trace configurations."
            : "these trace configurations: \(Words.list(names, "and", limit: 10)).")
      )
    }
    note(found.configuration, named: found.name)
    return found.configuration
  }

  private static func decoded(_ bytes: [UInt8], from path: String) throws -> TraceConfiguration {
    if let (line, message) = JSONDocument.syntaxProblem(in: bytes) {
      throw Failure.badData("\(path): \(message)", file: path, line: line)
    }
    do {
      let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: Data(bytes))
      note(configuration, named: path)
      return configuration
    } catch {
      throw Failure.badData("\(path): \(DecodingExplanation.of(error))", file: path)
    }
  }

  private static func note(_ configuration: TraceConfiguration, named name: String) {
    let keys = configuration.otherKeys.keys.sorted() + configuration.ignoredKeys
    guard !keys.isEmpty else { return }
    let verb = keys.count == 1 ? "has" : "have"
    GeoSnapTool.note("\(name): \(Words.list(keys, "and", limit: 10)) \(verb) no effect here.")
  }

  /// Refuses a configuration with names that the network does not have; throws ``Failure`` with each place in the
  /// JSON and the valid names.
  static func check(
    _ configuration: TraceConfiguration,
    named name: String,
    _ definition: NetworkDefinition
  ) throws {
    let problems = configuration.problems(in: definition)
    guard !problems.isEmpty else { return }
    throw Failure(
      exitCode: .badData,
      message: problems.map { "\(name): \($0)" }.joined(separator: "\n"),
      places: problems.map { Failure.Place(file: name, path: $0.path, message: $0.message) }
    )
  }

  static func text(_ configuration: TraceConfiguration) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(configuration)) + [UInt8(ascii: "\n")]
    } catch { throw Failure.badData("The configuration cannot be written as JSON: \(error)") }
  }
}

extension [SavedTraceConfiguration] {
  package func first(named name: String) -> SavedTraceConfiguration? {
    first { $0.name == name } ?? first { $0.name.lowercased() == name.lowercased() }
  }
}

extension TraceType {
  /// Reads a name as services spell it, in any case, with or without hyphens.
  static func read(_ argument: String) throws -> TraceType {
    let name = argument.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if let type = allCases.first(where: { $0.rawValue.lowercased() == name }) { return type }
    throw ValidationError(
      "There is no trace type \(argument). \(Words.known("type", allCases.map(\.rawValue)))"
    )
  }
}

extension IndeterminateFlow {
  init(argument: String) throws {
    guard let flow = IndeterminateFlow(rawValue: argument.lowercased()) else {
      throw ValidationError(
        "--indeterminate must be \(Words.list(IndeterminateFlow.allCases.map(\.rawValue), "or"))."
      )
    }
    self = flow
  }
}

enum IncludedPart: String, ExpressibleByArgument, CaseIterable {
  case containers, content, structures, barriers, isolated

  var switchPath: WritableKeyPath<TraceConfiguration, Bool> {
    switch self {
    case .containers: \.includesContainers
    case .content: \.includesContent
    case .structures: \.includesStructures
    case .barriers: \.includesBarriers
    case .isolated: \.includesIsolatedFeatures
    }
  }
}
