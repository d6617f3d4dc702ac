internal import GeoSnap

struct GISColumns {
  private(set) var fields: [AttributeField] = []
  /// The columns of the data that are kept, by position in the data and name in the network.
  private(set) var kept: [(column: Int, name: String)] = []
  /// Those of ``kept`` in which a text may contain NUL.
  private var doubtful: [(column: Int, name: String)] = []
  private(set) var renamed: [(from: String, to: String)] = []
  private(set) var flags: [String] = []
  private var attributes: [MappedAttribute] = []

  private final class MappedAttribute {
    let attribute: GISAttribute
    let column: GISMapping.AttributeColumn
    let values: SharedFieldColumn?

    init(
      _ attribute: GISAttribute,
      _ column: GISMapping.AttributeColumn,
      _ values: SharedFieldColumn?
    ) {
      self.attribute = attribute
      self.column = column
      self.values = values
    }
  }

  private static let reserved = [
    "OBJECTID", "SHAPE", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN",
  ]

  init(
    _ layer: GISMapping.Layer,
    _ table: GISTable,
    attributes known: [GISAttribute],
    isController: Bool
  ) throws(ReadingError) {
    for column in layer.attributes {
      guard let attribute = known.first(where: { $0.name == column.attribute }) else { continue }
      let values = try table.column(column.field, column.path).map(table.values)
      attributes.append(MappedAttribute(attribute, column, values))
      fields.append(AttributeField(attribute.column, attribute.storage))
    }
    if layer.usage == .line {
      fields.append(AttributeField(FieldName.fromTerminal, .integer))
      fields.append(AttributeField(FieldName.toTerminal, .integer))
    }
    if isController { fields += GISControllers.fields.map { AttributeField($0, .text) } }
    var taken = Set((Self.reserved + fields.map(\.name)).map { $0.uppercased() })
    var chosen = Array(table.rows.fields.indices)
    if let names = layer.fields {
      chosen = []
      for (number, name) in names.enumerated() {
        if let column = try table.column(name, "\(layer.path).fields[\(number)]") {
          chosen.append(column)
        }
      }
    }
    for column in chosen {
      let field = table.rows.fields[column]
      var name = field.name
      // The global id has a separate column.
      if name.uppercased() == "GLOBALID", table.field(layer.globalID ?? "") == column { continue }
      while !taken.insert(name.uppercased()).inserted { name += "_" }
      if name != field.name { renamed.append((field.name, name)) }
      kept.append((column, name))
      if field.content == .boolean { flags.append(name) }
      fields.append(AttributeField(name, field.storage))
    }
    doubtful = kept.filter { table.rows.attributes[$0.column].mayHoldNUL }
  }

  func check(_ row: Int, of table: GISTable) throws(ReadingError) {
    for (column, name) in doubtful {
      if case .text(let text) = table.rows.attributes[column][row], text.utf8.contains(0) {
        throw table.error(row, "\(name) contains a NUL character.")
      }
    }
  }

  var attributeNames: [String] { attributes.map(\.attribute.column) }

  func values(_ row: Int, of table: GISTable) throws(ReadingError) -> [AttributeValue] {
    var values: [AttributeValue] = []
    for mapped in attributes {
      do throws(ReadingError) {
        values.append(try mapped.attribute.value(mapped.values?[row] ?? .null, mapped.column))
      } catch {
        throw table.error(row, "The row \(error.message)")
      }
    }
    return values
  }
}

struct GISControllers {
  let types: GISLayerTypes
  let configurations: [TerminalConfiguration]
  let table: GISTable

  var areAny: Bool { types.traits.values.contains { $0.controller != nil } }

  static let fields = [FieldName.controllerName, FieldName.tierName, FieldName.controllerTerminal]

  func control(_ row: Int, of assetType: AssetTypeID, _ origin: String) throws(ReadingError)
    -> [AttributeValue]?
  {
    let traits = types.traits[assetType]
    guard let controller = traits?.controller else { return nil }
    if let field = controller.field {
      guard let column = try table.column(field, "\(controller.path).where.field"),
        let key = table.value(row, column).key, controller.controls(key)
      else { return nil }
    }
    var name = origin
    if let field = controller.nameField,
      let column = try table.column(field, "\(controller.path).nameField"),
      let key = table.value(row, column).key, !key.isEmpty
    {
      name = key
    }
    let terminals =
      configurations.first { $0.name == traits?.terminals }?.terminals
      ?? [Terminal(id: 1, name: "1")]
    var terminal = terminals.first { !$0.isUpstream } ?? terminals[0]
    if let wanted = controller.terminal {
      guard let named = terminals.first(where: { $0.name.lowercased() == wanted.lowercased() })
      else { throw ReadingError(controller.path, "The asset type has no terminal '\(wanted)'.") }
      terminal = named
    }
    return [.text(name), .text(controller.tier), .text("\(terminal.id)")]
  }
}

struct GISPlainReader {
  let layer: GISMapping.Layer
  let table: GISTable
  let srid: SRID?
  let prefix: String?

  func read(_ columns: GISColumns) throws(ReadingError) -> FeatureTable {
    let globalID = try layer.globalID.flatMap { (name) throws(ReadingError) in
      try table.column(name, "\(layer.path).globalID")
    }
    let origin = try layer.origin.flatMap { (name) throws(ReadingError) in
      try table.column(name, "\(layer.path).origin")
    }
    let rows = table.rows
    var made = FeatureTable(
      name: layer.name,
      sourceID: nil,
      geometryType: Self.type(of: rows.geometries.indices.compactMap { rows.geometries.type($0) }),
      fields: columns.fields
    )
    for row in 0..<rows.count {
      try columns.check(row, of: table)
      var id: GlobalID?
      if let key = globalID.flatMap({ rows.attributes[$0][row].key }), !key.isEmpty {
        id = GlobalID(key)
        guard id != nil else {
          throw table.error(
            row,
            "'\(key.prefix(40))' is not a UUID of 32 hexadecimal digits in groups of 8-4-4-4-12."
          )
        }
      }
      var name = "\(layer.data.name.asOrigin)/\(table.id(row).asOrigin)"
      if let key = origin.flatMap({ rows.attributes[$0][row].key }), !key.isEmpty {
        name = key.asOrigin
      }
      made.append(
        Feature(
          rowID: rows.rowIDs[row],
          globalID: id,
          origin: prefix.map { "\($0)/\(name)" } ?? name,
          geometry: try rows.geometries[row].flatMap { (geometry) throws(ReadingError) in
            try declared(geometry, row)
          },
          attributes: columns.kept.map { rows.attributes[$0.column][row] }
        )
      )
    }
    return made
  }

  private func declared(_ geometry: Geometry, _ row: Int) throws(ReadingError) -> Geometry? {
    let parts = geometry.parts.map { $0.declared(in: srid) }
    guard !parts.isEmpty else { return nil }
    guard case .collection = geometry else { return geometry.declared(in: srid) }
    do throws(GeometryError) {
      return .collection(try GeometryCollection(parts, srid: srid))
    } catch {
      throw table.error(row, error.message)
    }
  }

  /// The type that fits all rows; single and multi geometries of one kind become multi geometries.
  private static func type(of types: [GeometryType]) -> GeometryType {
    let kinds: [(single: GeometryType, multi: GeometryType)] = [
      (.point, .multiPoint), (.lineString, .multiLineString), (.polygon, .multiPolygon),
    ]
    for (single, multi) in kinds where types.allSatisfy({ $0 == single || $0 == multi }) {
      return types.first == nil ? .geometryCollection : types.contains(multi) ? multi : single
    }
    return .geometryCollection
  }
}
