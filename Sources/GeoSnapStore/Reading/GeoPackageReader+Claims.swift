internal import GRDB
internal import GeoSnap

/// What a row of another table says of the asset group and type of a feature.
struct AssetTypeClaim {
  /// The columns of associations that hold claims, from-side first; a file need not have them.
  static let columns = ["FROMASSETGROUP", "FROMASSETTYPE", "TOASSETGROUP", "TOASSETTYPE"]

  /// The row that claims it.
  let row: String
  /// What its two columns are called after.
  let side: String
  let globalID: GlobalID
  /// The codes; nil where the row says nothing.
  let group: Int?
  let type: Int?
}

extension GeoPackageReader {
  /// Notes what the two columns that begin at an index say of the feature at a side.
  mutating func claim(_ row: Row, _ index: Int, _ side: String, _ name: String, _ id: GlobalID) {
    guard !row.value(index).isNull || !row.value(index + 1).isNull else { return }
    func code(_ index: Int, _ column: String) -> Int? {
      guard !row.value(index).isNull else { return nil }
      return problems.code(
        row.value(index),
        ProblemList.Cell(
          table: Profile.associations,
          row: name,
          column: side + column,
          code: .wrongDataType,
          globalID: id
        )
      )
    }
    let group = code(index, "ASSETGROUP")
    let type = code(index + 1, "ASSETTYPE")
    claims.append(AssetTypeClaim(row: name, side: side, globalID: id, group: group, type: type))
  }

  /// Compares what rows say of asset types with what the features have.
  ///
  /// Nothing is said of features whose own asset type is wrong.
  mutating func checkClaims(_ tables: [FeatureTable], _ sources: [NetworkSource]) {
    guard !claims.isEmpty else { return }
    var places: [GlobalID: (table: Int, row: Int)] = [:]
    for (index, table) in tables.enumerated() where table.sourceID != nil {
      for row in 0..<table.count {
        if let id = table.globalIDs[row] { places[id] = (index, row) }
      }
    }
    for claim in claims {
      guard let place = places[claim.globalID] else { continue }
      let table = tables[place.table]
      let (group, type) = (
        Int(table.assetGroups[place.row]), Int(table.assetTypes[place.row])
      )
      let isKnown =
        sources.first { $0.sourceID == table.sourceID }?.assetGroup(code: group)?.assetTypes
        .contains { $0.code == type } ?? false
      guard isKnown, claim.group ?? group != group || claim.type ?? type != type else { continue }
      problems.report(
        Profile.associations,
        claim.row,
        "\(claim.side)ASSETGROUP and \(claim.side)ASSETTYPE say "
          + "\(claim.group ?? group)/\(claim.type ?? type); the feature \(claim.globalID) of "
          + "\(table.name) has \(group)/\(type).",
        .inconsistentAssetType,
        claim.globalID
      )
    }
  }
}
