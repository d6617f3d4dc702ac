import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Conforming GeoJSON")
struct ConformGeoJSONTests {
  /// A document with all numbers of coordinates taken out, and those numbers' positions.
  private func parts(
    _ text: [UInt8]
  ) throws -> (rest: [UInt8], coordinates: [[Coordinate]]) {
    let blocks = try blocks(text)
    var rest: [UInt8] = []
    var coordinates: [[Coordinate]] = []
    for block in blocks {
      var reader = GeoJSONFeatureReader()
      var start = 0
      for range in block.features {
        reader = GeoJSONFeatureReader()
        try reader.read(block.bytes, range)
        for position in reader.geometry.positions {
          for number in [position.x, position.y, position.z].compactMap({ $0 }) {
            rest += block.bytes[start..<number.lowerBound]
            start = number.upperBound
          }
        }
        coordinates.append(reader.geometry.places)
      }
      rest += block.bytes[start...]
    }
    return (rest, coordinates)
  }

  private func blocks(_ text: [UInt8]) throws -> [GeoJSONBlock] {
    let path = NSTemporaryDirectory() + "geosnap-json-\(UUID().uuidString)"
    try Data(text).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reader = GeoJSONBlockReader(try ByteSource(path: path))
    var blocks: [GeoJSONBlock] = []
    while let block = try reader.next() { blocks.append(block) }
    return blocks
  }

  @Test(
    "Vertices go where the library sends them, and all other bytes stay, whatever the blocks",
    arguments: 1...Extent.count(2, long: 12) as ClosedRange<UInt64>
  )
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let types = [nil, GasFixture.tap, GasFixture.main, GasFixture.service]
    for isCollection in [true, false] {
      let document = try RandomGeoJSON(
        features: 60,
        isCollection: isCollection,
        using: &generator
      )
      let input = Array(document.text.utf8)
      let conformer = try ConformHarness.conformer(
        types[generator.int(0...3)],
        tolerance: generator.double(0.5...6)
      )
      let (output, counts) = try await ConformHarness.conform(input, conformer)
      #expect(counts.features == 60)
      for blockSize in [1, 13, 200, 5000] {
        let other = try await ConformHarness.conform(input, conformer, blockSize: blockSize)
        #expect(other.output == output, "seed \(seed), blocks of \(blockSize)")
      }
      let expected = try await conformer.conform(document.geometries)
      let (before, after) = (try parts(input), try parts(output))
      #expect(before.rest == after.rest, "seed \(seed)")
      #expect(
        after.coordinates == expected.map { $0.geometry.map { Array($0.coordinates) } ?? [] },
        "seed \(seed)"
      )
      try checkTree(output, isCollection)
    }
  }

  /// Lets Foundation read the features.
  private func checkTree(_ text: [UInt8], _ isCollection: Bool) throws {
    let text = String(decoding: text, as: UTF8.self)
    let values = isCollection ? [text[...]] : text.split(whereSeparator: \.isNewline)
    for value in values { _ = try JSONSerialization.jsonObject(with: Data(value.utf8)) }
  }

  @Test(
    "A damaged file gives an error that names the file, or features as they stand in it",
    arguments: 1...Extent.count(1, long: 4) as ClosedRange<UInt64>
  )
  func mutations(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let conformer = try ConformHarness.conformer(tolerance: 3)
    var errorCount = 0
    var goodCount = 0
    for round in 0..<100 {
      let document = try RandomGeoJSON(
        features: generator.int(1...6),
        isCollection: round.isMultiple(of: 2),
        using: &generator
      )
      let bytes = mutated(Array(document.text.utf8), &generator)
      do {
        let (output, _) = try await ConformHarness.conform(bytes, conformer, blockSize: 64)
        let (before, after) = (try parts(bytes), try parts(output))
        #expect(before.rest == after.rest, "seed \(seed), round \(round)")
        for (one, other) in zip(before.coordinates.joined(), after.coordinates.joined()) {
          #expect(one.distance(to: other) <= 3, "seed \(seed), round \(round)")
        }
        goodCount += 1
      } catch let failure as Failure {
        #expect(failure.exitCode == .badData)
        #expect(failure.message.contains(".geojson"), "\(failure.message)")
        errorCount += 1
      }
    }
    #expect(errorCount > 20)
    #expect(goodCount > 5)
  }

  private func mutated(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var text = text
    let place = generator.int(0...text.count - 1)
    switch generator.int(0...4) {
    case 0: text.removeSubrange(place...)
    case 1: text[place] ^= 1 << UInt8(generator.int(0...7))
    case 2: text.remove(at: place)
    case 3: text.insert(Array("[]{},:\"0".utf8)[generator.int(0...7)], at: place)
    default:
      let end = min(place + generator.int(1...30), text.count)
      text.insert(contentsOf: text[place..<end], at: place)
    }
    return text
  }

  @Test(
    "Errors say where and what",
    arguments: [
      (
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":"#
          + #"{"type":"LineString","coordinates":[[1,2],[3,"x"]]}}]}"#,
        "features[0].geometry.coordinates[1]: a number is expected, not a quote"
      ),
      (#"{"type":"FeatureCollection","features":["#, "ends within a feature or a collection"),
      (
        "\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1e999,0]}}",
        ":2: byte 61: features[0].geometry.coordinates: the number is beyond all doubles"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2]]}}"#,
        "a line needs two positions"
      ),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1]}}"#, "a second number"),
      (#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[1,2]]}}"#, "nested 2 deep"),
      (#"{"type":"Feature","geometry":{"type":"Curve","coordinates":[]}}"#, "a type of geometry"),
      (#"{"type":"Feature"}"#, "a member \"geometry\" is expected"),
      (#"{"features":[]}"#, "\"type\": \"FeatureCollection\" is expected"),
      (#"{"type":"FeatureCollection","features":[],"features":[]}"#, "one list of features"),
      (#"{"type":"FeatureCollection","features":[]} 1"#, "nothing is expected behind"),
      (#"{"type":"FeatureCollection","features":[]"#, "ends within"),
      (#"{"type":"FeatureCollection","features":[],}"#, "a string is expected"),
      (#"{"type":"Point","coordinates":[1,2]}"#, "\"type\": \"Feature\" is expected"),
      (#"[]"#, "a feature or a collection is expected, not \"[\""),
      (
        #"{"type":"Feature","geometry":null,"x":"# + String(repeating: "[", count: 300)
          + String(repeating: "]", count: 300) + "}", "levels of nesting"
      ),
      ("\u{FEFF}{\"type\":\"Feature\",\"geometry\":null,\"a\":tru}", "a value is expected"),
    ]
  )
  func errors(text: String, message: String) async throws {
    let conformer = try ConformHarness.conformer(tolerance: 3)
    let failure = await #expect(throws: Failure.self) {
      try await ConformHarness.conform(Array(text.utf8), conformer, blockSize: 16)
    }
    #expect(failure?.exitCode == .badData)
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
  }

  @Test("A box follows its vertices, one across the antimeridian and others do not")
  func boxes() async throws {
    let text = """
      {"type":"Feature","bbox":[10,0.5, 12,3],"geometry":{"type":"LineString","bbox":[10,0.5,7,12,3,8],\
      "coordinates":[[10,0.5,7],[12,3,8]]}}
      {"type":"Feature","bbox":[12,0.5,10,3],"geometry":{"type":"Point","coordinates":[10,0.5]}}
      """
    let conformer = try ConformHarness.conformer(tolerance: 0.6)
    let output = try await ConformHarness.conform(Array(text.utf8), conformer).output
    #expect(
      String(decoding: output, as: UTF8.self) == """
        {"type":"Feature","bbox":[10.0,0.0, 12.0,3.0],"geometry":{"type":"LineString","bbox":\
        [10.0,0.0,7.0,12.0,3.0,8.0],"coordinates":[[10,0.0,7],[12,3,8]]}}
        {"type":"Feature","bbox":[12,0.5,10,3],"geometry":{"type":"Point","coordinates":[10,0.0]}}
        """
    )
  }

  @Test("Record separators, byte order marks and empty files pass")
  func forms() async throws {
    let conformer = try ConformHarness.conformer(tolerance: 1)
    let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[10,0.5]}}"#
    for (input, expected) in [
      ("", ""), ("\u{1E}\(feature)\n\u{1E}\(feature)\n", "\u{1E}\(feature)\n\u{1E}\(feature)\n"),
      ("\u{FEFF}\(feature)", "\u{FEFF}\(feature)"),
      (
        " {\"features\" : [ ] , \"type\" : \"FeatureCollection\" } ",
        " {\"features\" : [ ] , \"type\" : \"FeatureCollection\" } "
      ),
    ] {
      for blockSize in [1, 2, 1000] {
        let (output, _) = try await ConformHarness.conform(
          Array(input.utf8),
          conformer,
          blockSize: blockSize
        )
        #expect(
          String(decoding: output, as: UTF8.self)
            == expected.replacingOccurrences(of: "0.5", with: "0.0")
        )
      }
    }
  }
}
