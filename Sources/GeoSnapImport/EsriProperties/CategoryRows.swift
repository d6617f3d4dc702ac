internal import GeoSnap

extension PropertyFile {
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
}
