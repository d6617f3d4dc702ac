internal import GeoSnap

/// The electric catalog with additions for circuits.
enum OpenDSSCatalog {
  static func make(tiers: ImportOptions.Tiers) -> Catalog {
    var catalog = ElectricCatalog.make(tiers: tiers)
    catalog.definition.terminalConfigurations += ElectricCatalog.directed(
      OpenDSSTypes.configurations,
      in: tiers
    )
    for domain in catalog.definition.domainNetworks.indices {
      for source in catalog.definition.domainNetworks[domain].sources.indices {
        extend(&catalog.definition.domainNetworks[domain].sources[source])
      }
    }
    catalog.rules += OpenDSSRules.make(beside: catalog.rules)
    for source in catalog.definition.sources {
      catalog.fields[source.sourceID] = fields(
        of: source.usage,
        catalog.fields[source.sourceID] ?? []
      )
    }
    return catalog
  }

  private static func extend(_ source: inout NetworkSource) {
    switch source.sourceID {
    case SourceNumber.electricDevice:
      source.assetGroups.append(OpenDSSTypes.equipmentGroup)
      for (type, category) in categories {
        for group in source.assetGroups.indices
        where source.assetGroups[group].code == type.assetGroup {
          for index in source.assetGroups[group].assetTypes.indices
          where source.assetGroups[group].assetTypes[index].code == type.assetType {
            source.assetGroups[group].assetTypes[index].categories.append(category)
          }
        }
      }
    case SourceNumber.electricJunction: source.assetGroups.append(OpenDSSTypes.connectionGroup)
    case SourceNumber.electricJunctionObject:
      source.assetGroups.append(OpenDSSTypes.equipmentGroup)
    default: break
    }
  }

  /// Categories that Esri's table lacks, of fused cutouts, medium voltage batteries and single-phase transformers.
  private static let categories: [(AssetTypeID, String)] = [
    (ElectricTypes.device(29, 565), "E:Protective"),
    (ElectricTypes.device(30, 61), ElectricTypes.generationCategory),
    (ElectricTypes.device(11, 201), ElectricTypes.controllerCategory),
    (ElectricTypes.device(38, 785), ElectricTypes.controllerCategory),
    (ElectricTypes.device(38, 786), ElectricTypes.controllerCategory),
    (ElectricTypes.device(24, 461), ElectricTypes.controllerCategory),
    (ElectricTypes.device(24, 462), ElectricTypes.controllerCategory),
  ]

  // MARK: Attributes

  static let bank = "BANK"

  /// The column for the phases at one terminal, when they differ from those of the feature.
  static func phases(atTerminal terminal: Int) -> String {
    "\(FieldName.phases)TERMINAL\(terminal)"
  }

  /// Fields that an export of a circuit does not have.
  private static let unknown = [FieldName.reactivePower, FieldName.parallel]

  /// The attribute columns of a source, including those of all electric networks.
  private static func fields(
    of usage: NetworkSourceUsage,
    _ electric: [AttributeField]
  ) -> [AttributeField] {
    let fields = electric.filter { !unknown.contains($0.name) }
    let terminals = [1, 2, 3].map { AttributeField(phases(atTerminal: $0), .integer) }
    return switch usage {
    case .device, .junctionObject: fields + [AttributeField(bank, .text)] + terminals
    case .line, .edgeObject: fields + terminals.prefix(2)
    // A bus has no kind.
    case .junction: fields.filter { $0.name != FieldName.kind }
    default: fields
    }
  }
}
