internal import GeoSnap

struct GISCatalog {
  let mapping: GISMapping
  let layers: [GISLayerTypes]
  let rules: [NetworkRule]
  let attributes: [GISAttribute]

  /// Whether the types of network attributes depend on the storage of fields.
  static func needsFields(_ mapping: GISMapping) -> Bool {
    mapping.layers.contains { layer in
      layer.attributes.contains { column in
        !AttributeNumber.all.contains { $0.name == column.attribute }
          && !mapping.attributes.contains { $0.name == column.attribute }
      }
    }
  }

  static func attributes(
    of mapping: GISMapping,
    storage: (GISMapping.Layer, String) -> AttributeField.Storage?
  ) throws(ReadingError) -> [GISAttribute] {
    var attributes: [GISAttribute] = []
    var names: [String] = []
    for layer in mapping.layers {
      for column in layer.attributes where !names.contains(column.attribute) {
        names.append(column.attribute)
      }
    }
    for name in names {
      let columns = mapping.layers.flatMap { layer in
        layer.attributes.filter { $0.attribute == name }.map { (layer, $0) }
      }
      let known = AttributeNumber.all.first { $0.name == name }
      let listed = mapping.attributes.first { $0.name == name }
      let isWhole = columns.allSatisfy { layer, column in
        let values =
          (column.values.map { Array($0.values) } ?? []) + (column.other.map { [$0] } ?? [])
        let isStoredWhole = column.values != nil || storage(layer, column.field) == .integer
        return isStoredWhole && values.allSatisfy { Int64(exactly: $0) != nil }
      }
      let attribute = GISAttribute(
        name: name,
        column: GISAttribute.column(of: name),
        type: known?.type ?? listed?.type ?? (isWhole ? .integer : .double),
        isApportionable: known?.field == FieldName.length || listed?.isApportionable ?? false
      )
      if let other = attributes.first(where: { $0.column == attribute.column }) {
        throw ReadingError(
          columns[0].1.path,
          "\(name) and \(other.name) would have the same column \(other.column): rename one."
        )
      }
      attributes.append(attribute)
    }
    return attributes
  }

  var catalog: Catalog {
    var definition = NetworkDefinition(terminalConfigurations: mapping.configurations)
    let structure = layers.filter { $0.layer.domain == GISMapping.structureNetwork }
    if !structure.isEmpty {
      definition.domainNetworks.append(
        DomainNetwork(
          id: 1,
          name: GISMapping.structureNetwork,
          isStructureNetwork: true,
          sources: structure.map(source)
        )
      )
    }
    for domain in mapping.domains {
      var groups: [String] = []
      for group in domain.tiers.compactMap(\.tierGroupName) where !groups.contains(group) {
        groups.append(group)
      }
      definition.domainNetworks.append(
        DomainNetwork(
          id: definition.domainNetworks.count + 1,
          name: domain.name,
          tierDefinition: domain.tierDefinition,
          subnetworkControllerType: domain.controllers,
          tierGroups: groups,
          tiers: domain.tiers,
          sources: layers.filter { $0.layer.domain == domain.name }.map(source)
        )
      )
    }
    for layer in layers {
      for category in layer.groups.flatMap(\.assetTypes).flatMap(\.categories)
      where !definition.categories.contains(category) {
        definition.categories.append(category)
      }
    }
    definition.networkAttributes = attributes.enumerated().map { position, attribute in
      NetworkAttribute(
        id: position + 1,
        name: attribute.name,
        dataType: attribute.type,
        isApportionable: attribute.isApportionable,
        domainName: attribute.column == FieldName.deviceStatus ? "Device Status" : nil,
        assignments: layers.filter { layer in
          layer.layer.attributes.contains { $0.attribute == attribute.name }
        }.map { NetworkAttribute.Assignment(sourceID: $0.sourceID, fieldName: attribute.column) }
      )
    }
    return Catalog(definition: definition, rules: rules)
  }

  /// The source of a layer; from-sides of containment rules are containers, those of attachment rules structures.
  private func source(_ layer: GISLayerTypes) -> NetworkSource {
    var containers: Set<AssetTypeID> = []
    var structures: Set<AssetTypeID> = []
    for rule in rules {
      if rule.kind == .containment { containers.insert(rule.from.assetType) }
      if rule.kind == .attachment { structures.insert(rule.from.assetType) }
    }
    var groups = layer.groups
    for group in groups.indices {
      for type in groups[group].assetTypes.indices {
        let id = AssetTypeID(
          sourceID: layer.sourceID,
          assetGroup: groups[group].code,
          assetType: groups[group].assetTypes[type].code
        )
        if structures.contains(id) { groups[group].assetTypes[type].associationRole = .structure }
        if containers.contains(id) { groups[group].assetTypes[type].associationRole = .container }
      }
    }
    return NetworkSource(
      sourceID: layer.sourceID,
      name: layer.layer.name,
      usage: layer.layer.usage ?? .junction,
      assetGroups: groups
    )
  }
}

struct GISAttribute {
  let name: String
  let column: String
  let type: NetworkAttribute.DataType
  let isApportionable: Bool

  var storage: AttributeField.Storage { type == .integer || type == .boolean ? .integer : .real }

  /// The column of an attribute: the one that all imports use, or the name in capitals.
  static func column(of name: String) -> String {
    if let known = AttributeNumber.all.first(where: { $0.name == name }) { return known.field }
    let letters = name.uppercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return letters.isEmpty ? "ATTRIBUTE" : letters
  }

  static func word(_ text: String, of attribute: String) -> Double? {
    let word = text.lowercased()
    switch attribute {
    case "Device Status": return ["unknown": 0, "open": 1, "closed": 2][word]
    case "In Service": return ["true": 1, "false": 0][word]
    case "Phases Current":
      var bits = 0
      for letter in word {
        guard let bit = ["a": 4, "b": 2, "c": 1][letter], bits & bit == 0 else { return nil }
        bits |= bit
      }
      return bits == 0 ? nil : Double(bits)
    default: return nil
    }
  }

  private var range: ClosedRange<Double>? {
    switch name {
    case "Device Status": 0...2
    case "In Service": 0...1
    case "Phases Current": 0...7
    default: type == .boolean ? 0...1 : nil
    }
  }

  /// The value of a row, converted as a mapping defines; an error is the end of a sentence.
  func value(_ value: AttributeValue, _ column: GISMapping.AttributeColumn) throws(ReadingError)
    -> AttributeValue
  {
    let number: Double?
    if let values = column.values {
      number = value.key.flatMap { GISMapping.listed($0, in: values) } ?? column.other
      if number == nil, let key = value.key, !key.isEmpty {
        throw ReadingError(
          "",
          "has \(column.field) '\(key.prefix(40))', which the mapping does not list: list it in \"values\" of \(name)."
        )
      }
    } else {
      number = try plain(value, column) ?? column.other
    }
    guard let number else { return .null }
    if column.values == nil, let whole = Self.whole(value), Int64(exactly: number) != whole,
      Self.word("\(whole)", of: name) == nil
    {
      // A double cannot hold it exactly.
      if storage == .integer, range == nil { return .integer(whole) }
      throw ReadingError("", "has \(column.field) \(whole), which \(name) does not hold exactly.")
    }
    if let range, !range.contains(number) {
      throw ReadingError(
        "",
        "has \(column.field) \(AttributeValue.text(of: number)); \(name) must be between "
          + "\(Int(range.lowerBound)) and \(Int(range.upperBound))."
      )
    }
    guard storage == .integer else { return .real(number) }
    guard let integer = Int64(exactly: number) else {
      throw ReadingError(
        "",
        "has \(column.field) \(number); \(name) must be a 64-bit integer."
      )
    }
    return .integer(integer)
  }

  private static func whole(_ value: AttributeValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .text(let text): wholeNumber(text)
    case .null, .real, .blob: nil
    }
  }

  private func plain(_ value: AttributeValue, _ column: GISMapping.AttributeColumn)
    throws(ReadingError) -> Double?
  {
    switch value {
    case .null, .text(""): return nil
    case .integer(let integer): return Double(integer)
    case .real(let number) where number.isFinite: return number
    case .text(let text):
      if let number = Self.word(text, of: name) { return number }
      if type == .boolean, let flag = Bool(text.lowercased()) { return flag ? 1 : 0 }
      if let number = Double(text), number.isFinite { return number }
    default: break
    }
    throw ReadingError(
      "",
      "has \(column.field) '\((value.key ?? "bytes").prefix(40))', which is not a value of "
        + "\(name). Correct it in the data, or list all values of \(column.field) in \"values\": with "
        + "\"values\", only listed values are read."
    )
  }
}
