internal import GeoSnap

extension PropertyFile {
  /// Reads the valid asset types and the trace configuration of each tier into a draft.
  ///
  /// - Returns: Asset types of tiers for which no other row gives a code.
  func readTiers(into draft: inout DefinitionDraft) -> [String] {
    let rows = section("TierRank", needed: ["TierName", "Property", "Descriptor", "Value"])
    let names = draft.assetTypesByName
    var unknown: Set<String> = []
    var property = ""
    var item = ""
    var list: (row: PropertyRow, count: Int)?
    var listed = 0
    func checkList() {
      guard let list, list.count != listed else { return }
      report(list.row, "Property", "\(list.count) rows are announced, but the file has \(listed).")
    }
    for row in rows {
      let place = draft.tier(named: row["TierName"])
      if place == nil { report(row, "TierName", "No tier above is named '\(row["TierName"])'.") }
      let title = row["Property"]
      if !title.isEmpty || !row["TierRank"].isEmpty {
        checkList()
        let parts = title.split(separator: " - ").map(String.init)
        let count = parts.count > 1 ? parts.last.flatMap { Int(whole: $0) } : nil
        property = parts.first ?? ""
        item = ""
        list = count.map { (row, $0) }
        listed = 0
        use(row, .checked("tier headings"))
        continue
      }
      if row["Descriptor"].isEmpty && row["Value"].isEmpty {
        use(row, .checked("tier headings"))
        continue
      }
      if list != nil { listed += 1 }
      guard let place else { continue }
      if property == "Trace Configuration" {
        if !row["Descriptor"].isEmpty { item = row["Descriptor"] }
        readConfiguration(row, item, of: place, into: &draft)
      } else if let valid = ValidList(title: property) {
        let path = "\(row["Descriptor"])/\(row["Value"])"
        let domain = draft.domains[place.domain].id
        var isKnown = false
        for (usage, types) in valid.targets {
          let codes = names[.init(domain: domain, usage: usage, path: path)] ?? []
          isKnown = isKnown || !codes.isEmpty
          draft.domains[place.domain].tiers[place.tier][keyPath: types] += codes
        }
        if !isKnown { unknown.insert(path) }
        use(
          row,
          isKnown ? .carried("tiers: \(property)") : .notCarried("asset types without a code")
        )
      } else {
        use(row, .notCarried("tiers: \(property)"))
      }
    }
    checkList()
    return unknown.ordered()
  }

  private func readConfiguration(
    _ row: PropertyRow,
    _ item: String,
    of place: (domain: Int, tier: Int),
    into draft: inout DefinitionDraft
  ) {
    let value = row["Value"]
    let tier = draft.domains[place.domain].tiers[place.tier]
    var configuration = tier.traceConfiguration ?? TraceConfiguration()
    do {
      var reader = TraceText(value, categories: Set(draft.categories))
      switch item {
      case "Condition Barriers":
        if !value.isEmpty { configuration.traversability.barriers = try reader.conditions() }
      // The extractor spells it `Traversibiilty`.
      case let title where title.hasPrefix("Apply Trav"):
        configuration.traversability.scope = try reader.scope()
      case "Propagators":
        if !value.isEmpty { configuration.propagators.append(try reader.propagator()) }
      case "Summaries":
        if !value.isEmpty { configuration.functions.append(try reader.function()) }
      default:
        return use(row, .notCarried("trace configuration: \(item)"))
      }
      draft.note(attributesOf: reader)
      draft.domains[place.domain].tiers[place.tier].traceConfiguration = configuration
      use(row, .carried("trace configuration"))
    } catch {
      report(row, "Value", "\(item): \(error.message)")
    }
  }
}

/// One of the asset type lists of a tier, by the title above its rows.
private struct ValidList {
  let targets: [(NetworkSourceUsage, WritableKeyPath<Tier, [AssetTypeCode]>)]

  init?(title: String) {
    switch title {
    case "Valid Subnetwork Controllers":
      targets = [
        (.device, \.validSubnetworkControllers),
        (.junctionObject, \.validJunctionObjectSubnetworkControllers),
      ]
    case "Valid Devices": targets = [(.device, \.validDevices)]
    case "Valid Lines": targets = [(.line, \.validLines)]
    case "Valid Junctions": targets = [(.junction, \.validJunctions)]
    case let title where title.hasPrefix("Valid Junction Object"):
      targets = [(.junctionObject, \.validJunctionObjects)]
    case let title where title.hasPrefix("Valid Edge Object"):
      targets = [(.edgeObject, \.validEdgeObjects)]
    // The extractor spells it `Aggregrated`.
    case let title where title.hasPrefix("Agg"):
      targets = [(.line, \.aggregatedLinesForSubnetLine)]
    default: return nil
    }
  }
}

extension DefinitionDraft {
  fileprivate struct TypeName: Hashable {
    let domain: Int
    let usage: NetworkSourceUsage
    /// Asset group and asset type.
    let path: String
  }

  /// The codes of all asset types by name.
  fileprivate var assetTypesByName: [TypeName: [AssetTypeCode]] {
    var names: [TypeName: [AssetTypeCode]] = [:]
    // In the order of names and codes, so that the result for two types with one name is the same in every run.
    for (_, member) in classes.sorted(by: { $0.key < $1.key }) {
      for (groupCode, group) in member.groups.sorted(by: { $0.key < $1.key }) {
        for (typeCode, type) in group.types.sorted(by: { $0.key < $1.key }) {
          let path = "\(group.name)/\(type.name)"
          names[TypeName(domain: member.domain, usage: member.usage, path: path), default: []]
            .append(AssetTypeCode(assetGroup: groupCode, assetType: typeCode))
        }
      }
    }
    return names
  }

  fileprivate func tier(named name: String) -> (domain: Int, tier: Int)? {
    for (domain, network) in domains.enumerated() {
      if let tier = network.tiers.firstIndex(where: { $0.name == name }) { return (domain, tier) }
    }
    return nil
  }

  /// Defines the attributes that a text names; those that are summed up are real numbers.
  fileprivate mutating func note(attributesOf text: TraceText) {
    for (name, isSummed) in text.attributes {
      if let known = attributes.firstIndex(where: { $0.name == name }) {
        if isSummed { attributes[known].dataType = .double }
      } else {
        attributes.append(
          NetworkAttribute(
            id: attributes.count + 1,
            name: name,
            dataType: isSummed ? .double : .integer,
            isApportionable: name == "Shape length",
            isSystemDefined: ["Shape length", "Asset group", "Asset type"].contains(name)
          )
        )
      }
    }
  }
}
