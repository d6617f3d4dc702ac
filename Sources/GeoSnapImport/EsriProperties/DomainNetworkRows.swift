internal import GeoSnap

extension PropertyFile {
  func readDomainNetworks(into draft: inout DefinitionDraft) {
    let rows = section(
      "DomainNetworkID",
      before: "TierRank",
      needed: ["DomainName", "TierRank", "Tier", "TierGroup", "TopologyType"],
      optional: ["SupportDisjointSubnetworks", "SubnetworkFieldName"],
      ignored: ["UpdateSubnetworkContainers", "UpdateSubnetworkStructures"]
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
    // The longest names come first, because one may begin with another.
    draft.domains = draft.domains.orderedByNumber(\.id).orderedByNumber { -$0.name.count }
  }

  private func readTier(_ row: PropertyRow, into draft: inout DefinitionDraft) {
    let topologies: [String: TierTopology] = ["radial": .radial, "mesh": .mesh]
    guard let domain = draft.domains.indices.last else {
      return report(row, "Tier", "The tier comes before the first domain network.")
    }
    guard let rank = number(row, "TierRank") else { return }
    guard let topology = topologies[row["TopologyType"].lowercased()] else {
      return report(row, "TopologyType", "'\(row["TopologyType"])' is neither Radial nor Mesh.")
    }
    let group = row["TierGroup"]
    var network = draft.domains[domain]
    if !group.isEmpty, !network.tierGroups.contains(group) { network.tierGroups.append(group) }
    network.tierDefinition = network.tierGroups.isEmpty ? .partitioned : .hierarchical
    let disjoint = row["SupportDisjointSubnetworks"].lowercased()
    guard ["", "true", "false"].contains(disjoint) else {
      return report(row, "SupportDisjointSubnetworks", "'\(disjoint)' is neither True nor False.")
    }
    let field = row["SubnetworkFieldName"]
    network.tiers.append(
      Tier(
        id: network.tiers.count + 1,
        name: row["Tier"],
        rank: rank,
        topology: topology,
        tierGroupName: group.isEmpty ? nil : group,
        subnetworkFieldName: field.isEmpty ? nil : field,
        supportsDisjointSubnetworks: disjoint == "true"
      )
    )
    draft.domains[domain] = network
    use(row, .carried("tiers"))
  }

  /// The whole number in a column; anything else is a problem.
  func number(_ row: PropertyRow, _ column: String) -> Int? {
    if let number = Int(whole: row[column]) { return number }
    report(row, column, "'\(row[column])' is not a whole number of 64 bits.")
    return nil
  }

  /// The 32-bit code of an asset group or type in a column; anything else is a problem.
  func code(_ row: PropertyRow, _ column: String) -> Int? {
    guard let number = number(row, column) else { return nil }
    if Int32(exactly: number) != nil { return number }
    report(row, column, "The code \(number) is beyond 32 bits.")
    return nil
  }
}
