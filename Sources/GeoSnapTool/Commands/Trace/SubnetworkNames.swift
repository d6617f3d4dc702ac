import GeoSnap

/// The names of subnetworks that the features should have.
struct SubnetworkNames {
  /// For each field that holds names of a tier, the names of each feature's subnetworks.
  private var names: [(field: String, ofFeature: [FeatureID: [String]])] = []
  /// For each field the tables whose features may have a name.
  private var tables: [Set<Int>] = []
  private let network: EditedNetwork

  /// Separates the names of several subnetworks.
  private static let separator = "::"
  /// The field for names when a tier does not name one.
  private static let defaultField = "SUBNETWORKNAME"

  /// Collects the names.
  ///
  /// - `report`: The subnetworks of all tiers, since several tiers may share a field.
  /// - `tier`: The tier whose field is written, of one domain network or of all; nil for all tiers.
  init(_ network: EditedNetwork, _ report: SubnetworkReport, of tier: TierNames) {
    self.network = network
    for domain in network.definition.domainNetworks
    where tier.domainNetwork == nil || domain.name == tier.domainNetwork {
      let sources = Set(domain.sources.compactMap { network.table(sourceID: $0.sourceID) })
      for known in domain.tiers where tier.tier == nil || known.name == tier.tier {
        let field = known.subnetworkFieldName ?? Self.defaultField
        if let known = names.firstIndex(where: { $0.field.lowercased() == field.lowercased() }) {
          tables[known].formUnion(sources)
        } else {
          names.append((field, [:]))
          tables.append(sources)
        }
      }
    }
    let fields = Self.fields(of: network.definition)
    for subnetwork in report.subnetworks {
      let field = fields[[subnetwork.domainNetworkName, subnetwork.tierName]]
      guard let index = names.firstIndex(where: { $0.field.lowercased() == field }) else {
        continue
      }
      for feature in subnetwork.elements.features {
        tables[index].insert(Int(feature.table))
        names[index].ofFeature[feature, default: []].append(subnetwork.name)
      }
    }
  }

  /// For each domain network and tier the field that holds names, in lower case.
  private static func fields(of definition: NetworkDefinition) -> [[String]: String] {
    var fields: [[String]: String] = [:]
    for domain in definition.domainNetworks {
      for tier in domain.tiers {
        fields[[domain.name, tier.name]] = (tier.subnetworkFieldName ?? defaultField).lowercased()
      }
    }
    return fields
  }

  /// The fields that tables lack though one of their features has a name.
  var missingFields: [(field: String, tables: [String])] {
    names.compactMap { field, ofFeature in
      let named = Set(ofFeature.keys.map { Int($0.table) })
      let lacking = named.filter { column(field, of: $0) == nil }.sorted()
      return lacking.isEmpty ? nil : (field, lacking.map { network.base.tables[$0].name })
    }
  }

  /// The edits after which each feature has exactly the names of its subnetworks.
  var edits: [NetworkEdit] {
    zip(names, tables).flatMap { entry, tables in
      tables.sorted().flatMap { edits(ofTable: $0, entry.field, entry.ofFeature) }
    }
  }

  private func edits(
    ofTable table: Int,
    _ field: String,
    _ names: [FeatureID: [String]]
  ) -> [NetworkEdit] {
    let column = column(field, of: table)
    return network.features(table: table).compactMap { feature in
      guard let globalID = network.globalID(of: feature) else { return nil }
      let wanted = names[feature].map {
        AttributeValue.text($0.joined(separator: Self.separator))
      }
      let current = column.flatMap { network.attribute($0, of: feature) } ?? .null
      guard current != wanted ?? .null else { return nil }
      let name = column.map { network.base.tables[table].fields[$0].name } ?? field
      return .setAttributes(.globalID(globalID), [name: wanted ?? .null])
    }
  }

  private func column(_ field: String, of table: Int) -> Int? {
    network.base.tables[table].fields.firstIndex { $0.name.lowercased() == field.lowercased() }
  }
}
