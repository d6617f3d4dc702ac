internal import GeoSnap

/// The electric domain network: Esri's types and rules, and GeoSnap's beside them.
package enum ElectricCatalog {
  /// The catalog with the tiers asked for.
  package static func make(tiers: ImportOptions.Tiers) -> Catalog {
    let esri = EsriElectricReader()
    func groups(_ source: Int, _ own: [AssetGroup] = []) -> [AssetGroup] {
      (esri.groups[source] ?? []) + own
    }
    let sources = [
      NetworkSource(
        sourceID: SourceNumber.electricDevice,
        name: "ElectricDevice",
        usage: .device,
        assetGroups: groups(SourceNumber.electricDevice, ElectricOwnTypes.equipmentGroups)
      ),
      NetworkSource(
        sourceID: SourceNumber.electricJunction,
        name: "ElectricJunction",
        usage: .junction,
        assetGroups: groups(SourceNumber.electricJunction)
      ),
      NetworkSource(
        sourceID: SourceNumber.electricAssembly,
        name: "ElectricAssembly",
        usage: .assembly,
        assetGroups: groups(SourceNumber.electricAssembly)
      ),
      NetworkSource(
        sourceID: SourceNumber.electricLine,
        name: "ElectricLine",
        usage: .line,
        assetGroups: groups(SourceNumber.electricLine, [ElectricOwnTypes.mixedLineGroup])
      ),
      NetworkSource(
        sourceID: SourceNumber.electricJunctionObject,
        name: "ElectricJunctionObject",
        usage: .junctionObject,
        assetGroups: [ElectricOwnTypes.busObjectGroup] + ElectricOwnTypes.equipmentGroups
      ),
      NetworkSource(
        sourceID: SourceNumber.electricEdgeObject,
        name: "ElectricEdgeObject",
        usage: .edgeObject,
        assetGroups: [ElectricOwnTypes.edgeObjectGroup]
      ),
    ]
    let structure = DomainNetwork(
      id: 1,
      name: "Structure",
      isStructureNetwork: true,
      sources: [
        NetworkSource(
          sourceID: SourceNumber.structureJunction,
          name: "StructureJunction",
          usage: .structureJunction,
          assetGroups: groups(SourceNumber.structureJunction)
        ),
        NetworkSource(
          sourceID: SourceNumber.structureLine,
          name: "StructureLine",
          usage: .structureLine,
          assetGroups: groups(SourceNumber.structureLine)
        ),
        NetworkSource(
          sourceID: SourceNumber.structureBoundary,
          name: "StructureBoundary",
          usage: .structureBoundary,
          assetGroups: groups(SourceNumber.structureBoundary, [ElectricOwnTypes.stationGroup])
        ),
      ]
    )
    var categories: Set<String> = [ElectricOwnTypes.controllerCategory]
    for group in esri.groups.values.joined() {
      for type in group.assetTypes { categories.formUnion(type.categories) }
    }
    return Catalog(
      definition: NetworkDefinition(
        domainNetworks: [structure, domain(sources, tiers)],
        terminalConfigurations: directed(
          esri.configurations + ElectricOwnTypes.configurations,
          in: tiers
        ),
        categories: categories.ordered(),
        networkAttributes: AttributeNumber.networkAttributes(
          AttributeNumber.all + AttributeNumber.electric,
          fields: sources.map { ($0.sourceID, fields(of: $0.usage)) }
        )
      ),
      rules: esri.rules + ElectricOwnRules.make(beside: esri.rules)
    )
  }

  /// Terminal configurations as a choice of tiers needs them.
  ///
  /// Where transformers divide tiers, power runs through them from the high side to the low. Within one
  /// tier of supply it runs as it is fed, through a transformer of a power plant or after an outage also
  /// from the low side to the high.
  static func directed(
    _ configurations: [TerminalConfiguration],
    in tiers: ImportOptions.Tiers
  ) -> [TerminalConfiguration] {
    guard tiers == .supply else { return configurations }
    return configurations.map { configuration in
      var configuration = configuration
      configuration.isDirectional = false
      return configuration
    }
  }

  private static func domain(
    _ sources: [NetworkSource],
    _ tiers: ImportOptions.Tiers
  ) -> DomainNetwork {
    switch tiers {
    case .supply:
      DomainNetwork(
        id: 2,
        name: "Electric",
        tierDefinition: .hierarchical,
        tierGroups: ["Import"],
        tiers: [
          Tier(
            id: 1,
            name: "Supply",
            rank: 1,
            topology: .radial,
            tierGroupName: "Import",
            traceConfiguration: .barredByOpen
          )
        ],
        sources: sources
      )
    case .voltage:
      DomainNetwork(
        id: 2,
        name: "Electric",
        tierDefinition: .partitioned,
        tiers: VoltageLevel.allCases.map {
          Tier(
            id: $0.rawValue + 1,
            name: $0.tierName,
            rank: $0.rawValue + 1,
            topology: $0 == .high ? .mesh : .radial,
            traceConfiguration: .barredByOpen
          )
        },
        sources: sources
      )
    }
  }

  /// The attribute columns of a source.
  static func fields(of usage: NetworkSourceUsage) -> [AttributeField] {
    let common = [AttributeField(FieldName.name, .text), AttributeField(FieldName.kind, .text)]
    switch usage {
    case .device, .junctionObject:
      return common + [
        AttributeField(FieldName.standardType, .text),
        AttributeField(FieldName.deviceStatus, .integer),
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.phases, .integer),
        AttributeField(FieldName.nominalVoltage, .real),
        AttributeField(FieldName.ratedPower, .real),
        AttributeField(FieldName.activePower, .real),
        AttributeField(FieldName.reactivePower, .real),
        AttributeField(FieldName.parallel, .integer),
        AttributeField(FieldName.controllerName, .text),
        AttributeField(FieldName.tierName, .text),
        AttributeField(FieldName.controllerTerminal, .text),
        AttributeField(FieldName.transformerLoad, .real),
        AttributeField(FieldName.generation, .real),
      ]
    case .junction:
      return common + [
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.phases, .integer),
        AttributeField(FieldName.nominalVoltage, .real),
      ]
    case .line, .edgeObject:
      return common + [
        AttributeField(FieldName.standardType, .text),
        AttributeField(FieldName.inService, .integer),
        AttributeField(FieldName.phases, .integer),
        AttributeField(FieldName.length, .real),
        AttributeField(FieldName.nominalVoltage, .real),
        AttributeField(FieldName.parallel, .integer),
        AttributeField(FieldName.fromTerminal, .integer),
        AttributeField(FieldName.toTerminal, .integer),
      ]
    default:
      return [AttributeField(FieldName.name, .text)]
    }
  }
}
