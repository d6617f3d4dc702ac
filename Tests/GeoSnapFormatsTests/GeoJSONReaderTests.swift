import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("GeoJSON piece by piece")
struct GeoJSONReaderTests {
  private func read(
    _ bytes: [UInt8],
    reusesArray: Bool = false,
    pieces: () -> Int
  ) -> (features: [GeoJSONFeature], errors: [FormatError], reader: GeoJSONReader) {
    var reader = GeoJSONReader()
    let readings = reader.read(bytes, reusesArray: reusesArray, pieces: pieces)
    return (readings.items, readings.errors, reader)
  }

  private func features(_ random: inout RandomGeometry) throws -> [GeoJSONFeature] {
    try (0..<random.generator.int(0...12)).map { number in
      GeoJSONFeature(
        id: random.generator.oneIn(2) ? .integer(Int64(number)) : nil,
        geometry: random.generator.oneIn(5)
          ? nil : try Geometry(geoJSON: random.geometry().geoJSON()),
        properties: random.generator.oneIn(3) ? nil : ["name": .text("ring \"\(number)\"")],
        foreignMembers: random.generator.oneIn(3) ? ["x": .array([.null])] : [:]
      )
    }
  }

  @Test("Characters beyond 16 bits are read from their two halves")
  func halves() throws {
    let sign = #""\ud83d\ude00 \uD800\uDC00 \uDBFF\uDFFF""#
    let feature = #"{"type":"Feature","geometry":null,"properties":{"sign":"# + sign + "}}"
    let text = #"{"type":"FeatureCollection","features":["# + feature + "]}"
    let read = try GeoJSONCollection(geoJSON: Array(text.utf8)).features.first
    #expect(read?.properties?["sign"] == .text("\u{1F600} \u{10000} \u{10FFFF}"))
  }

  @Test("Pieces of any size give what the whole gives", arguments: seeds(Extent.count(3, long: 10)))
  func pieces(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<15 {
      let features = try features(&random)
      let collection = GeoJSONCollection(features, foreignMembers: ["name": .text("pipes")])
      let whole = try collection.geoJSON()
      #expect(try GeoJSONCollection(geoJSON: whole) == collection)
      var generator = random.generator
      for greatest in [1, 7, 1_000] {
        let found = read(whole, reusesArray: greatest > 1) { generator.int(1...greatest) }
        #expect(found.features == features, "seed \(seed)")
        #expect(found.errors == [], "seed \(seed)")
        #expect(found.reader.foreignMembers == collection.foreignMembers)
      }
      let lines = try features.map { try $0.geoJSON() }.joined(separator: "\n")
      for reusesArray in [false, true] {
        let found = read(Array(lines.utf8), reusesArray: reusesArray) { generator.int(1...9) }
        #expect(found.features == features, "seed \(seed)")
      }
    }
  }

  @Test("Sequences of texts are read, with record separators too")
  func sequence() throws {
    let text =
      "\u{1E}{\"type\":\"Point\",\"coordinates\":[1,2]}\n\u{1E}{\"type\":\"Feature\",\"geometry\":null}\n"
      + "{\"features\":[],\"type\":\"FeatureCollection\"} {\"type\":\"Point\",\"coordinates\":[3,4]}"
    let found = read(Array(text.utf8)) { 3 }
    #expect(found.features.map(\.geometry?.wkt) == ["POINT (1 2)", nil, "POINT (3 4)"])
    #expect(found.errors == [])
  }

  @Test("After a feature that is no geometry reading goes on, with offset and line of the error")
  func errors() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":null},
      {"type":"Feature","geometry":{"type":"Line","coordinates":[[1,2]]},"properties":null},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3,4]},"properties":null},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[5,6]},"properties":null}
      ]}
      """
    for size in [1, 50, 10_000] {
      let found = read(Array(text.utf8)) { size }
      #expect(found.features.map(\.geometry?.wkt) == ["POINT (1 2)", "POINT (5 6)"])
      #expect(found.errors.map(\.code) == [.unexpectedType, .unsupportedDimensions])
      #expect(found.errors.map(\.line) == [3, 4])
      let lines = text.split(separator: "\n").map(\.utf8.count)
      #expect(found.errors.first?.offset == lines[0] + lines[1] + 2 + 38)
    }
  }

  static let refusals: [(text: String, code: FormatError.Code)] = [
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}"#, .truncated),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},]}"#, .syntax),
    (#"{"type":"FeatureCollection","features":[,]}"#, .syntax),
    (#"{"type":"FeatureCollection","features":[7]}"#, .syntax),
    (#"{"type":"FeatureCollection","features":[]"#, .truncated),
    (#"{"type":"FeatureCollection","features":[]]"#, .syntax),
    (#"{"features":[]}"#, .missingMember), (#"{"type":"Point","features":[]}"#, .unexpectedType),
    (#"{"type":"FeatureCollection","features":[],"features":[]}"#, .duplicateMember),
    (#"{"type":"FeatureCollection","features":[],"type":"FeatureCollection"}"#, .duplicateMember),
    (#"{"type":"FeatureCollection","features":7}"#, .missingMember),
    (#"{"type":"FeatureCollection","#, .truncated),
    ("[]", .syntax), ("nothing", .syntax), ("\u{FEFF}{}", .syntax), ("{}}", .missingMember),
  ]

  @Test("A collection that is broken is refused, and the reader ends")
  func broken() {
    for (text, code) in Self.refusals {
      for size in [1, 1_000] {
        let errors = read(Array(text.utf8)) { size }.errors
        #expect(errors.first?.code == code, "\(text): \(errors)")
        #expect(errors.allSatisfy { $0.line == 1 })
      }
    }
  }

  @Test("A feature longer than the reader may hold is refused")
  func longest() throws {
    var reader = GeoJSONReader(longestFeature: 100)
    reader.append(Array(#"{"type":"Feature","x":""#.utf8))
    #expect(try reader.next() == nil)
    reader.append([UInt8](repeating: 0x20, count: 1_000))
    let error = #expect(throws: FormatError.self) { try reader.next() }
    #expect(error?.code == .tooLong)
    #expect(try reader.next() == nil)
  }
}
