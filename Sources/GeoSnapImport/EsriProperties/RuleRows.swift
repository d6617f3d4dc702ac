internal import GeoSnap

/// A rule as in its row, with names in place of ids.
struct RuleRow {
  struct Side {
    let assetType: DefinitionDraft.Key
    /// Nil when the rule names none.
    let terminal: String?
  }

  let id: Int
  let kind: NetworkRuleKind
  let from: Side
  let to: Side
  let via: Side?
}

extension PropertyFile {
  private static let kinds: [String: NetworkRuleKind] = [
    "JunctionJunctionConnectivity": .junctionJunction, "Containment": .containment,
    "Attachment": .attachment, "StructuralAttachment": .attachment,
    "JunctionEdgeConnectivity": .junctionEdge,
    "EdgeJunctionEdgeConnectivity": .edgeJunctionEdge,
  ]

  /// Reads the rules, and adds the asset types and terminals that they name to a draft.
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

  private func side(
    _ row: PropertyRow,
    _ side: String,
    _ draft: inout DefinitionDraft
  ) -> RuleRow.Side? {
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

  /// The asset type that five columns name; added to the draft if it is new.
  func assetType(
    _ row: PropertyRow,
    _ side: String,
    _ draft: inout DefinitionDraft
  ) -> DefinitionDraft.Key? {
    guard let source = draft.source(row[side + "ClassName"]) else {
      report(
        row,
        side + "ClassName",
        "'\(row[side + "ClassName"])' is not a class of a domain network: its name must be that of "
          + "a domain network (\(Words.list(draft.domains.map(\.name).ordered(), "or", limit: 30))), followed by "
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

  /// Compares the counts above the rules with the rules, to detect a truncated file.
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
}
