internal import GeoSnap

/// The columns of the table of rules.
enum RuleColumns {
  static let names =
    ["ruleid", "ruletype"]
    + ["from", "to", "via"].flatMap { side in
      ["networksourceid", "assetgroup", "assettype", "terminalid"].map { side + $0 }
    } + ["origin"]
}

/// The columns of the table of associations, and the cells of an association in their order.
enum AssociationRow {
  static let columns = [
    "fromnetworksourceid", "fromglobalid", "fromterminalid", "tonetworksourceid", "toglobalid",
    "toterminalid", "associationtype", "iscontentvisible", "percentalong", "globalid", "origin",
  ]

  static func cells(_ association: GeoSnap.Association) -> [ServerValue] {
    [association.from, association.to].flatMap { end -> [ServerValue] in
      [
        .small(Int32(truncatingIfNeeded: end.sourceID)), .globalID(end.globalID),
        end.terminalID.map { .small(Int32(truncatingIfNeeded: $0)) } ?? .null,
      ]
    } + [
      .small(Int32(association.kind.rawValue)), .bool(association.isContentVisible),
      association.fractionAlongEdge.map { .real($0) } ?? .null, .globalID(association.globalID),
      association.origin.map { .text($0) } ?? .null,
    ]
  }
}
