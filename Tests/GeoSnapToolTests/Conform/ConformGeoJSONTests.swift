import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Conforming GeoJSON")
struct ConformGeoJSONTests {
  @Test(
    "Vertices go where the library sends them, and all other bytes stay, whatever the blocks",
    arguments: 1...Extent.count(2, long: 12) as ClosedRange<UInt64>
  )
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let types = [nil, GasFixture.tap, GasFixture.main, GasFixture.service]
    for isCollection in [true, false] {
      let document = try RandomGeoJSON(features: 60, isCollection: isCollection, using: &generator)
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
      let places = expected.map { $0.geometry.map { Array($0.coordinates) } ?? [] }
      #expect(after.coordinates == places, "seed \(seed)")
      // Foundation can read the features.
      let text = String(decoding: output, as: UTF8.self)
      for value in isCollection ? [text[...]] : text.split(whereSeparator: \.isNewline) {
        let bytes = value.utf8.drop { [0xEF, 0xBB, 0xBF, 0x1E].contains($0) }
        _ = try JSONSerialization.jsonObject(with: Data(bytes))
      }
    }
  }

  @Test(
    "A damaged file gives an error that says where, whatever the blocks, or features as they stand",
    arguments: 1...Extent.count(1, long: 4) as ClosedRange<UInt64>
  )
  func mutations(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let conformer = try ConformHarness.conformer(tolerance: 3)
    var (errors, good, failures) = (0, 0, [Int]())
    for round in 0..<100 {
      let document = try RandomGeoJSON(
        features: generator.int(1...6),
        isCollection: round.isMultiple(of: 2),
        using: &generator
      )
      let bytes = mutated(Array(document.text.utf8), &generator)
      func message(_ blockSize: Int) async throws -> (output: [UInt8], message: Substring?) {
        do {
          return (
            try await ConformHarness.conform(bytes, conformer, blockSize: blockSize).output, nil
          )
        } catch let failure as Failure {
          let parts = failure.message.split(separator: ".geojson", maxSplits: 1)
          return ([], failure.exitCode == .badData ? parts.last : "no bad data")
        }
      }
      let (output, error) = try await message(256 << 10)
      if try await message([1, 16, 64][round % 3]).message != error { failures.append(round) }
      if let error {
        errors += 1
        if !error.hasPrefix(":") && !error.hasPrefix(" is empty") { failures.append(round) }
        continue
      }
      good += 1
      let (before, after) = (try parts(bytes), try parts(output))
      let moves = zip(before.coordinates.joined(), after.coordinates.joined())
      if before.rest != after.rest || moves.contains(where: { $0.distance(to: $1) > 3 }) {
        failures.append(round)
      }
    }
    #expect(failures.isEmpty && errors > 20 && good > 5, "seed \(seed): \(errors) \(good)")
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

  /// A document with all numbers of coordinates taken out, and the places that those are.
  private func parts(_ text: [UInt8]) throws -> (rest: [UInt8], coordinates: [[Coordinate]]) {
    let path = NSTemporaryDirectory() + "geosnap-json-\(UUID().uuidString)"
    try Data(text).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var blocks = GeoJSONBlockReader(try ByteSource(path: path))
    var rest: [UInt8] = []
    var coordinates: [[Coordinate]] = []
    while let block = try blocks.next() {
      var start = 0
      for range in block.features {
        var reader = GeoJSONFeatureReader()
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
}
