internal import GeoSnap

/// The columns of a layer: those of its data, of the network attributes and of the controllers.
struct GISColumns {
  /// The columns, without those of every feature table.
  private(set) var fields: [AttributeField] = []
  /// The columns of the data that are kept, by position in the data and name in the network.
  private(set) var kept: [(column: Int, name: String)] = []
  /// Those of ``kept`` in which a text may contain NUL.
  private var doubtful: [(column: Int, name: String)] = []
  private(set) var renamed: [(from: String, to: String)] = []
  /// The Boolean columns of the data, by name in the network.
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
    if isController {
      for name in [FieldName.controllerName, FieldName.tierName, FieldName.controllerTerminal] {
        fields.append(AttributeField(name, .text))
      }
    }
    var taken = Set((GISColumns.reserved + fields.map(\.name)).map { $0.uppercased() })
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

  /// Refuses a row that has a text with NUL in a column that is kept.
  func check(_ row: Int, of table: GISTable) throws(ReadingError) {
    for (column, name) in doubtful {
      if case .text(let text) = table.rows.attributes[column][row], text.utf8.contains(0) {
        throw ReadingError(table.place(row), "\(name) contains a NUL character.")
      }
    }
  }

  var attributeNames: [String] { attributes.map(\.attribute.column) }

  /// The network attributes of a row, in the order of ``attributeNames``.
  func values(_ row: Int, of table: GISTable) throws(ReadingError) -> [AttributeValue] {
    var values: [AttributeValue] = []
    for mapped in attributes {
      do throws(Refusal) {
        values.append(try mapped.attribute.value(mapped.values?[row] ?? .null, mapped.column))
      } catch {
        throw ReadingError(table.place(row), "The row \(error.message)")
      }
    }
    return values
  }
}
