internal import GeoSnap
internal import GeoSnapSupport

struct GeoJSONColumns {
  enum Value {
    case null
    case flag(Bool)
    case number(Double)
    case integer(Int64)
    case digits(String)
    case plain(JSONName)
    case text(String)
    case json(String)
  }

  private struct Column {
    let name: String
    let bytes: [UInt8]
    /// Booleans are stored as blobs, which GeoJSON does not have.
    var values = FieldColumn()
    var kinds: AttributeField.Kinds = []
    /// Whether it contains a negative zero, which only matters in columns of real numbers.
    var hasNegativeZeros = false
    /// Whether it contains NaN, which a GeoPackage cannot hold.
    var hasNaN = false
    /// The first feature with a whole number beyond 64 bits.
    var long: Int?
    var stamp = 0
  }

  private var columns: [Column] = []
  private var positions: [String: Int] = [:]
  private(set) var geometries = GeometryColumn()
  private(set) var ids = TextColumn()
  /// The numbers of the features that lost their heights.
  private(set) var flattened: [Int] = []
  private var stamp = 0
  private var current: [(column: Int, value: Value)] = []

  /// The columns with whole numbers beyond 64 bits and their first feature; set by ``table(_:)``.
  private(set) var long: [(name: String, feature: Int)] = []

  var count: Int { geometries.count }

  mutating func begin() {
    stamp += 1
    current.removeAll(keepingCapacity: true)
  }

  mutating func note(_ name: JSONName, _ cursor: GeoJSONCursor, _ value: Value)
    throws(GeoJSONCursor.Stop)
  {
    let column = try column(name, cursor)
    guard columns[column].stamp != stamp else { throw .doubt }
    columns[column].stamp = stamp
    current.append((column, value))
  }

  /// The column of a name, which usually follows that of the previous property.
  private mutating func column(_ name: JSONName, _ cursor: GeoJSONCursor) throws(GeoJSONCursor.Stop)
    -> Int
  {
    let expected = (current.last?.column ?? -1) + 1
    if expected < columns.count, cursor.areBytes(name.range, columns[expected].bytes) {
      return expected
    }
    guard let text = cursor.string(name) else { throw .doubt }
    if let known = positions[text] { return known }
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .doubt }
    return newColumn(text)
  }

  private mutating func newColumn(_ name: String) -> Int {
    positions[name] = columns.count
    columns.append(Column(name: name, bytes: Array(name.utf8)))
    return columns.count - 1
  }

  /// Records a property of the current feature from a parsed document, in which no name repeats.
  mutating func note(_ name: String, _ value: ParsedJSON) {
    let column = positions[name] ?? newColumn(name)
    if value.double?.isNaN == true { columns[column].hasNaN = true }
    current.append((column, Value(value)))
  }

  var names: [String] { positions.keys.sorted() }

  mutating func add(_ geometry: Geometry?, id: String?, _ cursor: GeoJSONCursor)
    throws(GeoJSONCursor.Stop)
  {
    let row = count
    if cursor.losesHeights { flattened.append(row + 1) }
    for (column, value) in current {
      while columns[column].values.count < row { columns[column].values.append(.null) }
      if case .digits = value, columns[column].long == nil { columns[column].long = row + 1 }
      try Self.append(value, to: &columns[column], cursor)
    }
    geometries.append(geometry)
    ids.append(id)
  }

  private static func append(_ value: Value, to column: inout Column, _ cursor: GeoJSONCursor)
    throws(GeoJSONCursor.Stop)
  {
    switch value {
    case .null: column.values.append(.null)
    case .flag(let flag):
      column.kinds.insert(.boolean)
      column.values.append(.blob([flag ? 1 : 0]))
    case .number(let number):
      let isWhole = abs(number) <= 0x1p53 && Int64(exactly: number) != nil
      column.kinds.insert(isWhole ? .integer : .real)
      if isWhole, number != 0 || number.sign == .plus {
        column.values.append(.integer(Int64(number)))
      } else {
        column.hasNegativeZeros = column.hasNegativeZeros || isWhole
        column.values.append(.real(number))
      }
    case .integer(let number):
      column.kinds.insert(AttributeField.Kinds(number))
      column.values.append(.integer(number))
    case .plain(let text):
      column.kinds.insert(.text)
      let bytes = cursor.bytes.span.extracting(text.range)
      guard (try? UTF8Span(validating: bytes)) != nil else { throw .doubt }
      column.values.append(utf8: bytes)
    case .text(let text), .digits(let text):
      column.kinds.insert(.text)
      column.values.append(.text(text))
    case .json(let text):
      column.kinds.insert(.json)
      column.values.append(.text(text))
    }
  }

  // MARK: The table

  mutating func table(_ name: String) -> FeatureTable {
    var fields: [AttributeField] = []
    var attributes: [FieldColumn] = []
    for position in Array(positions).rising(by: \.key).map(\.value) {
      var values = FieldColumn()
      swap(&values, &columns[position].values)
      while values.count < count { values.append(.null) }
      let kinds = columns[position].kinds
      let name = columns[position].name
      let field = kinds.isEmpty ? AttributeField(name, .integer) : kinds.field(name)
      let storage = field.storage
      fields.append(field)
      if let feature = columns[position].long { long.append((field.name, feature)) }
      let isPlain =
        kinds.isEmpty || [.integer, .real, .text, .json].contains(kinds) || kinds == .longInteger
      let areMixed =
        !isPlain || columns[position].hasNaN
        || columns[position].hasNegativeZeros && storage != .real
      attributes.append(
        areMixed ? FieldColumn(values.lazy.map { Self.value($0, as: storage) }) : values
      )
    }
    return FeatureTable(
      name: name,
      sourceID: nil,
      geometryType: .geometryCollection,
      fields: fields,
      rowIDs: GeoSnap.Column((0..<count).lazy.map { Int64($0 + 1) }),
      globalIDs: GlobalIDColumn(repeatElement(nil, count: count)),
      assetGroups: GeoSnap.Column(repeating: 0, count: count),
      assetTypes: GeoSnap.Column(repeating: 0, count: count),
      origins: TextColumn(repeatElement(nil, count: count)),
      geometries: geometries,
      attributes: attributes
    )
  }

  private static func value(_ value: AttributeValue, as storage: AttributeField.Storage)
    -> AttributeValue
  {
    switch (value, storage) {
    case (.blob(let flag), .integer): .integer(flag == [1] ? 1 : 0)
    case (.blob(let flag), .real): .real(flag == [1] ? 1 : 0)
    case (.blob(let flag), _): .text(flag == [1] ? "true" : "false")
    case (.integer(let number), .real): .real(Double(number))
    case (.integer(let number), .text): .text("\(number)")
    case (.real(let number), .integer): Int64(exactly: number).map { .integer($0) } ?? .null
    case (.real(let number), .text): .text(AttributeValue.text(of: number))
    case (.real(let number), .real) where number.isNaN: .null
    default: value
    }
  }
}

extension GeoJSONColumns.Value {
  fileprivate init(_ value: ParsedJSON) {
    self =
      switch value {
      case .null: .null
      case .bool(let flag): .flag(flag)
      case .number(let number): .number(number)
      case .digits(let digits): value.integer.map { .integer($0) } ?? .digits(digits)
      case .string(let text): .text(text)
      case .array, .object: .json(value.text)
      }
  }
}

struct GeoJSONShape {
  let srid: SRID?
  /// Whether heights were left out, since only some positions have one.
  private var losesHeights = false

  private init(srid: SRID?) { self.srid = srid }

  static func geometry(
    _ value: ParsedJSON,
    path: String,
    srid: SRID?
  ) throws(ReadingError) -> (geometry: Geometry?, losesHeights: Bool) {
    var shape = GeoJSONShape(srid: srid)
    let geometry = try shape.geometry(JSONNode(value: value, path: path), isMember: false)
    return (geometry, shape.losesHeights)
  }

  private mutating func geometry(_ node: JSONNode, isMember: Bool) throws(ReadingError) -> Geometry?
  {
    if case .null = node.value { return nil }
    let members = try node.namedMembers()
    guard case .string(let type)? = members["type"]?.value else {
      throw node.error("A geometry with a \"type\" was expected.")
    }
    if type == "GeometryCollection" {
      guard let list = members["geometries"], !isMember else {
        throw node.error(
          "A collection with \"geometries\", not inside another collection, was expected."
        )
      }
      var geometries: [Geometry] = []
      for element in try list.elements() {
        if let geometry = try geometry(element, isMember: true) { geometries.append(geometry) }
      }
      return try made(node) { () throws(GeometryError) in
        .collection(try GeometryCollection(geometries, srid: srid))
      }
    }
    guard let coordinates = members["coordinates"] else {
      throw node.error("The \"coordinates\" of the \(type.prefix(40)) are missing.")
    }
    switch type {
    case "Point": return try point(coordinates)
    case "MultiPoint": return .multiPoint(MultiPoint(try sequence(coordinates), srid: srid))
    case "LineString":
      let vertices = try sequence(coordinates)
      return try made(coordinates) { () throws(GeometryError) in
        .lineString(try LineString(vertices, srid: srid))
      }
    case "MultiLineString":
      let parts = try sequences(coordinates)
      return try made(coordinates) { () throws(GeometryError) in
        .multiLineString(try MultiLineString(parts: parts, srid: srid))
      }
    case "Polygon": return .polygon(try polygon(coordinates))
    case "MultiPolygon":
      var polygons: [Polygon] = []
      for element in try coordinates.elements() { polygons.append(try polygon(element)) }
      return try made(coordinates) { () throws(GeometryError) in
        .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
      }
    default: throw node.error("'\(type.prefix(40))' is not a type of geometry.")
    }
  }

  private func made<Made>(_ node: JSONNode, _ body: () throws(GeometryError) -> Made)
    throws(ReadingError) -> Made
  {
    do throws(GeometryError) {
      return try body()
    } catch {
      throw node.error(error.message)
    }
  }

  private mutating func polygon(_ node: JSONNode) throws(ReadingError) -> Polygon {
    let rings = try sequences(node)
    // GDAL writes an empty polygon with an empty ring.
    return try made(node) { () throws(GeometryError) in
      try Polygon(rings: rings.allSatisfy(\.isEmpty) ? [] : rings, srid: srid)
    }
  }

  private func point(_ node: JSONNode) throws(ReadingError) -> Geometry {
    // RFC 7946 has no empty point; programs write one without coordinates.
    if case .array(let ordinates) = node.value, ordinates.isEmpty {
      return .point(Point(emptyIn: srid))
    }
    let place = try position(node)
    return .point(Point(x: place.x, y: place.y, z: place.z, srid: srid))
  }

  private mutating func sequences(_ node: JSONNode) throws(ReadingError) -> [CoordinateSequence] {
    var sequences: [CoordinateSequence] = []
    for element in try node.elements() { sequences.append(try sequence(element)) }
    guard sequences.contains(where: { !$0.dimensions.hasZ }) else { return sequences }
    losesHeights = losesHeights || sequences.contains { $0.dimensions.hasZ }
    return sequences.map { $0.removingZ() }
  }

  /// Positions; heights are kept only when all positions have one.
  private mutating func sequence(_ node: JSONNode) throws(ReadingError) -> CoordinateSequence {
    var positions: [Position] = []
    for element in try node.elements() { positions.append(try position(element)) }
    let hasZ = !positions.isEmpty && positions.allSatisfy { $0.z != nil }
    losesHeights = losesHeights || !hasZ && positions.contains { $0.z != nil }
    return CoordinateSequence(
      trusted: positions.flatMap { hasZ ? [$0.x, $0.y, $0.z ?? 0] : [$0.x, $0.y] },
      dimensions: hasZ ? .xyz : .xy
    )
  }

  private typealias Position = (x: Double, y: Double, z: Double?)

  private func position(_ node: JSONNode) throws(ReadingError) -> Position {
    guard case .array(let values) = node.value, (2...4).contains(values.count) else {
      throw node.error(
        "A position of two to four numbers was expected; this is \(node.value.kind)."
      )
    }
    var ordinates: [Double] = []
    for value in values.prefix(3) {
      guard let ordinate = value.double, ordinate.isFinite, abs(ordinate) <= 1e150 else {
        throw node.error("A number within ±1e150 was expected; this is \(value.kind).")
      }
      ordinates.append(ordinate)
    }
    return (x: ordinates[0], y: ordinates[1], z: ordinates.count > 2 ? ordinates[2] : nil)
  }
}
