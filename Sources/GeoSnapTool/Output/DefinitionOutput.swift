import GeoSnap
import GeoSnapImport

struct DefinitionOutput {
  let result: EsriPropertiesResult
  let out: String

  var document: JSONValue {
    .object([
      "out": .string(out),
      "properties": .object(result.report.properties.mapValues { .string($0) }),
      "files": .array(result.report.files.map(json)),
      "otherFiles": JSONValue(result.report.otherFiles), "written": written.document,
      "notes": JSONValue(result.report.notes),
    ])
  }

  private func json(_ file: EsriPropertiesReport.File) -> JSONValue {
    .object([
      "file": .string(file.name), "rows": .integer(file.rows), "carried": JSONValue(file.carried),
      "checked": JSONValue(file.checked), "notCarried": JSONValue(file.notCarried),
      "columnsNotCarried": JSONValue(file.columnsNotCarried),
      "unknownColumns": JSONValue(file.unknownColumns),
    ])
  }

  private var written: DefinitionCounts {
    DefinitionCounts(result.network.definition, rules: result.network.rules.count)
  }

  var lines: [String] {
    var lines = ["Made \(out)"]
    lines.append(written.line)
    for file in result.report.files {
      lines.append("\(file.name): \(file.rows) rows")
      lines += list("carried", file.carried) + list("checked", file.checked)
      lines += list("not carried", file.notCarried)
      lines += list("columns not carried", file.columnsNotCarried)
      lines += list("unknown columns", file.unknownColumns)
    }
    lines += list("Other files, not read", result.report.otherFiles, indent: "")
    return lines + result.report.notes.map { "Note: \($0)" }
  }

  private func list(_ title: String, _ counts: [String: Int]) -> [String] {
    list(title, counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
  }

  private func list(_ title: String, _ texts: [String], indent: String = "  ") -> [String] {
    texts.isEmpty ? [] : ["\(indent)\(title): \(texts.joined(separator: ", "))"]
  }
}

struct DefinitionCounts {
  let counts: [(name: String, count: Int)]

  init(_ definition: NetworkDefinition, rules: Int) {
    let groups = definition.sources.flatMap(\.assetGroups)
    counts = [
      ("domainNetworks", definition.domainNetworks.count),
      ("tiers", definition.domainNetworks.reduce(0) { $0 + $1.tiers.count }),
      ("sources", definition.sources.count), ("assetGroups", groups.count),
      ("assetTypes", groups.reduce(0) { $0 + $1.assetTypes.count }),
      ("terminalConfigurations", definition.terminalConfigurations.count),
      ("categories", definition.categories.count),
      ("networkAttributes", definition.networkAttributes.count),
      ("domains", definition.domains.count), ("rules", rules),
    ]
  }

  var document: JSONValue {
    .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.name, .integer($0.count)) }))
  }

  var line: String { "Written: " + counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ") }
}
