internal import GeoSnap

/// The definition that results from a mapping and its data.
struct GISCatalog {
  let mapping: GISMapping
  /// The layers that are network sources, in the order of the mapping.
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

  /// The network attributes that the mapping names; `storage` returns the storage of a layer's field.
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
        }.map {
          NetworkAttribute.Assignment(sourceID: $0.sourceID, fieldName: attribute.column)
        }
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
