internal import GeoSnap

/// Reads the rows of one layer into features of its source.
struct GISLayerReader {
  let layer: GISMapping.Layer
  let table: GISTable
  let srid: SRID?
  let prefix: String?
  /// What global ids derive from.
  let namespace: GlobalID
  private(set) var types: GISLayerTypes
  private(set) var problems: [ImportProblem] = []
  private(set) var rows: [Row] = []
  /// The rows without a geometry, which a source with geometry has no place for.
  private(set) var placeless: [String] = []
  private(set) var splitCount = 0
  /// The rows that have each origin.
  private var origins: [String: Int] = [:]
  private let dataOrigin: String

  /// A row as a feature whose asset type has no number yet.
  struct Row {
    /// The position of its asset type among those of the layer.
    var type: Int
    var feature: GISFeature
  }

  init(
    _ layer: GISMapping.Layer,
    number: Int,
    sourceID: Int,
    table: GISTable,
    srid: SRID?,
    prefix: String?,
    namespace: GlobalID
  ) throws(ReadingError) {
    self.layer = layer
    self.table = table
    self.srid = srid
    self.prefix = prefix
    self.namespace = namespace
    dataOrigin = layer.data.name.asOrigin
    types = try GISLayerTypes(layer, sourceID: sourceID)
    let columns = try Columns(layer, table)
    for row in 0..<table.rows.count {
      if row & 0xFFF == 0 && ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      do throws(ReadingError) {
        try read(row, columns, number)
      } catch {
        problems.append(ImportProblem(error))
        if problems.count >= ImportError.problemLimit { return }
      }
    }
  }

  // MARK: Rows

  private mutating func read(_ row: Int, _ columns: Columns, _ number: Int) throws(ReadingError) {
    let group = try named(layer.group, columns.group, row, "asset group")
    let type = try named(layer.type, columns.type, row, "asset type")
    let position = try types.add(group, type)
    let origin = try origin(row, columns.origin)
    let parts = try parts(row)
    if layer.usage?.geometryType != nil, parts.isEmpty {
      placeless.append(origin)
      return
    }
    let globalID = try globalID(row, columns.globalID, origin)
    var attributes: [String: AttributeValue] = [:]
    for (end, column) in [
      (FieldName.fromTerminal, columns.fromTerminal), (FieldName.toTerminal, columns.toTerminal),
    ] {
      guard let column else { continue }
      attributes[end] = try terminal(table.rows.attributes[column][row], row)
    }
    // A split row gives each of its parts its origin, and the first its global id.
    let geometries: [Geometry?] = parts.isEmpty ? [nil] : parts
    for (index, geometry) in geometries.enumerated() {
      rows.append(
        Row(
          type: position,
          feature: GISFeature(
            layer: number,
            row: row,
            origin: origin,
            globalID: index == 0
              ? globalID : GlobalID(name: "part \(index + 1) of \(globalID)", namespace: namespace),
            assetType: AssetTypeID(sourceID: types.sourceID, assetGroup: 0, assetType: 0),
            geometry: geometry,
            attributes: attributes,
            share: share(of: geometry, in: parts)
          )
        )
      )
    }
    if geometries.count > 1 { splitCount += 1 }
  }

  /// The share that a part has in the length of all.
  private func share(of part: Geometry?, in parts: [Geometry]) -> Double {
    guard parts.count > 1, case .lineString? = part else { return 1 }
    func length(_ geometry: Geometry) -> Double {
      let places = geometry.coordinates
      return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    let whole = parts.reduce(0) { $0 + length($1) }
    return whole > 0 ? part.map(length).map { $0 / whole } ?? 1 : 1 / Double(parts.count)
  }

  private func named(
    _ classification: GISMapping.Classification,
    _ column: Int?,
    _ row: Int,
    _ what: String
  ) throws(ReadingError) -> GISMapping.Named {
    switch classification.choice {
    case .constant(let named): return named
    case .field(let field, let values):
      let place = table.place(row)
      let value = column.map { table.rows.attributes[$0][row] } ?? .null
      guard let key = value.key, !key.isEmpty else {
        guard let missing = classification.missing else {
          throw ReadingError(
            place,
            "\(field) is empty: say with \"missing\" which \(what) that stands for."
          )
        }
        return missing
      }
      guard let values else {
        if key.utf8.contains(0) { throw ReadingError(place, "\(field) holds a NUL character.") }
        return GISMapping.Named(name: key, path: "\(layer.path).data")
      }
      guard let named = values[key] ?? classification.other else {
        throw ReadingError(
          place,
          "\(field) is '\(key.prefix(40))', which the mapping does not list: list it, or say with "
            + "\"other\" which \(what) all others are."
        )
      }
      return named
    }
  }

  private func parts(_ row: Int) throws(ReadingError) -> [Geometry] {
    guard let geometry = table.rows.geometries[row] else { return [] }
    let parts = geometry.singleParts(srid: srid)
    guard let usage = layer.usage, let first = parts.first else { return [] }
    guard let expected = usage.geometryType else {
      throw ReadingError(table.place(row), "A \(usage.name) has no geometry; this row has one.")
    }
    guard parts.allSatisfy({ $0.type == expected }) else {
      throw ReadingError(
        table.place(row),
        "A \(usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
    if parts.count > 1, layer.parts == .refuse {
      throw ReadingError(
        table.place(row),
        "The geometry has \(parts.count) parts, which 'parts' refuses."
      )
    }
    if !geometry.isFinite
      || geometry.coordinates.removingM().ordinates.contains(where: {
        $0.magnitude > 1e150
      })
    {
      throw ReadingError(
        table.place(row),
        "The \(first.type.name) has an ordinate without a place."
      )
    }
    return parts
  }

  // MARK: Identity

  private mutating func origin(_ row: Int, _ column: Int?) throws(ReadingError) -> String {
    var origin: String
    if let column, let key = table.rows.attributes[column][row].key, !key.isEmpty {
      origin = key.asOrigin
    } else {
      origin = "\(dataOrigin)/\(table.id(row).asOrigin)"
    }
    if let prefix { origin = "\(prefix)/\(origin)" }
    if origin.utf8.contains(0) {
      throw ReadingError(table.place(row), "The origin holds a NUL character.")
    }
    if let other = origins.updateValue(row, forKey: origin) {
      throw ReadingError(
        table.place(row),
        "The origin \(origin) is used twice, first by \(table.place(other))."
      )
    }
    return origin
  }

  private func globalID(
    _ row: Int,
    _ column: Int?,
    _ origin: String
  ) throws(ReadingError) -> GlobalID {
    if let column, let text = table.rows.attributes[column][row].key, !text.isEmpty {
      guard let globalID = GlobalID(text) else {
        throw ReadingError(
          table.place(row),
          "\(table.rows.fields[column].name) is '\(text.prefix(40))', no UUID of 32 hexadecimal "
            + "digits; without 'globalID' in the mapping one is derived."
        )
      }
      return globalID
    }
    return GlobalID(name: "\(layer.name) \(origin)", namespace: namespace)
  }

  private func terminal(
    _ value: AttributeValue,
    _ row: Int
  ) throws(ReadingError) -> AttributeValue {
    switch value {
    case .integer, .null: return value
    case .real(let number):
      if let integer = Int64(exactly: number) { return .integer(integer) }
    case .text(let text):
      if let integer = Int(whole: text) { return .integer(Int64(integer)) }
    case .blob: break
    }
    throw ReadingError(
      table.place(row),
      "A terminal is a whole number, not '\((value.key ?? "bytes").prefix(40))'."
    )
  }
}

extension GISLayerReader {
  /// The positions of the fields that the mapping names.
  private struct Columns {
    var group: Int?
    var type: Int?
    var origin: Int?
    var globalID: Int?
    var fromTerminal: Int?
    var toTerminal: Int?

    init(_ layer: GISMapping.Layer, _ table: GISTable) throws(ReadingError) {
      if case .field(let name, _) = layer.group.choice {
        group = try table.column(name, "\(layer.path).assetGroup.field")
      }
      if case .field(let name, _) = layer.type.choice {
        type = try table.column(name, "\(layer.path).assetType.field")
      }
      if let name = layer.origin { origin = try table.column(name, "\(layer.path).origin") }
      if let name = layer.globalID { globalID = try table.column(name, "\(layer.path).globalID") }
      if let name = layer.fromTerminal {
        fromTerminal = try table.column(name, "\(layer.path).fromTerminal")
      }
      if let name = layer.toTerminal {
        toTerminal = try table.column(name, "\(layer.path).toTerminal")
      }
    }
  }
}

extension GISTable {
  /// The position of a field that a mapping names; nil when the table has neither rows nor fields.
  func column(_ name: String, _ path: String) throws(ReadingError) -> Int? {
    if let position = field(name) { return position }
    if rows.count == 0 && rows.fields.isEmpty { return nil }
    let known = rows.fields.map(\.name).joined(separator: ", ")
    let hint = known.isEmpty ? "it has no fields" : "its fields are \(known)"
    throw ReadingError(path, "The data has no field '\(name)'; \(hint).")
  }
}

extension String {
  /// The text as a part of an origin: what has a meaning there is percent-encoded.
  var asOrigin: String {
    // Some that are not ASCII are the same characters to Unicode.
    guard utf8.contains(where: { $0 >= 0x80 || ";#@% ".utf8.contains($0) }) else { return self }
    var text = ""
    for (position, character) in self.enumerated() {
      switch character {
      case ";": text += "%3B"
      case "#": text += "%23"
      case "@": text += "%40"
      case "%": text += "%25"
      case " " where position == 0 || position == count - 1: text += "%20"
      default: text.append(character)
      }
    }
    return text
  }
}
