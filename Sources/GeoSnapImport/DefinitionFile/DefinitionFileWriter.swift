internal import Foundation
internal import GeoSnap
internal import GeoSnapSupport

extension NetworkDefinitionFile {
  /// Returns the file as JSON text with names in place of numbers and rules as rows, without defaults.
  ///
  /// Reading the text gives an equal value.
  ///
  /// - Throws: `EncodingError` for a trace configuration with a condition that has no list form.
  /// - Complexity: Linear in the size of definition and rules.
  public func text() throws -> String { try DefinitionFileWriter(self).document.document }
}

private struct DefinitionFileWriter {
  let file: NetworkDefinitionFile
  let paths: AssetTypePaths

  init(_ file: NetworkDefinitionFile) {
    self.file = file
    paths = AssetTypePaths(file.definition)
  }

  private func object(_ members: [(String, JSONText?)]) -> JSONText {
    .object(members.compactMap { member in member.1.map { (member.0, $0) } })
  }

  private func list<Entry>(_ entries: [Entry], _ text: (Entry) throws -> JSONText) rethrows
    -> JSONText?
  { entries.isEmpty ? nil : .list(try entries.map(text)) }
  private func texts(_ entries: [String]) -> JSONText? { list(entries, JSONText.text) }
  private func flag(_ flag: Bool) -> JSONText? { flag ? .yes : nil }
  private func word<Value: Equatable>(_ value: Value, _ words: [(String, Value)]) -> JSONText? {
    DefinitionWords.word(value, words).map { .text($0) }
  }

  var document: JSONText {
    get throws {
      let definition = file.definition
      return object([
        (
          "tolerance",
          definition.tolerance.map { .row([("xy", .real($0.xy)), ("z", .real($0.z))]) }
        ),
        ("categories", texts(definition.categories)),
        ("domains", list(definition.domains, domain)),
        ("terminalConfigurations", list(definition.terminalConfigurations, configuration)),
        ("networkAttributes", list(definition.networkAttributes, attribute)),
        ("domainNetworks", .list(try definition.domainNetworks.map(network))),
        ("rules", list(file.rules, rule)),
      ])
    }
  }

  private func domain(_ domain: CodedValueDomain) -> JSONText {
    object([
      ("name", .text(domain.name)),
      (
        "codedValues",
        list(domain.codedValues) {
          .row([("name", .text($0.name)), ("code", .value("\($0.code)"))])
        }
      ),
    ])
  }

  private func configuration(_ configuration: TerminalConfiguration) -> JSONText {
    let all = TerminalConfiguration.ValidPath(id: 1, name: "All", description: "All")
    return object([
      ("id", .integer(configuration.id)), ("name", .text(configuration.name)),
      ("directional", flag(configuration.isDirectional)),
      (
        "terminals",
        .list(
          configuration.terminals.map { terminal in
            object([
              ("id", .integer(terminal.id)), ("name", .text(terminal.name)),
              ("upstream", flag(terminal.isUpstream)),
            ])
          }
        )
      ),
      (
        "paths",
        configuration.validPaths == [all]
          ? nil
          : .list(
            configuration.validPaths.map { path in
              object([
                ("id", .integer(path.id)), ("name", .text(path.name)),
                ("description", .text(path.description)),
              ])
            }
          )
      ),
      ("defaultPath", configuration.defaultPath == "All" ? nil : .text(configuration.defaultPath)),
    ])
  }

  private func attribute(_ attribute: NetworkAttribute) -> JSONText {
    let sources = file.definition.sourcesByID
    return object([
      ("id", .integer(attribute.id)), ("name", .text(attribute.name)),
      ("type", word(attribute.dataType, DefinitionWords.dataTypes)),
      ("apportionable", flag(attribute.isApportionable)),
      ("system", flag(attribute.isSystemDefined)), ("nullable", flag(attribute.isNullable)),
      ("inline", flag(attribute.isInline)), ("bitSize", attribute.bitSize.map { .integer($0) }),
      ("substitutes", attribute.substitutedAttributeName.map { .text($0) }),
      ("domain", attribute.domainName.map { .text($0) }),
      (
        "fields",
        texts(
          attribute.assignments.map {
            "\(sources[$0.sourceID]?.name ?? "\($0.sourceID)")/\($0.fieldName)"
          }
        )
      ),
    ])
  }

  private func network(_ network: DomainNetwork) throws -> JSONText {
    object([
      ("id", .integer(network.id)), ("name", .text(network.name)),
      ("structure", flag(network.isStructureNetwork)),
      ("tierDefinition", word(network.tierDefinition, DefinitionWords.tierDefinitions)),
      (
        "subnetworkControllers",
        word(network.subnetworkControllerType, DefinitionWords.controllers)
      ),
      ("tierGroups", texts(network.tierGroups)),
      ("sources", list(network.sources, source)),
      ("tiers", try list(network.tiers) { try tier($0, of: network) }),
    ])
  }

  private func source(_ source: NetworkSource) -> JSONText {
    object([
      ("id", .integer(source.sourceID)), ("name", .text(source.name)),
      ("usage", .text(source.usage.name)),
      (
        "fields",
        list(file.fields[source.sourceID] ?? []) {
          object([("name", .text($0.name)), ("type", word($0.storage, DefinitionWords.storages))])
        }
      ),
      (
        "assetGroups",
        list(source.assetGroups) { group in
          object([
            ("code", .integer(group.code)), ("name", .text(group.name)),
            ("assetTypes", list(group.assetTypes) { type($0, of: source.usage) }),
          ])
        }
      ),
    ])
  }

  private func type(_ type: AssetType, of usage: NetworkSourceUsage) -> JSONText {
    let policy: ConnectivityPolicy? = usage.elementKind == .edge ? .endVertex : nil
    return object([
      ("code", .integer(type.code)), ("name", .text(type.name)),
      ("role", word(type.associationRole, DefinitionWords.roles)),
      ("onDelete", word(type.deleteSemantics, DefinitionWords.deletes)),
      (
        "containerViewScale",
        type.containmentViewScale == 0 ? nil : .real(type.containmentViewScale)
      ),
      ("splitsContent", flag(type.splitsContent)),
      ("terminals", type.terminalConfigurationID.map(terminals)),
      (
        "connectivity",
        type.connectivityPolicy == policy
          ? nil
          : .text(DefinitionWords.word(type.connectivityPolicy, DefinitionWords.policies) ?? "none")
      ),
      ("categories", texts(type.categories)),
    ])
  }

  private func terminals(_ id: Int) -> JSONText {
    guard let name = file.definition.terminalConfiguration(id: id)?.name,
      file.definition.terminalConfigurations.first(where: { $0.name == name })?.id == id
    else { return .integer(id) }
    return .text(name)
  }

  private func tier(_ tier: Tier, of network: DomainNetwork) throws -> JSONText {
    var members: [(String, JSONText?)] = [
      ("id", .integer(tier.id)), ("name", .text(tier.name)), ("rank", .integer(tier.rank)),
      ("topology", word(tier.topology, DefinitionWords.topologies)),
      ("group", tier.tierGroupName.map { .text($0) }),
      ("subnetworkField", tier.subnetworkFieldName.map { .text($0) }),
      ("disjoint", flag(tier.supportsDisjointSubnetworks)),
    ]
    for (key, usage, list) in DefinitionWords.lists {
      let sources = network.sources.filter { $0.usage == usage }.map(\.sourceID)
      let types = tier[keyPath: list].map { code in
        let ids = sources.map {
          AssetTypeID(sourceID: $0, assetGroup: code.assetGroup, assetType: code.assetType)
        }
        let id = ids.first { !paths.assetTypes(paths.path($0)).isEmpty } ?? ids.first
        return id.map { paths.pathInSource($0) } ?? "\(code.assetGroup)/\(code.assetType)"
      }
      members.append((key, texts(types)))
    }
    members.append(("traceConfiguration", try tier.traceConfiguration.map(trace)))
    return object(members)
  }

  private func rule(_ rule: NetworkRule) -> JSONText {
    var members: [(String, JSONText)] = [
      ("id", .integer(rule.id)), ("kind", .text(rule.kind.name)),
      ("from", .text(paths.text(rule.from))), ("to", .text(paths.text(rule.to))),
    ]
    if let via = rule.via { members.append(("via", .text(paths.text(via)))) }
    if let origin = rule.origin { members.append(("origin", .text(origin))) }
    return .row(members)
  }

  // MARK: Trace configurations

  private func members(_ configuration: TraceConfiguration) throws -> [String: ParsedJSON] {
    let bytes = [UInt8](try JSONEncoder().encode(configuration))
    guard case .object(let members) = try JSONParser.parse(bytes, path: "$") else { return [:] }
    return members
  }

  /// The JSON of services without defaults, with conditions as expressions and asset types as paths.
  private func trace(_ configuration: TraceConfiguration) throws -> JSONText {
    let defaults = try members(TraceConfiguration()).mapValues(\.bytes)
    var written = try members(configuration).filter { $0.value.bytes != defaults[$0.key] }
    let conditions = [
      configuration.traversability.barriers, configuration.filter.barriers,
      configuration.output.conditions,
    ]
    for (key, condition) in zip(TraceWords.conditions, conditions) {
      if let text = expression(condition) { written[key] = .string(text) }
    }
    if case .array(let functions)? = written["functions"] {
      written["functions"] = .array(
        zip(functions, configuration.functions).map { value, function in
          guard case .object(var members) = value else { return value }
          if let text = expression(function.conditions) { members["conditions"] = .string(text) }
          if function.conditions == nil { members["conditions"] = nil }
          if function.summaryAttributeName == nil { members["summaryAttributeName"] = nil }
          return .object(members)
        }
      )
    }
    func texts(_ ids: [AssetTypeID]) -> ParsedJSON? {
      let texts = ids.map { paths.path($0) }
      let isPlain = zip(texts, ids).allSatisfy { paths.assetTypes($0) == [$1] }
      return isPlain ? .array(texts.map { .string($0) }) : nil
    }
    if written["outputFilters"] != nil, let types = texts(configuration.output.assetTypes) {
      written["outputFilters"] = types
    }
    if case .object(var search)? = written["nearestNeighbor"],
      let types = texts(configuration.filter.nearestNeighbors?.assetTypes ?? [])
    {
      search["nearestAssets"] = types
      written["nearestNeighbor"] = .object(search)
    }
    return JSONText(.object(written))
  }

  /// The expression of a condition; nil unless reading it gives the same condition.
  private func expression(_ condition: TraceCondition?) -> String? {
    guard let condition else { return nil }
    let text = condition.expression(in: file.definition)
    let read = try? TraceCondition(parsing: text, in: file.definition)
    return read == condition ? text : nil
  }
}

/// Readable JSON: members in a given order, and short values on one line.
indirect enum JSONText {
  case value(String)
  case list([JSONText])
  case object([(String, JSONText)])
  case row([(String, JSONText)])

  private static let width = 100

  static func text(_ text: String) -> JSONText { .value(text.jsonQuoted(.blanks)) }
  static func integer(_ number: Int) -> JSONText { .value("\(number)") }
  static let yes = JSONText.value("true")

  /// A number: whole ones without a fraction, those that are not finite as null.
  static func real(_ value: Double) -> JSONText {
    var bytes: [UInt8] = []
    bytes.appendShortJSON(value)
    return .value(String(decoding: bytes, as: UTF8.self))
  }

  init(_ value: ParsedJSON) {
    self =
      switch value {
      case .null: .value("null")
      case .bool(let truth): .value("\(truth)")
      case .number(let number): .real(number)
      case .digits(let digits): .value(digits)
      case .string(let text): .text(text)
      case .array(let values): .list(values.map { JSONText($0) })
      case .object(let members):
        .object(Array(members).rising(by: \.key).map { ($0.key, JSONText($0.value)) })
      }
  }

  var document: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  var line: String {
    switch self {
    case .value(let text): text
    case .list(let entries): "[\(entries.map(\.line).joined(separator: ", "))]"
    case .object(let members), .row(let members):
      "{\(members.map { "\($0.0.jsonQuoted(.blanks)): \($0.1.line)" }.joined(separator: ", "))}"
    }
  }

  private func fits(_ used: Int) -> Bool {
    switch self {
    case .value, .row: return true
    case .list(let entries) where entries.count > 20: return false
    default:
      let line = line
      return line.utf8.count + used <= Self.width
    }
  }

  private func write(to text: inout String, indent: Int, used: Int = 0) {
    guard !fits(indent + used) else {
      text += line
      return
    }
    let space = String(repeating: " ", count: indent + 2)
    func end(_ mark: String) { text += "\n" + String(repeating: " ", count: indent) + mark }
    switch self {
    case .value, .row: text += line
    case .list(let entries):
      text += "["
      for (index, entry) in entries.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + space
        entry.write(to: &text, indent: indent + 2)
      }
      end("]")
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        let key = member.0.jsonQuoted(.blanks) + ": "
        text += (index > 0 ? ",\n" : "\n") + space + key
        member.1.write(to: &text, indent: indent + 2, used: key.utf8.count)
      }
      end("}")
    }
  }
}
