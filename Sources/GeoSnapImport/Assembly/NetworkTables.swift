internal import GeoSnap

struct NetworkTables {
  private(set) var all: [FeatureTable]
  private var positions: [String: Int] = [:]
  /// For each table, the positions of its fields by name and by lowercased name.
  private var fields: [[String: Int]]
  private var nextRowIDs: [Int64]
  private let knownCount: Int
  private(set) var added: [String: Int] = [:]

  /// The greatest row id that a table may have to be appended to; greater ids are left for the new rows.
  static let greatestRowID = Int64.max - Int64(UInt32.max)

  init(_ network: UtilityNetwork?) {
    all = network?.tables ?? []
    knownCount = all.count
    nextRowIDs = all.map { ($0.rowIDs.max() ?? 0) + 1 }
    fields = all.map { Self.positions(of: $0.fields) }
    for (index, table) in all.enumerated() { positions[table.name.lowercased()] = index }
  }

  private static func positions(of fields: [AttributeField]) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (position, field) in fields.enumerated() { positions[field.name.lowercased()] = position }
    for (position, field) in fields.enumerated() { positions[field.name] = position }
    return positions
  }

  private func position(of source: NetworkSource) -> Int {
    guard let index = positions[source.name] ?? positions[source.name.lowercased()] else {
      preconditionFailure("The table of \(source.name) was not prepared")
    }
    return index
  }

  func positions(of source: NetworkSource) -> [String: Int] { fields[position(of: source)] }

  /// The fields of a source's table when it is new and their names differ; nil otherwise.
  func fieldsOfEmptyTable(of source: NetworkSource) -> [AttributeField]? {
    let index = position(of: source)
    let fields = all[index].fields
    let isNew = index >= knownCount && all[index].count == 0
    let areDifferent = Set(fields.map { $0.name.lowercased() }).count == fields.count
    return isNew && areDifferent ? fields : nil
  }

  mutating func fill(_ source: NetworkSource, with table: FeatureTable) {
    let index = position(of: source)
    all[index] = table
    nextRowIDs[index] = Int64(table.count) + 1
    added[source.name, default: 0] += table.count
  }

  mutating func prepare(_ source: NetworkSource, fields: [AttributeField]) {
    guard let index = positions[source.name.lowercased()] else {
      positions[source.name.lowercased()] = all.count
      nextRowIDs.append(1)
      self.fields.append(Self.positions(of: fields))
      all.append(
        FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType,
          fields: fields
        )
      )
      return
    }
    let known = all[index]
    let names = Set(known.fields.map { $0.name.lowercased() })
    let missing = fields.filter { !names.contains($0.name.lowercased()) }
    guard !missing.isEmpty else { return }
    var wider = FeatureTable(
      name: known.name,
      sourceID: known.sourceID,
      geometryType: known.geometryType,
      fields: known.fields + missing
    )
    for row in 0..<known.count {
      var feature = known[row]
      feature.attributes += missing.map { _ in .null }
      wider.append(feature)
    }
    all[index] = wider
    self.fields[index] = Self.positions(of: wider.fields)
  }

  struct CopiedColumns {
    private var columns: [FieldColumn] = []
    /// For each column, the position of its field in the table; nil when the table has none.
    private var fields: [Int?] = []

    init() {}

    init(_ kept: [(name: String, values: FieldColumn)], in fields: [String: Int]) {
      columns = kept.map(\.values)
      self.fields = kept.map { fields[$0.name] ?? fields[$0.name.lowercased()] }
    }

    fileprivate func set(_ row: Int, in values: inout [AttributeValue]) {
      for (column, field) in zip(columns, fields) {
        if let field { values[field] = column[row] }
      }
    }
  }

  /// Adds a feature to the prepared table of a source; `columns` has further values, in `row`.
  mutating func append(
    to source: NetworkSource,
    globalID: GlobalID,
    assetType: AssetTypeID,
    origin: String?,
    geometry: Geometry?,
    attributes: [String: AttributeValue],
    besides columns: CopiedColumns = CopiedColumns(),
    at row: Int = 0
  ) {
    let index = position(of: source)
    var values = [AttributeValue](repeating: .null, count: all[index].fields.count)
    columns.set(row, in: &values)
    // An existing table may spell its fields in another case.
    for (name, value) in attributes {
      if let field = fields[index][name] ?? fields[index][name.lowercased()] {
        values[field] = value
      }
    }
    all[index].append(
      Feature(
        rowID: nextRowIDs[index],
        globalID: globalID,
        assetGroup: assetType.assetGroup,
        assetType: assetType.assetType,
        origin: origin,
        geometry: geometry,
        attributes: values
      )
    )
    nextRowIDs[index] += 1
    added[source.name, default: 0] += 1
  }
}
