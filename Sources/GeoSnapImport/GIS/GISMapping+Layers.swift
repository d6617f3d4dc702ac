internal import GeoSnap
internal import GeoSnapSupport

extension GISMapping {
  /// A network source, or a plain table without a usage; a class, so that readers of its rows do not copy it.
  final class Layer {
    let name: String
    let path: String
    let data: GISImporter.DataReference
    private(set) var usage: NetworkSourceUsage?
    private(set) var domain: String?
    private(set) var group = Classification(choice: .constant(Named(name: "")))
    private(set) var type = Classification(choice: .constant(Named(name: "")))
    private(set) var defaults = AssetTypeTraits()
    let globalID: String?
    let origin: String?
    let fields: [String]?
    let parts: Parts
    private(set) var attributes: [AttributeColumn] = []
    private(set) var fromTerminal: String?
    private(set) var toTerminal: String?

    private static let memberNames: Set<String> = [
      "name", "domainNetwork", "usage", "data", "assetGroup", "assetType", "policy", "terminals",
      "categories", "controller", "globalID", "origin", "fields", "parts", "networkAttributes",
      "fromTerminal", "toTerminal",
    ]

    private static let usages = Dictionary(
      uniqueKeysWithValues: NetworkSourceUsage.allCases.filter { $0 != .subnetLine }
        .map { ($0.name, $0) }
    )

    init(_ node: JSONNode, domains: [Domain], configurations: [TerminalConfiguration])
      throws(ReadingError)
    {
      let members = try node.members(Self.memberNames)
      path = node.path
      data = try GISImporter.DataReference(try members.required("data"))
      name = try members.text("name") ?? data.name
      if let word = members["usage"] {
        guard let known = Self.usages[try word.text()] else {
          throw word.error(
            "There is no such usage. \(Words.known("usage", Self.usages.keys.sorted()))"
          )
        }
        usage = known
      }
      globalID = try members.text("globalID")
      origin = try members.text("origin")
      fields = try members.texts("fields")
      parts = try members["parts"]?.word(GISMapping.Parts.self) ?? .split
      guard let usage else {
        for name in [
          "domainNetwork", "assetGroup", "assetType", "policy", "terminals", "categories",
          "controller", "networkAttributes", "fromTerminal", "toTerminal",
        ] {
          if let member = members[name] {
            throw member.error("A source without a usage is a plain table, which has no \(name).")
          }
        }
        return
      }
      domain = try Self.domain(members["domainNetwork"], usage, domains, node)
      defaults = try AssetTypeTraits(members, configurations: configurations)
      group = Classification(choice: .constant(Named(name: name)))
      type = Classification(choice: .constant(Named(name: name)))
      if let node = members["assetGroup"] { group = try Classification(node, configurations: nil) }
      if let node = members["assetType"] {
        type = try Classification(node, configurations: configurations)
      }
      let columns = try members["networkAttributes"]?.namedMembers() ?? [:]
      for (name, column) in Array(columns).rising(by: \.key) {
        attributes.append(try AttributeColumn(name, column))
      }
      fromTerminal = try members.text("fromTerminal")
      toTerminal = try members.text("toTerminal")
    }

    /// The source of the junctions that are created where lines meet: a name, or an object.
    init(nodes node: JSONNode, domains: [Domain]) throws(ReadingError) {
      path = node.path
      usage = .junction
      (globalID, origin, fields, parts) = (nil, nil, nil, .split)
      var members: JSONMembers?
      if node.isObject {
        members = try node.members([
          "name", "domainNetwork", "assetGroup", "assetType", "categories",
        ])
      }
      name = if let members { try members.requiredText("name") } else { try node.text() }
      data = GISImporter.DataReference(file: name, table: nil)
      domain = try Self.domain(members?["domainNetwork"], .junction, domains, node)
      let group = try members?.text("assetGroup") ?? name
      let type = try members?.text("assetType") ?? name
      self.group = Classification(choice: .constant(Named(name: group)))
      self.type = Classification(choice: .constant(Named(name: type)))
      defaults.categories = try members?.texts("categories")
    }

    private static func domain(
      _ named: JSONNode?,
      _ usage: NetworkSourceUsage,
      _ domains: [Domain],
      _ node: JSONNode
    ) throws(ReadingError) -> String {
      if usage.name.hasPrefix("structure") {
        if let named {
          throw named.error(
            "A source of usage \(usage.name) belongs to the structure network: leave 'domainNetwork' out."
          )
        }
        return GISMapping.structureNetwork
      }
      guard let named else {
        guard domains.count == 1 else {
          throw node.error(
            domains.isEmpty
              ? "This source needs a domain network: define one in 'domainNetworks'."
              : "There are \(domains.count) domain networks: name the domain network of this source with "
                + "'domainNetwork'."
          )
        }
        return domains[0].name
      }
      let name = try named.text()
      guard let domain = domains.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw named.error("No domain network is called \(name).")
      }
      return domain.name
    }
  }

  /// The entry of a mapping for a value; true and false may also be listed as 1 and 0.
  static func listed<Choice>(_ key: String, in values: [String: Choice]) -> Choice? {
    values[key] ?? digit(of: key).flatMap { values[$0] }
  }

  fileprivate static func digit(of key: String) -> String? { ["true": "1", "false": "0"][key] }

  /// A value of a list in the form in which it is compared with the values of a field.
  fileprivate static func key(_ node: JSONNode) throws(ReadingError) -> String {
    switch node.value {
    case .string(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number): return AttributeValue.text(of: number)
    case .digits(let digits): return digits
    default: throw node.error("A text, a number, true or false was expected.")
    }
  }
}

extension GISImporter.DataReference {
  /// The name in messages and origins: the table, or the file without folder and extension.
  var name: String {
    if let table { return table }
    let last = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    guard node.isObject else {
      (file, table) = (try node.text(), nil)
      try check(node)
      return
    }
    let members = try node.members(["file", "table"])
    file = try members.requiredText("file")
    table = try members.text("table")
    try check(node)
  }

  /// Checks that a table is named for a GeoPackage, which holds several, and only for one.
  private func check(_ node: JSONNode) throws(ReadingError) {
    let isGeoPackage = file.lowercased().hasSuffix(".gpkg")
    if isGeoPackage && table == nil {
      throw node.error(
        "Name the table of the GeoPackage: {\"file\": \"\(file)\", \"table\": \"NAME\"}."
      )
    }
    if !isGeoPackage && table != nil {
      throw node.error("Only a GeoPackage, a file that ends in .gpkg, has tables.")
    }
  }
}

extension GISMapping.AssetTypeTraits {
  fileprivate static let memberNames: Set<String> = [
    "policy", "terminals", "categories", "controller",
  ]

  fileprivate init(_ members: JSONMembers, configurations: [TerminalConfiguration])
    throws(ReadingError)
  {
    if let node = members["policy"] {
      policy = try node.choice([("anyVertex", .anyVertex), ("endVertex", .endVertex)])
    }
    if let node = members["terminals"] {
      let name = try node.text()
      guard configurations.contains(where: { $0.name == name }) else {
        throw node.error(
          "No terminal configuration is called \(name). "
            + Words.known("terminal configuration", configurations.map(\.name))
        )
      }
      terminals = name
    }
    categories = try members.texts("categories")
    if let node = members["controller"] { controller = try GISMapping.Controller(node) }
  }
}

extension GISMapping.Controller {
  func controls(_ key: String) -> Bool {
    values.contains(key) || GISMapping.digit(of: key).map(values.contains) ?? false
  }

  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    path = node.path
    guard node.isObject else {
      tier = try node.text()
      return
    }
    let members = try node.members(["tier", "terminal", "nameField", "where"])
    tier = try members.requiredText("tier")
    terminal = try members.text("terminal")
    nameField = try members.text("nameField")
    if let condition = members["where"] {
      let parts = try condition.members(["field", "values"])
      field = try parts.requiredText("field")
      for value in try parts.required("values").elements() {
        values.append(try GISMapping.key(value))
      }
    }
  }
}

extension GISMapping.Classification {
  fileprivate init(_ node: JSONNode, configurations: [TerminalConfiguration]?) throws(ReadingError)
  {
    guard node.isObject, try node.namedMembers()["field"] != nil else {
      choice = .constant(try GISMapping.Named(node, configurations: configurations))
      return
    }
    let members = try node.members(["field", "values", "other", "missing"])
    var values: [String: GISMapping.Named]?
    if let listed = members["values"] {
      var named: [String: GISMapping.Named] = [:]
      for (value, node) in try listed.namedMembers() {
        named[value] = try GISMapping.Named(node, configurations: configurations)
      }
      values = named
    }
    choice = .field(try members.requiredText("field"), values: values)
    if let node = members["other"] {
      guard values != nil else {
        throw node.error("\"other\" needs \"values\": list values, or leave \"other\" out.")
      }
      other = try GISMapping.Named(node, configurations: configurations)
    }
    if let node = members["missing"] {
      missing = try GISMapping.Named(node, configurations: configurations)
    }
  }
}

extension GISMapping.Named {
  /// Reads an asset type, or an asset group when no configurations are given.
  fileprivate convenience init(_ node: JSONNode, configurations: [TerminalConfiguration]?)
    throws(ReadingError)
  {
    guard node.isObject else {
      self.init(name: try node.text(), path: node.path)
      return
    }
    let names = configurations == nil ? [] : GISMapping.AssetTypeTraits.memberNames.union(["group"])
    let members = try node.members(names.union(["name", "code"]))
    let name = try members.requiredText("name")
    let code = try members["code"]?.integer()
    let group = try members.text("group")
    var traits = GISMapping.AssetTypeTraits()
    if let configurations {
      traits = try GISMapping.AssetTypeTraits(members, configurations: configurations)
    }
    self.init(name: name, code: code, group: group, traits: traits, path: node.path)
  }
}

extension GISMapping.AttributeColumn {
  fileprivate init(_ name: String, _ node: JSONNode) throws(ReadingError) {
    attribute = name
    path = node.path
    guard node.isObject else {
      field = try node.text()
      return
    }
    let members = try node.members(["field", "values", "other"])
    field = try members.requiredText("field")
    other = try members["other"].map { (node) throws(ReadingError) in try Self.number(name, node) }
    guard let listed = members["values"] else { return }
    var numbers: [String: Double] = [:]
    for (value, node) in try listed.namedMembers() { numbers[value] = try Self.number(name, node) }
    values = numbers
  }

  private static func number(_ attribute: String, _ node: JSONNode) throws(ReadingError) -> Double {
    switch node.value {
    case .number(let number) where number.isFinite: return number
    case .bool(let flag):
      if let number = GISAttribute.word("\(flag)", of: attribute) { return number }
      return flag ? 1 : 0
    default:
      guard case .string(let text) = node.value, let number = GISAttribute.word(text, of: attribute)
      else {
        throw node.error(
          "A finite number, true, false or a word of \(attribute) was expected; this is \(node.value.kind)."
        )
      }
      return number
    }
  }
}
