package import GeoSnap

/// Reads a valid GeoJSON file piece by piece; for any other, it returns nil, and ``GeoJSONTable`` reads it.
package struct GeoJSONStream {
  private let file: String
  private var window: ByteWindow
  private var offset = 0
  private var srid: SRID?
  /// Whether the reference system is assumed rather than declared.
  private var isAssumed = false
  private var rows = GeoJSONColumns()
  private var ordinates: [Double] = []

  /// Reads a file whose pieces `next` returns; nil when ``GeoJSONTable`` has to read it.
  package static func read(_ file: String, srid: SRID?, _ next: @escaping () throws -> [UInt8]?)
    throws -> GISTable?
  {
    var stream = GeoJSONStream(file: file, window: ByteWindow(next), srid: srid)
    do {
      try stream.readAll()
    } catch is GeoJSONCursor.Stop {
      return nil
    }
    return GISTable(file, &stream.rows, srid: stream.srid, isAssumed: stream.isAssumed)
  }

  private init(file: String, window: ByteWindow, srid: SRID?) {
    self.file = file
    self.window = window
    self.srid = srid
  }

  /// Calls `body` with a cursor; repeats the call with more bytes when they end too early.
  private mutating func scan<Result>(
    _ body: (inout GeoJSONStream, inout GeoJSONCursor) throws(GeoJSONCursor.Stop) -> Result
  ) throws -> Result {
    while true {
      do throws(GeoJSONCursor.Stop) {
        var cursor = GeoJSONCursor(window.bytes, at: offset)
        let result = try body(&self, &cursor)
        offset = cursor.offset
        return result
      } catch {
        guard error == .end, try window.advance(past: offset) else {
          throw GeoJSONCursor.Stop.doubt
        }
        offset = 0
      }
    }
  }

  private mutating func assumeDegrees() {
    guard srid == nil else { return }
    isAssumed = true
    srid = 4326
  }

  // MARK: Documents

  private mutating func readAll() throws {
    while window.bytes.count < 3 { if !(try window.advance(past: 0)) { break } }
    offset = ByteOrderMark.length(window.bytes)
    if try !isAtNext() { throw GeoJSONCursor.Stop.doubt }
    // A feature outside a collection begins with its type.
    let isFeature = try scan { (_, cursor) throws(GeoJSONCursor.Stop) in
      var ahead = cursor
      try ahead.pass(UInt8(ascii: "{"))
      guard ahead.isWord(try ahead.plainText(), "type") else { return false }
      try ahead.pass(UInt8(ascii: ":"))
      return ahead.isWord(try ahead.plainText(), "Feature")
    }
    if isFeature { try readSequence() } else { try readCollection() }
  }

  /// Passes the separators between features outside a collection; returns whether another feature follows.
  private mutating func isAtNext() throws -> Bool {
    while true {
      while offset < window.bytes.count {
        switch window.bytes[offset] {
        case 0x20, 0x0A, 0x0D, 0x09, 0x1E: offset += 1
        default: return true
        }
      }
      if !(try window.advance(past: offset)) { return false }
      offset = 0
    }
  }

  private mutating func readSequence() throws {
    assumeDegrees()
    // A line end or a `crs` member within a feature is valid only in a file with a single feature.
    var isDocument = false
    var isOnOneLine = true
    repeat {
      let (hasLines, hasSystem) = try scan { (stream, cursor) throws(GeoJSONCursor.Stop) in
        let start = cursor.offset
        let hasSystem = try stream.readFeature(&cursor)
        let range = start..<cursor.offset
        let hasLines = cursor.bytes[range].contains { $0 == 0x0A || $0 == 0x1E }
        return (hasLines, hasSystem)
      }
      isDocument = isDocument || hasSystem
      isOnOneLine = isOnOneLine && !hasLines
      // Two features on one line are not a valid sequence.
      let end = try lineEnd()
      if rows.count > 1 || end == .feature, !isOnOneLine { throw GeoJSONCursor.Stop.doubt }
      if end == .none { throw GeoJSONCursor.Stop.doubt }
      if end == .file { break }
    } while true
    if rows.count == 1, isDocument { throw GeoJSONCursor.Stop.doubt }
  }

  private enum Ending {
    case feature
    case file
    case none
  }

  private mutating func lineEnd() throws -> Ending {
    var hasEnded = false
    while true {
      while offset < window.bytes.count {
        switch window.bytes[offset] {
        case 0x0A, 0x1E: hasEnded = true
        case 0x20, 0x0D, 0x09: break
        default: return hasEnded ? .feature : .none
        }
        offset += 1
      }
      if !(try window.advance(past: offset)) { return .file }
      offset = 0
    }
  }

  private mutating func readCollection() throws {
    var names: Set<String> = []
    var isCollection = false
    try scan { (_, cursor) throws(GeoJSONCursor.Stop) in try cursor.pass(UInt8(ascii: "{")) }
    while let name = try scan({ (_, cursor) throws(GeoJSONCursor.Stop) -> String? in
      guard try cursor.next(before: UInt8(ascii: "}"), isFirst: names.isEmpty) else { return nil }
      let name = cursor.string(try cursor.plainText())
      try cursor.pass(UInt8(ascii: ":"))
      guard let name else { throw .doubt }
      return name
    }) {
      guard names.insert(name).inserted else { throw GeoJSONCursor.Stop.doubt }
      switch name {
      case "features":
        assumeDegrees()
        try readFeatures()
      case "type":
        isCollection = try scan { (_, cursor) throws(GeoJSONCursor.Stop) in
          cursor.isWord(try cursor.plainText(), "FeatureCollection")
        }
      default:
        let value = try scan { (_, cursor) throws(GeoJSONCursor.Stop) in
          try cursor.parsed(cursor.value())
        }
        // The features before it would have to be declared in this system.
        if name == "crs", isAssumed { throw GeoJSONCursor.Stop.doubt }
        if name == "crs", srid == nil { try declare(value) }
      }
    }
    guard isCollection, names.contains("features"), try lineEnd() == .file else {
      throw GeoJSONCursor.Stop.doubt
    }
  }

  private mutating func declare(_ value: ParsedJSON) throws {
    do throws(ReadingError) {
      srid = try GeoJSONTable.system(JSONNode(value: value, path: file))
    } catch {
      throw GeoJSONCursor.Stop.doubt
    }
  }

  private mutating func readFeatures() throws {
    try scan { (_, cursor) throws(GeoJSONCursor.Stop) in try cursor.pass(UInt8(ascii: "[")) }
    while try scan({ (stream, cursor) throws(GeoJSONCursor.Stop) in
      guard try cursor.next(before: UInt8(ascii: "]"), isFirst: stream.rows.count == 0) else {
        return false
      }
      _ = try stream.readFeature(&cursor)
      return true
    }) {}
  }

  // MARK: Features

  private mutating func readFeature(
    _ cursor: inout GeoJSONCursor
  ) throws(GeoJSONCursor.Stop) -> Bool {
    var (hasType, hasGeometry, hasProperties, hasID) = (false, false, false, false)
    var others: [String] = []
    var geometry: Geometry?
    var id: String?
    rows.begin()
    try cursor.pass(UInt8(ascii: "{"))
    var isFirst = true
    while let name = try cursor.nextName(isFirst: &isFirst) {
      if !hasType, cursor.isWord(name, "type") {
        hasType = true
        guard cursor.isWord(try cursor.plainText(), "Feature") else { throw .doubt }
      } else if !hasGeometry, cursor.isWord(name, "geometry") {
        hasGeometry = true
        geometry = try cursor.geometry(srid: srid, &ordinates)
      } else if !hasProperties, cursor.isWord(name, "properties") {
        hasProperties = true
        try readProperties(&cursor)
      } else if !hasID, cursor.isWord(name, "id") {
        hasID = true
        id = try readID(&cursor)
      } else {
        guard let text = cursor.string(name), !others.contains(text),
          !["type", "geometry", "properties", "id"].contains(text)
        else { throw .doubt }
        others.append(text)
        _ = try cursor.parsed(cursor.value())
      }
    }
    guard hasType, hasGeometry else { throw .doubt }
    try rows.add(geometry, id: id, cursor)
    return others.contains("crs")
  }

  private mutating func readProperties(_ cursor: inout GeoJSONCursor) throws(GeoJSONCursor.Stop) {
    if try cursor.peek() == UInt8(ascii: "n") {
      guard try cursor.word() == nil else { throw .doubt }
      return
    }
    try cursor.pass(UInt8(ascii: "{"))
    var isFirst = true
    while let name = try cursor.nextName(isFirst: &isFirst) {
      try rows.note(name, cursor, try readValue(&cursor))
    }
  }

  private func readValue(
    _ cursor: inout GeoJSONCursor
  ) throws(GeoJSONCursor.Stop) -> GeoJSONColumns.Value {
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      let text = try cursor.text()
      if !text.hasEscapes { return .plain(text) }
      guard let text = cursor.string(text) else { throw .doubt }
      return .text(text)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json(try cursor.parsed(cursor.value()).text)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return try cursor.word().map { .flag($0) } ?? .null
    default:
      let start = cursor.offset
      let number = try cursor.number()
      // Below 2^53 every whole number is exact as a double.
      guard number.magnitude >= 0x1p53 else { return .number(number) }
      let range = start..<cursor.offset
      switch JSONNumber(cursor.bytes.span, range) {
      case .whole(let whole): return .integer(whole)
      case .real: return .number(number)
      case .beyond: return .digits(String(decoding: cursor.bytes[range], as: UTF8.self))
      }
    }
  }

  private func readID(_ cursor: inout GeoJSONCursor) throws(GeoJSONCursor.Stop) -> String? {
    // Lists and objects are not valid ids.
    let first = try cursor.peek()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw .doubt }
    switch try readValue(&cursor) {
    case .null: return nil
    case .plain(let text):
      guard let text = cursor.string(text) else { throw .doubt }
      return text.isEmpty ? nil : text
    case .text(let text): return text.isEmpty ? nil : text
    case .integer(let number): return "\(number)"
    case .digits(let digits): return digits
    case .number(let number) where number.magnitude <= 0x1p53:
      return AttributeValue.text(of: number)
    default: throw .doubt
    }
  }
}

struct ByteWindow {
  private(set) var bytes: [UInt8] = []
  private(set) var isComplete = false
  private let next: () throws -> [UInt8]?

  init(_ next: @escaping () throws -> [UInt8]?) { self.next = next }

  /// Releases the bytes before an offset and reads at least one more byte; returns false at the end of the file.
  mutating func advance(past offset: Int) throws -> Bool {
    if isComplete { return false }
    bytes.removeSubrange(..<offset)
    // Doubles the window, so that a value that is longer than a piece is parsed again only a few times.
    let wanted = bytes.count * 2
    repeat {
      guard let piece = try next() else {
        isComplete = true
        break
      }
      ImportMonitor.note(bytes: piece.count)
      if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      bytes += piece
    } while bytes.count < max(wanted, 1)
    return true
  }
}
