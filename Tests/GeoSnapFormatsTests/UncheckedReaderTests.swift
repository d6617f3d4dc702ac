import GeoSnap
import Testing

@Suite("Texts of any form")
struct UncheckedReaderTests {
  /// The content of a text whose format is detected by its first `head` bytes.
  private func read(_ text: String, head: Int = 1 << 16) throws -> [String] {
    let bytes = Array(text.utf8)
    var reader = UncheckedReader(startingWith: Array(bytes.prefix(head)))
    reader.append(bytes)
    reader.finish()
    var found: [String] = []
    while let item = try reader.next() { found.append(try item.geometry.checked().wkt) }
    return found
  }

  @Test("The type may stand behind the bytes that tell the form", arguments: [40, 1_000])
  func lateType(head: Int) throws {
    let path = (0..<200).map { "[\($0),\($0 % 2)]" }.joined(separator: ",")
    let line = #"{"coordinates":[\#(path)],"type":"LineString"}"#
    let feature = #"{"geometry":\#(line),"properties":{},"type":"Feature"}"#
    let collection = #"{"bbox":[0,0,1,1],"features":[\#(feature)],"type":"FeatureCollection"}"#
    let name = String(repeating: "x", count: 2_000)
    let named = #"{"name":"\#(name)","type":"Feature","geometry":\#(line)}"#
    let paths = #"{"paths":[[\#(path)]],"spatialReference":{"wkid":25832}}"#
    let set = #"{"features":[{"attributes":{"type":1},"geometry":\#(paths)}]}"#
    for text in [line, feature, collection, named, paths, set] {
      let found = try read(text, head: head)
      #expect(found.count == 1, "\(text.prefix(50))")
      #expect(found.first?.hasPrefix("LINESTRING (0 0, 1 1, 2 0") == true)
    }
  }

  @Test("What a query of a service answers may have no features")
  func noFeatures() throws {
    for text in [#"{"objectIdFieldName":"OBJECTID","features":[]}"#, #"{"features":[]}"#] {
      #expect(try read(text) == [])
    }
  }

  @Test("Objects follow each other behind record separators, on a line, or each on its own")
  func sequences() throws {
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    let other = #"{"type":"Point","coordinates":[3,4]}"#
    for text in [
      "\u{1E}\(point)\n\u{1E}\(other)\n", "\(point) \(other)", "\(point)\n\(other)",
      "\(point)\n\nPOINT (3 4)\n",
    ] { #expect(try read(text) == ["POINT (1 2)", "POINT (3 4)"], "\(text)") }
  }
}
