internal import GeoSnap

extension PropertyFile {
  /// The columns that every table of a source has.
  private static let ownColumns: Set<String> = [
    "objectid", "shape", "globalid", "assetgroup", "assettype", "origin",
  ]
  private static let storages: [String: AttributeField.Storage] = [
    "integer": .integer, "smallinteger": .integer, "biginteger": .integer, "double": .real,
    "single": .real, "string": .text, "date": .text, "dateonly": .text, "timeonly": .text,
    "timestampoffset": .text, "guid": .text, "xml": .text, "blob": .blob,
  ]

  /// Reads the fields of the sources, their asset groups (subtypes) and the default asset types into a draft.
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

  private func readField(
    _ row: PropertyRow,
    of source: String,
    into draft: inout DefinitionDraft
  ) {
    let name = row["FieldName"]
    let type = row["FieldType"].lowercased()
    if draft.classes[source]?.usage != .subnetLine {
      readSubtype(row, of: source, into: &draft)
    }
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

  private func readSubtype(
    _ row: PropertyRow,
    of source: String,
    into draft: inout DefinitionDraft
  ) {
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
