import GeoSnap

/// Features of GeoJSON, written one by one.
package struct GeoJSONOutput {
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
  mutating func add(
    _ geometry: Geometry?,
    id: JSONValue? = nil,
    properties: [(String, JSONValue)]
  ) throws {
    if !isFirst { bytes += form.frame.before }
    isFirst = false
    bytes += #"{"type":"Feature","#.utf8
    if let id {
      bytes += #""id":"#.utf8
      bytes.append(id)
      bytes.append(UInt8(ascii: ","))
    }
    bytes += #""geometry":"#.utf8
    bytes.append(geometry.map(GeometryText.json) ?? .null)
    bytes += #","properties":{"#.utf8
    for (number, property) in properties.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(property.0)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(property.1)
    }
    bytes += "}}".utf8
    bytes += form.frame.after
    if bytes.count >= GeoJSONOutput.blockSize {
      try sink.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  mutating func end() throws {
    try sink.write(bytes + form.tail)
    bytes.removeAll()
  }
}
