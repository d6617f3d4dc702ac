import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Texts that are cut off, garbled or nested")
struct BrokenTextTests {
  enum TextFormat: CaseIterable {
    case wkt, geoJSON, esriJSON

    var alphabet: String.UnicodeScalarView {
      self == .wkt
        ? "()., -+0189eEZMNAINFPOLYGTSRD=;\u{0}\u{FF11}".unicodeScalars
        : #"{}[],:"\ -+019eEnulltruNaN"#.unicodeScalars
    }

    func text(_ geometry: Geometry) throws -> String {
      switch self {
      case .wkt: geometry.wkt
      case .geoJSON: try geometry.geoJSON()
      case .esriJSON: try geometry.esriJSON()
      }
    }

    func read(_ text: some Sequence<Unicode.Scalar>) throws -> Geometry {
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: text)
      return switch self {
      case .wkt: try Geometry(wkt: String(scalars))
      case .geoJSON: try Geometry(geoJSON: String(scalars))
      case .esriJSON: try Geometry(esriJSON: String(scalars))
      }
    }
  }

  @Test(
    "Text cut off anywhere is refused, JSON as truncated; garbled text is read or refused",
    arguments: TextFormat.allCases,
    seeds(Extent.count(1, long: 5))
  )
  func broken(format: TextFormat, seed: UInt64) throws {
    var random = RandomGeometry(
      seed: seed,
      center: Coordinate(x: 0, y: 0),
      isGrid: true,
      allowsMeasures: format != .geoJSON
    )
    for _ in 0..<20 {
      let geometry = try random.geometry()
      if format == .esriJSON, geometry.type == .geometryCollection { continue }
      let scalars = Array(try format.text(geometry).unicodeScalars)
      let unrefused = scalars.indices.filter { count in
        do {
          _ = try format.read(scalars[..<count])
          return true
        } catch { return format != .wkt && (error as? FormatError)?.code != .truncated }
      }
      #expect(unrefused == [], "seed \(seed): \(geometry.wkt), of so many characters")
      for _ in 0..<100 {
        var garbled = scalars
        garbled[random.generator.int(0...scalars.count - 1)] =
          format.alphabet.randomElement(using: &random.generator) ?? " "
        guard let read = try? format.read(garbled), let text = try? format.text(read),
          // Rings of Esri's that run the other way are holes, and lines of one path are no multi lines.
          format != .esriJSON
        else { continue }
        #expect(try format.text(format.read(text.unicodeScalars)) == text, "seed \(seed)")
      }
    }
  }

  @Test("Collections nest 32 deep and no deeper, other values of JSON 64")
  func nesting() throws {
    let collection = #"{"type":"GeometryCollection","geometries":["#
    let readers: [(Int) throws -> Geometry] = [
      { depth in
        try Geometry(
          wkt: String(repeating: "GEOMETRYCOLLECTION (", count: depth) + "POINT EMPTY"
            + String(repeating: ")", count: depth)
        )
      },
      { depth in
        try Geometry(
          geoJSON: String(repeating: collection, count: depth)
            + #"{"type":"Point","coordinates":[]}"# + String(repeating: "]}", count: depth)
        )
      },
      { depth in
        let head = repeatElement([1, 7, 0, 0, 0, 1, 0, 0, 0] as [UInt8], count: depth).joined()
        return try Geometry(wkb: head + [1, 2, 0, 0, 0, 0, 0, 0, 0])
      },
    ]
    for read in readers {
      #expect(try read(32).isEmpty)
      for depth in [33, 50_000] { expectRefused("\(depth)", .nestedTooDeep) { try read(depth) } }
    }
    let brackets = String(repeating: "[", count: 200_000)
    for member in [#"[1,2],"a":"#, ""] {
      let text = #"{"type":"Point","coordinates":"# + member + brackets
      #expect(throws: FormatError.self) { try Geometry(geoJSON: text) }
    }
  }
}
