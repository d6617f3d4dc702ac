internal import GRDB
internal import GeoSnap

/// The asset group and type of a feature as a row of another table repeats them.
struct AssetTypeClaim {
  /// The columns of associations that hold claims, from-side first; a file need not have them.
  static let columns = ["FROMASSETGROUP", "FROMASSETTYPE", "TOASSETGROUP", "TOASSETTYPE"]

  let row: String
  /// The prefix of its two columns.
  let side: String
  let globalID: GlobalID
  let group: Int?
  let type: Int?
}

extension GeoPackageReader {
  /// Records the claim in the two columns that begin at `index`.
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

  /// Compares the claims with the asset types of the features.
  ///
  /// Features whose own asset type is wrong are skipped.
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
