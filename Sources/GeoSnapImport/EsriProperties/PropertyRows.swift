internal import GeoSnap
internal import GeoSnapSupport

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
    draft.domains = draft.domains.rising(by: \.id).rising { -$0.name.count }
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

  func number(_ row: PropertyRow, _ column: String) -> Int? {
    if let number = Int(whole: row[column]) { return number }
    report(row, column, "'\(row[column])' is not a 64-bit integer.")
    return nil
  }

  func code(_ row: PropertyRow, _ column: String) -> Int? {
    guard let number = number(row, column) else { return nil }
    if Int32(exactly: number) != nil { return number }
    report(row, column, "The code \(number) is beyond 32 bits.")
    return nil
  }

  private static let kinds: [String: NetworkRuleKind] = [
    "JunctionJunctionConnectivity": .junctionJunction, "Containment": .containment,
    "Attachment": .attachment, "StructuralAttachment": .attachment,
    "JunctionEdgeConnectivity": .junctionEdge, "EdgeJunctionEdgeConnectivity": .edgeJunctionEdge,
  ]

  func readRules(into draft: inout DefinitionDraft) -> [RuleRow] {
    let counts = section("RuleCode", before: "RuleID", needed: ["RuleType", "Count"])
    let columns = ["From", "To", "Via"].flatMap { side in
      [
        "ClassName", "AssetGroupCode", "AssetGroup", "AssetTypeCode", "AssetType", "Terminal",
      ].map { side + $0 }
    }
    let rows = section("RuleID", needed: ["RuleType"] + columns)
    var rules: [RuleRow] = []
    var ids: Set<Int> = []
    for row in rows {
      guard let id = number(row, "RuleID") else { continue }
      if !ids.insert(id).inserted { report(row, "RuleID", "The id \(id) is used twice.") }
      guard let kind = Self.kinds[row["RuleType"]] else {
        report(row, "RuleType", "'\(row["RuleType"])' is not a rule type.")
        continue
      }
      let hasVia = !row["ViaClassName"].isEmpty
      if hasVia != (kind == .edgeJunctionEdge) {
        report(
          row,
          "ViaClassName",
          "An edge-junction-edge rule needs a via, and no other rule has one."
        )
        continue
      }
      guard let from = side(row, "From", &draft), let to = side(row, "To", &draft) else { continue }
      let via = hasVia ? side(row, "Via", &draft) : nil
      guard hasVia == (via != nil) else { continue }
      switch kind {
      case .containment: draft.assetType(from.assetType)?.role = .container
      case .attachment: draft.assetType(from.assetType)?.role = .structure
      default: break
      }
      rules.append(RuleRow(id: id, kind: kind, from: from, to: to, via: via))
      use(row, .carried("rules"))
    }
    check(counts, rules)
    return rules
  }

  private func side(_ row: PropertyRow, _ side: String, _ draft: inout DefinitionDraft) -> RuleRow
    .Side?
  {
    guard let key = assetType(row, side, &draft) else { return nil }
    let terminal = row[side + "Terminal"]
    guard !terminal.isEmpty else { return RuleRow.Side(assetType: key, terminal: nil) }
    if draft.classes[key.className]?.usage.elementKind == .edge {
      report(
        row,
        side + "Terminal",
        "\(key.className) is a class of lines, which have no terminals."
      )
    }
    draft.assetType(key)?.terminals.insert(terminal)
    return RuleRow.Side(assetType: key, terminal: terminal)
  }

  func assetType(_ row: PropertyRow, _ side: String, _ draft: inout DefinitionDraft)
    -> DefinitionDraft.Key?
  {
    guard let source = draft.source(row[side + "ClassName"]) else {
      report(
        row,
        side + "ClassName",
        "'\(row[side + "ClassName"])' is not a class of a domain network: its name must be that of "
          + "a domain network (\(Words.list(draft.domains.map(\.name).sorted(), "or", limit: 30))), followed by "
          + "Device, Junction, Line and so on."
      )
      return nil
    }
    guard let group = code(row, side + "AssetGroupCode"),
      let type = code(row, side + "AssetTypeCode")
    else { return nil }
    let key = DefinitionDraft.Key(className: source, group: group, type: type)
    if let problem = draft.add(group: group, named: row[side + "AssetGroup"], of: source) {
      report(row, side + "AssetGroup", problem)
    }
    if let problem = draft.add(type: key, named: row[side + "AssetType"]) {
      report(row, side + "AssetType", problem)
    }
    return key
  }

  private func check(_ counts: [PropertyRow], _ rules: [RuleRow]) {
    for row in counts {
      guard let count = number(row, "Count") else { continue }
      let name = row["RuleType"]
      let kind = Self.kinds[name]
      let found = name.isEmpty ? rules.count : rules.count { $0.kind == kind }
      if !name.isEmpty, kind == nil {
        report(row, "RuleType", "'\(name)' is not a rule type.")
      } else if found != count {
        report(row, "Count", "\(count) rules are announced, but \(found) could be read.")
      }
      use(row, .checked("sums"))
    }
  }

  func readCategories(into draft: inout DefinitionDraft) {
    let names = section("Network Categories", before: "Assignments", needed: [])
    for row in names {
      let name = row.lastText
      if draft.categories.contains(name) {
        report(row, "Network Categories", "The category '\(name)' is listed twice.")
      }
      draft.categories.append(name)
      use(row, .carried("categories"))
    }
    let rows = section(
      "Assignments",
      needed: [
        "NetworkCategory", "ClassName", "AssetGroupCode", "AssetGroup", "AssetTypeCode",
        "AssetType",
      ]
    )
    for row in rows {
      let name = row["NetworkCategory"]
      if !draft.categories.contains(name) {
        report(row, "NetworkCategory", "'\(name)' is not among the categories above.")
      }
      guard let key = assetType(row, "", &draft) else { continue }
      draft.assetType(key)?.categories.insert(name)
      use(row, .carried("assignments"))
    }
  }

  private static let ownColumns: Set<String> = [
    "objectid", "shape", "globalid", "assetgroup", "assettype", "origin",
  ]
  private static let storages: [String: AttributeField.Storage] = [
    "integer": .integer, "smallinteger": .integer, "biginteger": .integer, "double": .real,
    "single": .real, "string": .text, "date": .text, "dateonly": .text, "timeonly": .text,
    "timestampoffset": .text, "guid": .text, "xml": .text, "blob": .blob,
  ]

  func readFields(into draft: inout DefinitionDraft) {
    let rows = section(
      "ClassName",
      needed: ["SubtypeCode", "Subtype", "FieldName", "FieldType", "DefaultCode", "DefaultValue"],
      ignored: [
        "Pos", "Alias", "FieldLength", "Precision", "Scale", "IsNullable", "IsRequired",
        "IsEditable", "IsDomainFixed", "Domain", "Range",
      ]
    )
    for row in rows {
      guard let source = draft.source(row["ClassName"]) else {
        use(row, .notCarried("fields of classes that are not network sources"))
        continue
      }
      readField(row, of: source, into: &draft)
    }
  }

  private func readField(_ row: PropertyRow, of source: String, into draft: inout DefinitionDraft) {
    let name = row["FieldName"]
    let type = row["FieldType"].lowercased()
    if draft.classes[source]?.usage != .subnetLine { readSubtype(row, of: source, into: &draft) }
    let isOwn = Self.ownColumns.contains(name.lowercased())
    if isOwn || ["oid", "geometry", "globalid"].contains(type) {
      let isCarried = type != "string" || name.lowercased() != "origin"
      use(row, isCarried ? .carried("fields") : .notCarried("fields named as a column of GeoSnap"))
      return
    }
    guard let storage = Self.storages[type] else {
      return report(row, "FieldType", "'\(row["FieldType"])' is not a type of field.")
    }
    if let problem = draft.add(field: AttributeField(name, storage), to: source) {
      report(row, "FieldType", problem)
    }
    use(row, .carried("fields"))
  }

  private func readSubtype(_ row: PropertyRow, of source: String, into draft: inout DefinitionDraft)
  {
    guard let group = code(row, "SubtypeCode") else { return }
    if let problem = draft.add(group: group, named: row["Subtype"], of: source) {
      report(row, "Subtype", problem)
    }
    guard row["FieldName"].lowercased() == "assettype", Int(whole: row["DefaultCode"]) != nil,
      !row["DefaultValue"].isEmpty, let type = code(row, "DefaultCode")
    else { return }
    let key = DefinitionDraft.Key(className: source, group: group, type: type)
    if let problem = draft.add(type: key, named: row["DefaultValue"]) {
      report(row, "DefaultValue", problem)
    }
  }
}

struct RuleRow {
  struct Side {
    let assetType: DefinitionDraft.Key
    let terminal: String?
  }

  let id: Int
  let kind: NetworkRuleKind
  let from: Side
  let to: Side
  let via: Side?
}
