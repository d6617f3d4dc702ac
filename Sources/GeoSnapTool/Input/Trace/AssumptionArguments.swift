import ArgumentParser
package import GeoSnap

/// States that a command assumes though the network says otherwise; they are not written.
package struct AssumptionArguments: ParsableArguments {
  @Option(
    name: .customLong("set"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume another value of a network attribute; may be given several times.",
      discussion:
        "The last point before the first = separates id and attribute. The value is a number, the "
        + "name of a coded value, true, false or null.",
      valueName: "ID.ATTRIBUTE=VALUE"
    ),
    completion: Completions.features
  )
  var values: [String] = []
  @Option(
    name: .customLong("block"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume that a feature is shut; may be given several times.",
      valueName: "ID"
    ),
    completion: Completions.features
  )
  var blocked: [String] = []
  @Option(
    name: .customLong("unblock"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assume that a feature is no barrier, despite all conditions; may be given several times.",
      valueName: "ID"
    ),
    completion: Completions.features
  )
  var unblocked: [String] = []

  /// The assumptions about features of a network; throws ``Failure`` with the names there are.
  package func assumptions(_ topology: Topology) throws -> TraceAssumptions {
    let reader = LocationReader(topology: topology)
    let assumptions = TraceAssumptions(
      values: try values.flatMap { try AssumedValue($0, topology.network).values(reader) },
      blocked: try blocked.flatMap(reader.features),
      unblocked: try unblocked.flatMap(reader.features)
    )
    if let both = assumptions.blocked.first(where: assumptions.unblocked.contains) {
      let name = topology.network.identifier(of: both)
      throw Failure.usage("\(name): Give either --block or --unblock for this feature, not both.")
    }
    return assumptions
  }
}

/// The parts of `ID.ATTRIBUTE=VALUE`.
private struct AssumedValue {
  private let text: String
  private let id: String
  private let attribute: NetworkAttribute
  private let value: TraceValue?

  init(_ text: String, _ network: EditedNetwork) throws {
    self.text = text
    guard let sign = text.firstIndex(of: "="),
      let point = text[..<sign].lastIndex(of: "."), point > text.startIndex
    else { throw Failure.usage("\(text): --set takes ID.ATTRIBUTE=VALUE.") }
    id = String(text[..<point])
    let name = String(text[text.index(after: point)..<sign])
    let attributes = network.definition.networkAttributes
    guard let known = network.definition.networkAttribute(named: name) else {
      throw Failure.usage(
        "\(text): There is no network attribute \(name). "
          + Words.known("attribute", attributes.map(\.name))
      )
    }
    attribute = known
    value = try Self.value(
      String(text[text.index(after: sign)...]),
      known,
      network.definition,
      in: text
    )
  }

  private static func value(
    _ word: String,
    _ attribute: NetworkAttribute,
    _ definition: NetworkDefinition,
    in text: String
  ) throws -> TraceValue? {
    switch word.lowercased() {
    case "null": return nil
    // For a number, true is 1.
    case "true" where attribute.dataType != .boolean: return .integer(1)
    case "false" where attribute.dataType != .boolean: return .integer(0)
    default: break
    }
    do throws(TraceError) {
      return try TraceValue(parsing: word, of: attribute, in: definition)
    } catch {
      throw Failure.usage("\(text): \(error.message) null removes the value.")
    }
  }

  /// The values of those features whose source has the attribute.
  func values(_ reader: LocationReader) throws -> [TraceAssumptions.Value] {
    let tables = reader.topology.network.base.tables
    let features = try reader.features(id).filter { feature in
      attribute.assignments.contains { $0.sourceID == tables[Int(feature.table)].sourceID }
    }
    guard !features.isEmpty else {
      throw Failure.usage("\(text): No feature of \(id) has the attribute \(attribute.name).")
    }
    return features.map { TraceAssumptions.Value($0, attribute.name, value) }
  }
}
