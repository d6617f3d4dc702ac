import GeoSnap

/// Features of GeoJSON, written as they come.
struct GeoJSONStream {
  private let sink: ByteSink
  private let form: GeoJSONForm
  private var bytes: [UInt8]
  private var isFirst = true

  private static let blockSize = 1 << 16

  init(_ sink: ByteSink, _ form: GeoJSONForm) throws {
    self.sink = sink
    self.form = form
    bytes = form.head
  }

  /// Writes a feature with its properties; `geometry` is nil for objects.
  mutating func add(_ geometry: Geometry?, properties: [(String, JSONValue)]) throws {
    if !isFirst { bytes += form.frame.before }
    isFirst = false
    bytes += #"{"type":"Feature","geometry":"#.utf8
    append(geometry.map(GeometryText.json) ?? .null)
    bytes += #","properties":{"#.utf8
    for (number, property) in properties.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(property.0.utf8)
      bytes.append(UInt8(ascii: ":"))
      append(property.1)
    }
    bytes += "}}".utf8
    bytes += form.frame.after
    if bytes.count >= GeoJSONStream.blockSize {
      try sink.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  mutating func end() throws {
    try sink.write(bytes + form.tail)
    bytes.removeAll()
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let truth): bytes += (truth ? "true" : "false").utf8
    case .integer(let number): bytes += number.description.utf8
    case .number(let number): bytes += number.isFinite ? number.description.utf8 : "null".utf8
    case .string(let text): bytes.appendJSON(text.utf8)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (number, value) in values.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (number, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.appendJSON(member.key.utf8)
        bytes.append(UInt8(ascii: ":"))
        append(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
