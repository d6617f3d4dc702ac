package import GeoSnap
internal import GeoSnapSupport

/// Reads all of a GeoJSON file (RFC 7946), with ten times the memory of the stream, and locates errors.
package struct GeoJSONTable {
  private let file: String
  private var srid: SRID?
  /// Whether the reference system is assumed rather than declared.
  private var isAssumed = false
  private var rows = GeoJSONColumns()

  /// Reads a file whose pieces `open()` returns, or all of it when it is invalid or has an unusual form.
  package static func read(_ file: String, srid: SRID?, _ open: () throws -> () throws -> [UInt8]?)
    throws -> GISTable
  {
    if let table = try GeoJSONStream.read(file, srid: srid, open()) { return table }
    let next = try open()
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    return try read(file, bytes, srid: srid)
  }

  package static func read(_ file: String, _ bytes: [UInt8], srid: SRID?) throws(ReadingError)
    -> GISTable
  {
    var reader = GeoJSONTable(file: file, srid: srid)
    if let sequence = Self.sequence(bytes.dropFirst(ByteOrderMark.length(bytes))) {
      reader.assumeDegrees()
      for (number, line) in sequence.enumerated() {
        let path = "\(file): feature \(number + 1)"
        try reader.add(
          JSONNode(value: JSONParser.parse(line, path: path, isEmbedded: true), path: path),
          path
        )
      }
    } else {
      try reader.readDocument(JSONNode(value: document(file, bytes), path: file))
    }
    return try reader.table()
  }

  private init(file: String, srid: SRID?) {
    self.file = file
    self.srid = srid
  }

  /// Reads the only document of a file; the error for a file that is not JSON names ways to convert it to GeoJSON.
  private static func document(_ file: String, _ bytes: [UInt8]) throws(ReadingError) -> ParsedJSON
  {
    do throws(ReadingError) {
      return try JSONParser.parse(bytes, path: file)
    } catch {
      let first = bytes.dropFirst(ByteOrderMark.length(bytes)).first { $0 > 0x20 }
      guard let first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["), !bytes.startsAsUTF16
      else { throw error }
      throw ReadingError(
        file,
        "This is neither GeoJSON nor a GeoPackage: convert it with `geosnap convert`."
      )
    }
  }

  private mutating func assumeDegrees() {
    guard srid == nil else { return }
    isAssumed = true
    srid = 4326
  }

  /// The features of a sequence (RFC 8142, or one per line); nil for a single document.
  private static func sequence(_ text: ArraySlice<UInt8>) -> [[UInt8]]? {
    // With record separators, lines may end within a record.
    let separator: UInt8 = text.contains(0x1E) ? 0x1E : 0x0A
    let lines = text.split(separator: separator).filter { line in
      line.contains { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
    }
    // The last line may be cut off.
    let areObjects =
      lines.allSatisfy { $0.first { $0 > 0x20 } == UInt8(ascii: "{") }
      && lines.dropLast().allSatisfy { $0.last { $0 > 0x20 } == UInt8(ascii: "}") }
    guard lines.count > 1 || separator == 0x1E, areObjects else { return nil }
    return lines.map(Array.init)
  }

  private mutating func readDocument(_ root: JSONNode) throws(ReadingError) {
    let members = try root.namedMembers()
    if srid == nil, let node = members["crs"] { srid = try GeoJSONTable.system(node) }
    assumeDegrees()
    guard case .string(let type)? = members["type"]?.value else {
      throw root.error("GeoJSON was expected: an object with a \"type\".")
    }
    switch type {
    case "FeatureCollection":
      guard let list = members["features"] else {
        throw root.error("The list of \"features\" is missing.")
      }
      for (number, node) in try list.elements().enumerated() {
        try add(node, "\(file): feature \(number + 1)")
      }
    case "Feature": try add(root, "\(file): feature 1")
    default:
      throw root.error(
        "A FeatureCollection or a Feature was expected; this is a '\(type.prefix(40))'."
      )
    }
  }

  /// The EPSG code of a `crs` member, which GeoJSON had before RFC 7946 and which GDAL still writes.
  static func system(_ node: JSONNode) throws(ReadingError) -> SRID? {
    if case .null = node.value { return nil }
    func text(_ value: ParsedJSON?) -> String? {
      if case .string(let text)? = value { return text }
      return value?.integer.map { "\($0)" }
    }
    guard case .object(let members) = node.value,
      case .object(let properties)? = members["properties"],
      let code = systemCode(
        name: text(properties["name"]),
        type: text(members["type"]),
        code: text(properties["code"])
      )
    else {
      throw node.error(
        "The member crs does not name an EPSG code. Give the system with \"srid\" in the mapping or with --srid."
      )
    }
    return code
  }

  private mutating func add(_ node: JSONNode, _ path: String) throws(ReadingError) {
    let node = JSONNode(value: node.value, path: path)
    let members = try node.namedMembers()
    guard case .string("Feature")? = members["type"]?.value else {
      throw node.error("A Feature was expected.")
    }
    guard let geometry = members["geometry"] else {
      throw node.error("The member \"geometry\" is missing; it may be null.")
    }
    var properties: [String: ParsedJSON] = [:]
    switch members["properties"]?.value {
    case .object(let named)?: properties = named
    case .null?, nil: break
    default: throw ReadingError("\(path): properties", "An object or null was expected.")
    }
    let found = try GeoJSONShape.geometry(geometry.value, path: "\(path): geometry", srid: srid)
    let id = try id(members["id"], path)
    rows.begin()
    for (name, value) in properties { rows.note(name, value) }
    var cursor = GeoJSONCursor([], at: 0)
    cursor.losesHeights = found.losesHeights
    // Parsed values raise no doubt.
    _ = try? rows.add(found.geometry, id: id, cursor)
  }

  private func id(_ node: JSONNode?, _ path: String) throws(ReadingError) -> String? {
    switch node?.value {
    case .string(let text)?: return text.isEmpty ? nil : text
    case .digits(let digits)?: return digits
    case .number(let number)?:
      guard number.isFinite, abs(number) <= Self.greatestWhole else {
        throw ReadingError(
          "\(path): id",
          "The number is beyond what a double holds exactly: write it as a text."
        )
      }
      return AttributeValue.text(of: number)
    case .null?, nil: return nil
    default: throw ReadingError("\(path): id", "A text or a number was expected.")
    }
  }

  /// Up to this number, all whole numbers are exact as doubles.
  private static let greatestWhole = 0x1p53

  private mutating func table() throws(ReadingError) -> GISTable {
    if let name = rows.names.first(where: { $0.isEmpty || $0.utf8.contains(0) }) {
      throw ReadingError(file, "A field cannot be named '\(name)': rename the property.")
    }
    return GISTable(file, &rows, srid: srid, isAssumed: isAssumed)
  }
}

extension GISTable {
  /// The table of the columns of a file, with notes; an assumed system is left out if no degrees fit.
  init(_ file: String, _ columns: inout GeoJSONColumns, srid: SRID?, isAssumed: Bool) {
    self.init(file: file, table: nil, srid: srid, rows: columns.table(file))
    ids = columns.ids
    for (name, feature) in columns.long {
      notes.append(
        "\(file): feature \(feature): \(name) is a whole number beyond 64 bits: the field is kept as text."
      )
    }
    if let first = columns.flattened.first {
      let count = columns.flattened.count
      let others = count == 1 ? "" : ", as \(count - 1) more did"
      notes.append(
        "\(file): feature \(first): Some positions have no height, so that the geometry lost all heights\(others). "
          + "To keep the heights, give each position a height."
      )
    }
    let world = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
    guard isAssumed, let extent = rows.geometries.envelope, !world.contains(extent) else { return }
    self.srid = nil
    notes.append(
      "\(file) does not name a reference system, and its coordinates are not longitude and latitude: give their system "
        + "with \"srid\"."
    )
  }
}

extension ParsedJSON {
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): AttributeValue.text(of: number)
    case .digits(let digits): digits
    case .string(let text): text.jsonQuoted()
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{"
        + Array(members).rising(by: \.key).map { "\($0.key.jsonQuoted()):\($0.value.text)" }
        .joined(separator: ",") + "}"
    }
  }
}
