internal import GeoSnap

struct GISLayerReader {
  let layer: GISMapping.Layer
  let table: GISTable
  let srid: SRID?
  let prefix: String?
  let namespace: GlobalID
  private(set) var types: GISLayerTypes
  private(set) var problems: [ImportProblem] = []
  /// The features; their asset types have no numbers yet.
  private(set) var features: GISLayerFeatures
  /// The rows without a geometry in a source with geometries; they are not imported.
  private(set) var placeless: [String] = []
  private(set) var splitCount = 0
  private var origins = GISNames()
  private var positions: [TypeKey: Int] = [:]

  private struct TypeKey: Hashable {
    let group: AttributeValue
    let type: AttributeValue
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
    types = try GISLayerTypes(layer, sourceID: sourceID)
    features = GISLayerFeatures(layer: number)
    let columns = try Columns(layer, table)
    let naming = OriginNaming(
      table: table,
      column: columns.origin,
      data: layer.data.name.asOrigin,
      prefix: prefix
    )
    for row in 0..<table.rows.count {
      if row & 0xFFF == 0 && ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      do throws(ReadingError) {
        try read(row, columns, naming)
      } catch {
        problems.append(ImportProblem(error))
        if problems.count >= ImportError.problemLimit { return }
      }
    }
  }

  func assetTypes(of types: GISLayerTypes) -> [AssetTypeID?] { (0..<types.count).map { types[$0] } }

  // MARK: Rows

  private mutating func read(_ row: Int, _ columns: Columns, _ naming: OriginNaming)
    throws(ReadingError)
  {
    let position = try position(row, columns)
    let origin = try origin(row, naming)
    let parts = try parts(row)
    if layer.usage?.geometryType != nil, parts.isEmpty {
      placeless.append(origin)
      return
    }
    let globalID = try globalID(row, columns.globalID, origin)
    var terminals: PairOfEnds<Int64>?
    if layer.usage == .line || columns.fromTerminal != nil || columns.toTerminal != nil {
      terminals = PairOfEnds(
        start: try terminal(columns.fromTerminal, row),
        end: try terminal(columns.toTerminal, row)
      )
    }
    // The parts of a split row share its origin; the first part gets its global id.
    let geometries: [Geometry?] = parts.isEmpty ? [nil] : parts
    for (index, geometry) in geometries.enumerated() {
      features.append(
        row: row,
        type: position,
        globalID: index == 0
          ? globalID : GlobalID(name: "part \(index + 1) of \(globalID)", namespace: namespace),
        origin: origin,
        geometry: geometry,
        terminals: terminals,
        share: share(of: geometry, in: parts)
      )
    }
    if geometries.count > 1 { splitCount += 1 }
  }

  private mutating func position(_ row: Int, _ columns: Columns) throws(ReadingError) -> Int {
    let key = TypeKey(group: columns.group?[row] ?? .null, type: columns.type?[row] ?? .null)
    if let known = positions[key] { return known }
    let group = try named(layer.group, key.group, row, "asset group")
    let type = try named(layer.type, key.type, row, "asset type")
    let position = try types.add(group, type)
    positions[key] = position
    return position
  }

  private func share(of part: Geometry?, in parts: [Geometry]) -> Double {
    guard parts.count > 1, case .lineString? = part else { return 1 }
    let scale = PlaneScale(srid: srid)
    func length(_ geometry: Geometry) -> Double {
      let places = geometry.coordinates
      return zip(places, places.dropFirst()).reduce(0) { $0 + scale.distance($1.0, $1.1) }
    }
    let whole = parts.reduce(0) { $0 + length($1) }
    return whole > 0 ? part.map(length).map { $0 / whole } ?? 1 : 1 / Double(parts.count)
  }

  private func named(
    _ classification: GISMapping.Classification,
    _ value: AttributeValue,
    _ row: Int,
    _ what: String
  ) throws(ReadingError) -> GISMapping.Named {
    switch classification.choice {
    case .constant(let named): return named
    case .field(let field, let values):
      let place = table.place(row)
      guard let key = value.key, !key.isEmpty else {
        guard let missing = classification.missing else {
          throw ReadingError(
            place,
            "\(field) is empty: say with \"missing\" which \(what) an empty field stands for."
          )
        }
        return missing
      }
      guard let values else {
        if key.utf8.contains(0) { throw ReadingError(place, "\(field) contains a NUL character.") }
        return GISMapping.Named(name: key, path: "\(layer.path).data")
      }
      guard let named = GISMapping.listed(key, in: values) ?? classification.other else {
        throw ReadingError(
          place,
          "\(field) is '\(key.prefix(40))', which the mapping does not list: list it, or give the "
            + "\(what) of all others with \"other\"."
        )
      }
      return named
    }
  }

  private func parts(_ row: Int) throws(ReadingError) -> [Geometry] {
    guard let geometry = table.rows.geometries[row] else { return [] }
    if let part = plainPart(geometry) { return [part] }
    let parts = geometry.parts.map { $0.declared(in: srid) }
    guard let usage = layer.usage, !parts.isEmpty else { return [] }
    guard let expected = usage.geometryType else {
      throw table.error(row, "Features of usage \(usage.name) cannot have a geometry.")
    }
    guard parts.allSatisfy({ $0.type == expected }) else {
      throw table.error(
        row,
        "A feature of usage \(usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
    if parts.count > 1, layer.parts == .refuse {
      throw table.error(row, "The geometry has \(parts.count) parts, which 'parts' refuses.")
    }
    if let unsound = geometry.unsoundOrdinate { throw table.error(row, unsound) }
    return parts
  }

  /// The geometry if it already is a plain point or line of the expected type, which is the usual case.
  private func plainPart(_ geometry: Geometry) -> Geometry? {
    let expected = layer.usage?.geometryType
    func hasPlace(_ ordinate: Double) -> Bool { ordinate.magnitude <= 1e150 }
    switch geometry {
    case .point(let point) where expected == .point && point.z == nil && point.m == nil:
      guard let place = point.coordinate, hasPlace(place.x), hasPlace(place.y) else { return nil }
      return .point(Point(place, srid: srid))
    case .lineString(let line) where expected == .lineString && line.coordinates.dimensions == .xy:
      guard !line.coordinates.isEmpty, line.coordinates.ordinates.allSatisfy(hasPlace) else {
        return nil
      }
      if line.srid == srid { return geometry }
      return (try? LineString(line.coordinates, srid: srid)).map { .lineString($0) }
    default: return nil
    }
  }

  // MARK: Identity

  private mutating func origin(_ row: Int, _ naming: OriginNaming) throws(ReadingError) -> String {
    let origin = naming.origin(row)
    if origin.utf8.contains(0) { throw table.error(row, "The origin contains a NUL character.") }
    if let other = origins.note(origin, of: row, naming.origin) {
      throw table.error(row, "The origin \(origin) is used twice, first by \(table.place(other)).")
    }
    return origin
  }

  private func globalID(_ row: Int, _ column: SharedFieldColumn?, _ origin: String)
    throws(ReadingError) -> GlobalID
  {
    var spelled: GlobalID?
    _ = column?.withUTF8(row) { spelled = GlobalID(utf8: $0) }
    if let spelled { return spelled }
    if let text = column?[row].key, !text.isEmpty {
      guard let globalID = GlobalID(text) else {
        let name = layer.globalID.flatMap(table.field).map { table.rows.fields[$0].name }
        throw table.error(
          row,
          "\(name ?? "The global id") is '\(text.prefix(40))', which is not a UUID of 32 "
            + "hexadecimal digits in groups of 8-4-4-4-12. Leave 'globalID' out of the mapping to derive global ids."
        )
      }
      return globalID
    }
    return GlobalID(name: "\(layer.name) \(origin)", namespace: namespace)
  }

  private func terminal(_ column: SharedFieldColumn?, _ row: Int) throws(ReadingError) -> Int64 {
    guard let value = column?[row] else { return GISLayerFeatures.noTerminal }
    var number: Int64?
    switch value {
    case .null, .text(""): return GISLayerFeatures.noTerminal
    case .integer(let integer): number = integer
    case .real(let real): number = Int64(exactly: real)
    case .text(let text): number = Int(whole: text).map { Int64($0) }
    case .blob: break
    }
    guard let number, number != GISLayerFeatures.noTerminal else {
      throw table.error(
        row,
        "A terminal is a whole number, not '\((value.key ?? "bytes").prefix(40))'."
      )
    }
    return number
  }

  private struct Columns {
    var group: SharedFieldColumn?
    var type: SharedFieldColumn?
    var origin: SharedFieldColumn?
    var globalID: SharedFieldColumn?
    var fromTerminal: SharedFieldColumn?
    var toTerminal: SharedFieldColumn?

    init(_ layer: GISMapping.Layer, _ table: GISTable) throws(ReadingError) {
      func column(_ name: String, _ member: String) throws(ReadingError) -> SharedFieldColumn? {
        try table.column(name, "\(layer.path).\(member)").map(table.values)
      }
      if case .field(let name, _) = layer.group.choice {
        group = try column(name, "assetGroup.field")
      }
      if case .field(let name, _) = layer.type.choice { type = try column(name, "assetType.field") }
      if let name = layer.origin { origin = try column(name, "origin") }
      if let name = layer.globalID { globalID = try column(name, "globalID") }
      if let name = layer.fromTerminal { fromTerminal = try column(name, "fromTerminal") }
      if let name = layer.toTerminal { toTerminal = try column(name, "toTerminal") }
    }
  }
}

/// Derives the origins of the rows of a layer; a class, so that its contents are not copied for each row.
private final class OriginNaming {
  private let table: GISTable
  private let column: SharedFieldColumn?
  private let data: String
  private let prefix: String?

  init(table: GISTable, column: SharedFieldColumn?, data: String, prefix: String?) {
    self.table = table
    self.column = column
    self.data = data
    self.prefix = prefix
  }

  func origin(_ row: Int) -> String {
    let name: String
    if let key = column?[row].key, !key.isEmpty {
      name = key.asOrigin
    } else {
      name = "\(data)/\(table.id(row).asOrigin)"
    }
    return prefix.map { "\($0)/\(name)" } ?? name
  }
}

extension GISTable {
  /// The position of a field that a mapping names; nil when the table has neither rows nor fields.
  func column(_ name: String, _ path: String) throws(ReadingError) -> Int? {
    if let position = field(name) { return position }
    if rows.count == 0 && rows.fields.isEmpty { return nil }
    let known = Words.names(rows.fields.map(\.name))
    let hint = known.isEmpty ? "it has no fields" : "its fields are \(known)"
    throw ReadingError(path, "The data has no field '\(name)'; \(hint).")
  }
}
