internal import GeoSnapSupport

/// Checks an edit's values of one feature, and converts them to the form that the table stores.
struct FeatureCheck {
  let network: EditedNetwork
  let table: Int
  let edit: Int
  let row: Int64?
  private(set) var problems: [TransactionProblem] = []

  private var declared: FeatureTable { network.base.tables[table] }

  @inline(never)
  mutating func report(_ code: TransactionProblem.Code, _ message: String) {
    problems.append(
      TransactionProblem(code, edit: edit, table: declared.name, row: row.map { "\($0)" }, message)
    )
  }

  /// The geometry in the network's reference system.
  mutating func geometry(_ geometry: Geometry) -> Geometry {
    let source = network.packed.lookups.sources[table]
    for problem in NetworkCheck.problems(of: geometry, in: source, srid: network.srid) {
      report(.wrongGeometry, problem.message)
    }
    if let srid = geometry.srid, network.srid == nil {
      report(
        .wrongGeometry,
        "The geometry is in EPSG:\(srid), but the network declares no reference system."
      )
    }
    if source == nil {
      if let type = declared.geometryType {
        if type != .geometryCollection, type.single != geometry.type.single {
          report(.wrongGeometry, "The table holds \(type.name)s; this is a \(geometry.type.name).")
        }
      } else {
        report(.wrongGeometry, "Features of this table cannot have a geometry.")
      }
    }
    return problems.isEmpty ? geometry.declared(in: network.srid) : geometry
  }

  /// All attributes of the row: the given values, and the old ones of other fields.
  mutating func attributes(
    _ values: [String: AttributeValue],
    over old: [AttributeValue]
  ) -> [AttributeValue] {
    var attributes = old
    var fields: Set<Int> = []
    for name in Array(values.keys).ordered(by: <) {
      guard let value = values[name] else { continue }
      guard let field = declared.field(named: name) else {
        let names = Words.names(declared.fields.map(\.name))
        let hint =
          names.isEmpty ? "the table has no attributes." : "the table has the fields \(names)."
        report(.unknownField, "There is no field \(name); \(hint)\(networkAttribute(name))")
        continue
      }
      if !fields.insert(field).inserted { report(.wrongValue, "Field \(name) is given twice.") }
      attributes[field] = stored(value, in: declared.fields[field])
    }
    return attributes
  }

  /// A hint for a name that is not a field: the field of a network attribute with this name; empty for other names.
  private func networkAttribute(_ name: String) -> String {
    guard let sourceID = declared.sourceID else { return "" }
    for attribute in network.base.definition.networkAttributes {
      for assignment in attribute.assignments where assignment.sourceID == sourceID {
        let field = assignment.fieldName
        if field.isSpelled(like: name) {
          return
            " Network attribute \(attribute.name) is assigned to \(field): add it to the table,"
            + " or change the definition."
        }
        if attribute.name.isSpelled(like: name) {
          return " Network attribute \(attribute.name) is kept in \(field)."
        }
      }
    }
    return ""
  }

  private mutating func stored(
    _ value: AttributeValue,
    in field: AttributeField
  ) -> AttributeValue {
    switch (value, field.storage) {
    case (.null, _), (.integer, .integer), (.blob, .blob): break
    case (.integer(let number), .real): return .real(Double(number))
    case (.real(let number), .real):
      if number.isNaN { report(.wrongValue, "\(field.name) is NaN: give null for no value.") }
    case (.text(let text), .text):
      if text.utf8.contains(0) {
        report(.wrongValue, "\(field.name) contains a NUL character, which cannot be stored.")
      }
    default:
      report(
        .wrongValue,
        "\(field.name) stores \(field.storage.noun); this is \(value.noun).\(advice(on: value, in: field))"
      )
    }
    return value
  }

  /// The sentence that says what to write, such as the coded values of a field; may be empty.
  private func advice(on value: AttributeValue, in field: AttributeField) -> String {
    if case .integer(let number) = value, field.storage == .text { return " Write \"\(number)\"." }
    let domain = network.base.definition.domain(of: field.name, sourceID: declared.sourceID)
    guard field.storage == .integer, let values = domain?.codedValues, !values.isEmpty else {
      return ""
    }
    return " Give \(Words.list(values.map { "\($0.code) \($0.name)" }, "or", limit: 10))."
  }

  mutating func origin(_ origin: String?) {
    if origin?.utf8.contains(0) == true {
      report(.wrongValue, "The origin contains a NUL character, which cannot be stored.")
    }
  }

  mutating func identifiers(of feature: Feature) {
    let setAside = network.setAside
    if network.feature(table: table, rowID: feature.rowID) != nil {
      report(.rowInUse, "Another row has that row id: leave the id out to get the next free one.")
    }
    if !setAside.isEmpty, setAside.contains(rowID: feature.rowID, ofTable: declared.name) {
      report(
        .rowInUse,
        "That row id belongs to a row that is set aside, because it cannot be read: leave the id out to get the "
          + "next free one."
      )
    }
    guard let globalID = feature.globalID else { return }
    if let other = network.feature(globalID: globalID) {
      let name = network.base.tables[Int(other.table)].name
      report(.globalIDInUse, "Global id \(globalID) is in use, in \(name).")
    }
    if setAside.contains(feature: globalID) {
      report(
        .globalIDInUse,
        "The global id \(globalID) belongs to a row that is set aside, because it cannot be read."
      )
    }
  }

  mutating func assetType(group: Int, type: Int) {
    guard let source = network.packed.lookups.sources[table] else {
      if group != 0 || type != 0 {
        report(.unknownAssetType, "Features of plain tables have neither asset group nor type.")
      }
      return
    }
    let id = AssetTypeID(sourceID: source.sourceID, assetGroup: group, assetType: type)
    let isUnclassified = source.usage == .subnetLine && group == 0 && type == 0
    let isStorable = Int32(exactly: group) != nil && Int32(exactly: type) != nil
    if !isUnclassified, !isStorable || network.base.catalog.ordinal(id) == nil {
      report(
        .unknownAssetType,
        (group == 0 && type == 0
          ? "assetGroup and assetType are missing, or 0: \(source.name) has no asset type 0/0. "
          : "The definition has no asset type \(group)/\(type) in \(source.name). ")
          + source.hint(for: "\(group)/\(type)")
      )
    }
  }
}

extension AttributeField.Storage {
  package var noun: String {
    switch self {
    case .integer: "whole numbers"
    case .real: "real numbers"
    case .text: "texts"
    case .blob: "bytes"
    }
  }
}

extension AttributeValue {
  package var noun: String {
    switch self {
    case .null: "null"
    case .integer: "a whole number"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}
