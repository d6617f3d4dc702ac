internal import GeoSnap

extension PropertyFile {
  /// Reads domain networks and tiers into a draft.
  mutating func readDomainNetworks(into draft: inout DefinitionDraft) {
    let rows = section(
      "DomainNetworkID",
      before: "TierRank",
      needed: ["DomainName", "TierRank", "Tier", "TierGroup", "TopologyType"],
      ignored: [
        "SupportDisjointSubnetworks", "UpdateSubnetworkContainers", "UpdateSubnetworkStructures",
      ]
    )
    for row in rows {
      if row["DomainNetworkID"].isEmpty {
        readTier(row, into: &draft)
      } else if let id = number(row, "DomainNetworkID") {
        let name = row["DomainName"]
        if name.isEmpty { report(row, "DomainName", "A domain network needs a name.") }
        draft.domains.append(
          DomainNetwork(id: id, name: name, isStructureNetwork: name == "Structure")
        )
        use(row, .carried("domain networks"))
      }
    }
    // The longest name first: one may begin with another.
    draft.domains.sort { ($1.name.count, $0.id) < ($0.name.count, $1.id) }
  }

  private mutating func readTier(_ row: PropertyRow, into draft: inout DefinitionDraft) {
    let topologies: [String: TierTopology] = ["radial": .radial, "mesh": .mesh]
    guard let domain = draft.domains.indices.last else {
      return report(row, "Tier", "The tier stands above the first domain network.")
    }
    guard let rank = number(row, "TierRank") else { return }
    guard let topology = topologies[row["TopologyType"].lowercased()] else {
      return report(row, "TopologyType", "'\(row["TopologyType"])' is neither Radial nor Mesh.")
    }
    let group = row["TierGroup"]
    var network = draft.domains[domain]
    if !group.isEmpty, !network.tierGroups.contains(group) { network.tierGroups.append(group) }
    network.tierDefinition = network.tierGroups.isEmpty ? .partitioned : .hierarchical
    network.tiers.append(
      Tier(
        id: network.tiers.count + 1,
        name: row["Tier"],
        rank: rank,
        topology: topology,
        tierGroupName: group.isEmpty ? nil : group
      )
    )
    draft.domains[domain] = network
    use(row, .carried("tiers"))
  }

  /// Reads what the file says of each tier beside its rank: subnetwork definitions, which are held
  /// against the draft and not carried.
  ///
  /// - Returns: Asset types that are listed for tiers and that no other row gives a code.
  mutating func checkTiers(against draft: DefinitionDraft) -> [String] {
    let rows = section("TierRank", needed: ["TierName", "Property", "Descriptor", "Value"])
    let tiers = Set(draft.domains.flatMap { $0.tiers.map(\.name) })
    let known = draft.assetTypeNames
    var unknown: Set<String> = []
    var property = ""
    var list: (row: PropertyRow, count: Int)?
    var listed = 0
    func check(_ file: inout PropertyFile) {
      guard let list, list.count != listed else { return }
      file.report(list.row, "Property", "\(list.count) rows are announced, \(listed) follow.")
    }
    for row in rows {
      if !tiers.contains(row["TierName"]) {
        report(row, "TierName", "No tier above is named '\(row["TierName"])'.")
      }
      let title = row["Property"]
      if !title.isEmpty || !row["TierRank"].isEmpty {
        check(&self)
        let parts = title.split(separator: " - ").map(String.init)
        let count = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
        property = parts.first ?? ""
        list = count.map { (row, $0) }
        listed = 0
        use(row, .checked("tier headings"))
      } else if row["Descriptor"].isEmpty && row["Value"].isEmpty {
        use(row, .checked("tier headings"))
      } else {
        use(row, .notCarried("tiers: \(property)"))
        guard list != nil else { continue }
        listed += 1
        let path = "\(row["Descriptor"])/\(row["Value"])"
        if property.hasPrefix("Valid") || property.hasPrefix("Agg"), !known.contains(path) {
          unknown.insert(path)
        }
      }
    }
    check(&self)
    return unknown.sorted()
  }

  /// The whole number in a column; anything else is a problem.
  mutating func number(_ row: PropertyRow, _ column: String) -> Int? {
    if let number = Int(row[column]) { return number }
    report(row, column, "'\(row[column])' is no whole number.")
    return nil
  }

  /// The code of an asset group or type in a column, which has 32 bits; anything else is a problem.
  mutating func code(_ row: PropertyRow, _ column: String) -> Int? {
    guard let number = number(row, column) else { return nil }
    if Int32(exactly: number) != nil { return number }
    report(row, column, "The code \(number) is beyond 32 bits.")
    return nil
  }
}

extension DefinitionDraft {
  /// Asset group and asset type of all asset types, by names.
  fileprivate var assetTypeNames: Set<String> {
    Set(
      classes.values.flatMap { member in
        member.groups.values.flatMap { group in
          group.types.values.map { "\(group.name)/\($0.name)" }
        }
      }
    )
  }
}
