import GeoSnap

/// A JSON document that is written piece by piece: a million elements take no memory, keys are in
/// the order of writing, and each object in a list is on a separate line.
struct JSONStream {
  private let sink: ByteSink
  private var bytes: [UInt8] = []
  /// Whether a value precedes the next one.
  private var needsComma = false
  /// Whether the next object is in a list.
  private var isListed: [Bool] = []

  private static let blockSize = 1 << 16

  /// Starts a document, which is one object.
  init(_ sink: ByteSink = Surroundings.current.output) {
    self.sink = sink
    bytes.reserveCapacity(JSONStream.blockSize + 4096)
    beginObject()
  }

  mutating func end() throws {
    endObject()
    bytes.append(CSVByte.lineFeed)
    Surroundings.current.document.giveWay()
    try sink.write(bytes)
    bytes.removeAll()
  }

  // MARK: Structure

  mutating func beginObject() {
    beginValue()
    if isListed.last == true { bytes.append(CSVByte.lineFeed) }
    bytes.append(UInt8(ascii: "{"))
    isListed.append(false)
    needsComma = false
  }

  mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    isListed.removeLast()
    needsComma = true
  }

  mutating func object(_ key: String, _ write: (inout JSONStream) throws -> Void) rethrows {
    self.key(key)
    beginObject()
    try write(&self)
    endObject()
  }

  mutating func beginList(_ key: String) {
    self.key(key)
    bytes.append(UInt8(ascii: "["))
    isListed.append(true)
    needsComma = false
  }

  mutating func endList() throws {
    bytes.append(UInt8(ascii: "]"))
    isListed.removeLast()
    needsComma = true
    try flush()
  }

  mutating func list<Values: Sequence>(
    _ key: String,
    _ values: Values,
    _ write: (inout JSONStream, Values.Element) -> Void
  ) throws {
    beginList(key)
    for value in values {
      write(&self, value)
      try flush()
    }
    try endList()
  }

  mutating func objects<Values: Sequence>(
    _ key: String,
    _ values: Values,
    _ write: (inout JSONStream, Values.Element) -> Void
  ) throws {
    try list(key, values) { stream, value in
      stream.beginObject()
      write(&stream, value)
      stream.endObject()
    }
  }

  private mutating func flush() throws {
    guard bytes.count >= JSONStream.blockSize else { return }
    Surroundings.current.document.giveWay()
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes a key with its colon, which is JSON already.
  mutating func key(json: [UInt8]) {
    members(json: json)
    needsComma = false
  }

  mutating func key(_ key: String) {
    beginValue()
    bytes.appendJSON(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  mutating func value(_ value: (some JSONWritable)?) {
    beginValue()
    guard let value else { return appendNull() }
    value.appendJSON(to: &bytes)
  }

  mutating func member(_ key: String, _ value: (some JSONWritable)?) {
    self.key(key)
    self.value(value)
  }

  /// Writes members that are JSON already, with the commas between them.
  mutating func members(json: [UInt8]) {
    beginValue()
    bytes += json
  }

  /// Writes a value that is JSON already.
  mutating func member(_ key: String, json: String?) {
    self.key(key)
    beginValue()
    guard let json else { return appendNull() }
    bytes += json.utf8
  }

  private mutating func appendNull() { bytes += "null".utf8 }
}

protocol JSONWritable {
  func appendJSON(to bytes: inout [UInt8])
}

extension String: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) { bytes.appendJSON(self) }
}

extension GlobalID: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(CSVByte.quote)
    append(to: &bytes)
    bytes.append(CSVByte.quote)
  }
}

extension Coordinate: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) { bytes.appendJSON(self) }
}

extension Int: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) { bytes.appendJSON(self) }
}

/// Integers are written without a fraction; infinity, which JSON cannot represent, as null.
extension Double: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) { bytes.appendShortJSON(self) }
}

extension Bool: JSONWritable {
  func appendJSON(to bytes: inout [UInt8]) { bytes += (self ? "true" : "false").utf8 }
}
