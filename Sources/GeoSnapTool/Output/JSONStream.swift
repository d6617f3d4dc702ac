import GeoSnap

/// A JSON document that is written as it comes: of a million elements none is kept.
///
/// Keys come out in the order in which they are written, objects of lists each on a line of its own.
struct JSONStream {
  private let sink: ByteSink
  private var bytes: [UInt8] = []
  /// Whether the next value stands behind another one.
  private var needsComma = false
  /// Whether the next object stands in a list.
  private var isListed: [Bool] = []

  /// So many bytes are written at once.
  private static let blockSize = 1 << 16

  /// Starts a document, which is one object.
  init(_ sink: ByteSink = Surroundings.current.output) {
    self.sink = sink
    bytes.reserveCapacity(JSONStream.blockSize + 4096)
    beginObject()
  }

  /// Ends the document.
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

  /// Writes a list of values made one by one.
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

  /// Writes a list of objects made one by one.
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

  /// A key with its colon that is JSON already.
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

  mutating func value(_ text: String?) {
    beginValue()
    guard let text else { return appendNull() }
    bytes.appendJSON(text)
  }

  mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    value(text)
  }

  mutating func member(_ key: String, _ globalID: GlobalID?) {
    self.key(key)
    value(globalID)
  }

  mutating func value(_ globalID: GlobalID?) {
    beginValue()
    guard let globalID else { return appendNull() }
    bytes.append(CSVByte.quote)
    globalID.append(to: &bytes)
    bytes.append(CSVByte.quote)
  }

  mutating func member(_ key: String, _ number: Int?) {
    self.key(key)
    value(number)
  }

  mutating func value(_ number: Int?) {
    beginValue()
    guard let number else { return appendNull() }
    bytes.appendJSON(number)
  }

  mutating func member(_ key: String, _ number: Double?) {
    self.key(key)
    value(number)
  }

  /// Whole numbers are written without a fraction; JSON has no infinity.
  mutating func value(_ number: Double?) {
    beginValue()
    guard let number, number.isFinite else { return appendNull() }
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      bytes.appendJSON(whole)
    } else {
      bytes += number.description.utf8
    }
  }

  /// Members that are JSON already, with the commas between them.
  mutating func members(json: [UInt8]) {
    beginValue()
    bytes += json
  }

  /// A value that is JSON already.
  mutating func member(_ key: String, json: String?) {
    self.key(key)
    beginValue()
    guard let json else { return appendNull() }
    bytes += json.utf8
  }

  mutating func member(_ key: String, _ truth: Bool) {
    self.key(key)
    beginValue()
    bytes += (truth ? "true" : "false").utf8
  }

  private mutating func appendNull() { bytes += "null".utf8 }
}
