import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Binary and lines, piece by piece")
struct StreamingTests {
  @Test(
    "Binary geometries one after the other are read from pieces of any size",
    arguments: seeds(10)
  )
  func binary(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    let geometries = try (0..<40).map { _ in try random.geometry() }
    let bytes = geometries.flatMap { $0.wkb() }
    for greatest in [1, 30, 100_000] {
      var reader = WKBReader()
      let found = reader.read(bytes) { random.generator.int(1...greatest) }.items
      #expect(found.flatMap { $0.wkb() } == bytes, "seed \(seed)")
    }
  }

  @Test("Binary that is broken or ends too early is refused at its place, and ends the reader")
  func brokenBinary() throws {
    let point = Geometry.point(Point(x: 1, y: 2)).wkb()
    for (bytes, code, offset) in [
      (point + [9, 9, 9, 9, 9], FormatError.Code.unknownByteOrder, 21),
      (point + [1, 2, 0], .truncated, 21),
      (point + [1, 2, 0, 0, 0, 255, 255, 255, 255], .truncated, 26),
    ] {
      var reader = WKBReader()
      reader.append(bytes)
      #expect(try reader.next() == .point(Point(x: 1, y: 2)))
      reader.finish()
      let error = #expect(throws: FormatError.self) { try reader.next() }
      #expect(error?.code == code)
      #expect(error?.offset == offset)
      #expect(error?.line == nil)
      #expect(try reader.next() == nil)
    }
    var reader = WKBReader(longestGeometry: 50)
    reader.append([1, 2, 0, 0, 0, 255, 255, 255, 255] + [UInt8](repeating: 0, count: 50))
    let error = #expect(throws: FormatError.self) { try reader.next() }
    #expect(error?.code == .tooLong)
  }

  @Test("Lines of all forms stand in one input, and a bad one does not end it")
  func lines() throws {
    let text = """
      POINT (1 2)
      SRID=25832;LINESTRING Z (0 0 1, 1 1 2)\r

      0101000000000000000000f03f0000000000000040
      {"type":"Feature","geometry":{"type":"Point","coordinates":[3,4]},"properties":{"type":1}}
      {"attributes":{"type":"x"},"geometry":{"x":5,"y":6}}
      POINT (1
        {"type":"Feature","geometry":null}
      01zz
      POINT (7 8)
      """
    for size in [1, 40, 10_000] {
      var reader = GeometryLineReader()
      var lines: [Int] = []
      let readings = reader.read(
        Array(text.utf8),
        pieces: { size },
        onItem: { lines.append($0.line) }
      )
      let errors = readings.errors
      #expect(lines == [1, 2, 4, 5, 6, 10])
      #expect(
        readings.items.map { $0.wkt(.shortest, includingSRID: true) } == [
          "POINT (1 2)", "SRID=25832;LINESTRING Z (0 0 1, 1 1 2)", "POINT (1 2)", "POINT (3 4)",
          "POINT (5 6)", "POINT (7 8)",
        ]
      )
      #expect(errors.map(\.line) == [7, 8, 9])
      #expect(errors.map(\.code) == [.truncated, .missingMember, .syntax])
      let before = text.range(of: "01zz").map { text[..<$0.lowerBound].utf8.count }
      #expect(errors.last?.offset == before.map { $0 + 2 })
    }
    var reader = GeometryLineReader(longestLine: 10)
    reader.append(Array("POINT (1 2, ".utf8))
    #expect(throws: FormatError.self) { try reader.next() }
  }

  @Test("A number among broken features that a piece ends within is one item, not several")
  func numberInPieces() {
    let text = #"{"type":[1]} 547780 {"type":"Point","coordinates":[1,2]} 7"#
    let transcripts = Set([1, 3, 15, 100].map { transcript(text, inPiecesOf: $0) })
    #expect(
      transcripts == [["syntax at 8", "syntax at 13", "POINT (1 2)", "syntax at 57"]],
      "\(transcripts)"
    )
  }

  @Test("What is wrong with a member counts when its value has come to its end")
  func numberBehindErrors() {
    let text = #"{"type":"FeatureCollection","features":[],"a":1,"a":051,"b":2}"#
    let transcripts = Set((1...text.utf8.count).map { transcript(text, inPiecesOf: $0) })
    #expect(transcripts == [["syntax at 52"]], "\(transcripts)")
  }

  private func transcript(_ text: String, inPiecesOf size: Int) -> [String] {
    var reader = GeoJSONReader()
    return reader.read(Array(text.utf8)) { size }.results.map { result in
      switch result {
      case .success(let feature): feature.geometry?.wkt ?? "none"
      case .failure(let error): "\(error.code.rawValue) at \(error.offset)"
      }
    }
  }

  @Test("A number whose digits begin beyond the range of a double is read to its exponent")
  func longNumberInPieces() throws {
    let digits = "1" + String(repeating: "0", count: 320)
    let text = Array(#"{"type":"Point","coordinates":[\#(digits)e-320,2]}"#.utf8)
    var reader = GeoJSONReader()
    reader.append(text[..<345])
    #expect(try reader.next() == nil)
    reader.append(text[345...])
    reader.finish()
    #expect(try reader.next()?.geometry == .point(Point(x: 1, y: 2)))
  }

  @Test("Hexadecimal digits come back in either case", arguments: seeds(5))
  func hexadecimal(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<50 {
      let geometry = try Geometry(wkb: random.geometry().wkb(), srid: 25_832)
      let text = geometry.hexWKB(includingSRID: true)
      #expect(try Geometry(hexWKB: text) == geometry)
      #expect(try Geometry(hexWKB: text.lowercased()) == geometry)
      #expect(try Geometry(text: text) == geometry)
      #expect(try Geometry(text: geometry.wkt(.shortest, includingSRID: true)) == geometry)
    }
    for (text, code, offset) in [
      ("010", FormatError.Code.truncated, 3), ("01x1", .syntax, 2),
      ("010F000000", .unexpectedType, 2), ("", .truncated, 0),
    ] { expectRefused(text, code, at: offset) { try Geometry(hexWKB: text) } }
  }

  @Test("Well-known text has the decimals that are asked for")
  func decimals() throws {
    let geometry = try Geometry(
      wkt: "SRID=25832;LINESTRING M (0.12345 2 nan, 99.9999 -0.0004 1e20)"
    )
    #expect(
      geometry.wkt(.decimals(3), includingSRID: true)
        == "SRID=25832;LINESTRING M (0.123 2 nan, 100 0 1e+20)"
    )
    #expect(geometry.wkt(.decimals(15)) == "LINESTRING M (0.12345 2 nan, 99.9999 -0.0004 1e+20)")
  }

  @Test("Rounding agrees with exact decimal arithmetic", arguments: seeds(5))
  func rounding(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let decimals = generator.int(0...9)
      var scale = 1.0
      for _ in 0..<decimals { scale *= 10 }
      // Halves and their neighbours among others.
      let whole = Double(generator.int(0...100_000_000))
      let number = generator.oneIn(2) ? (whole + 0.5) / scale : generator.double(0...1e6)
      let text = Geometry.point(Point(x: number, y: 0)).wkt(.decimals(decimals))
      let written = try #require(try Geometry(wkt: text).coordinates.first).x
      // Exact: a fused product shows on which side of a half the number is.
      let product = number * scale
      let error = (-product).addingProduct(number, scale)
      let below = product.rounded(.down)
      let rest = (product - below) + 0
      let isUp =
        rest > 0.5
        || (rest == 0.5
          && (error > 0 || (error == 0 && !below.truncatingRemainder(dividingBy: 2).isZero)))
      #expect(written == (isUp ? below + 1 : below) / scale, "seed \(seed): \(number) \(text)")
    }
  }
}
