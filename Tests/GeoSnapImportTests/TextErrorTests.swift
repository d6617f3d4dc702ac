import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// What importers say of text: where it is wrong, and that a byte order mark before it is not.
@Suite("The text of input files")
struct TextErrorTests {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func imports(_ files: [ImportFile], with importer: some NetworkImporter) throws {
    let plain = try importer.read(files, named: "f", appendingTo: nil)
    let marked = files.map { ImportFile(name: $0.name, bytes: Self.mark + $0.bytes) }
    let result = try importer.read(marked, named: "f", appendingTo: nil)
    #expect(result.report == plain.report)
    #expect(result.network.tables.map(\.globalIDs) == plain.network.tables.map(\.globalIDs))
  }

  @Test("A byte order mark before any file changes nothing")
  func byteOrderMarks() throws {
    var random = SeededGenerator(seed: 3)
    func one(_ bytes: [UInt8]) -> [ImportFile] { [ImportFile(name: "f", bytes: bytes)] }
    let electric = NetworkFile.randomElectric(&random, buses: 12).bytes
    try imports(one(electric), with: PandapowerImporter())
    let pipeline = NetworkFile.randomPipeline(&random, junctions: 8).bytes
    try imports(one(pipeline), with: PandapipesImporter())
    let water = RandomInp(.epanet, seed: 1, nodes: 10, extent: 100, isPlain: true)
    try imports(one(water.bytes) + [ImportFile("v.csv", water.valveLayer)], with: EpanetImporter())
    let sewer = RandomInp(.swmm, seed: 1, nodes: 10, extent: 100, isPlain: true)
    try imports(one(sewer.bytes), with: SwmmImporter())
    let mapping = ImportFile(
      "m",
      #"""
      {"srid": 25832, "domainNetworks": [{"name": "Water"}],
       "sources": [{"name": "Device", "data": "d", "usage": "device",
                    "assetType": {"field": "t"}}], "rules": []}
      """#
    )
    let feature =
      #"{"type": "Feature", "properties": {"t": "A"}, "geometry": {"type": "Point", "#
      + #""coordinates": [1, 2]}}"#
    let other = feature.replacing("[1, 2]", with: "[3, 2]")
    for data in [
      #"{"type": "FeatureCollection", "features": [\#(feature), \#(other)]}"#,
      "\(feature)\n\(other)\n",
    ] { try imports([mapping, ImportFile("d", data)], with: GISImporter()) }
    let text = try DefinitionFileTests.small.get()
    let definition = Array(text.utf8)
    let marked = try NetworkDefinitionFile(bytes: Self.mark + definition, named: "f")
    #expect(try marked == NetworkDefinitionFile(bytes: definition, named: "f"))
    let wrong = Array(text.replacing("\"rank\": 2, ", with: "").utf8)
    let problems = NetworkDefinitionFile.problems(in: wrong)
    #expect(NetworkDefinitionFile.problems(in: Self.mark + wrong) == problems)
  }

  @Test(
    "What is wrong with JSON is said as it is, with line, byte and path",
    arguments: [
      (
        "{\"a\": [\n1, {\"b\": 2,\n\"b\": 3}]}", "$.a[1]", 3, "line 3, byte 20", "'b' appears twice"
      ),
      (
        "[[1], [" + String(repeating: "[", count: 300), "$[1][0]", 1, "byte 205",
        "more than 200 levels deep"
      ),
      ("{\"a\": [1,\n", "$", 2, "line 2, byte 10", "The text ends where a value is expected"),
      ("{\"a\": 1,\n 'b': 2}", "$", 2, "line 2, byte 10", "There must be a name in double"),
      ("\u{FEFF}{\"a\": x}", "$", 1, "line 1, byte 9", "There must be a value here, not 'x'"),
    ]
  )
  func json(text: String, path: String, line: Int, place: String, message: String) {
    let error = #expect(throws: ReadingError.self) {
      _ = try JSONParser.parse(Array(text.utf8), path: "$")
    }
    #expect(error?.path.hasPrefix(path) == true, "\(error?.path ?? "")")
    #expect(error?.line == line)
    #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    let isDamage = message.contains("The text ends") || message.contains("There must")
    #expect(error?.message.contains("write") == isDamage)
  }

  @Test("Random damage to JSON is placed at a line that the file has, with a path of its values")
  func randomPlaces() throws {
    let whole = Array(try DefinitionFileTests.small.get().utf8)
    let lines = whole.count { $0 == UInt8(ascii: "\n") } + 1
    var random = SeededGenerator(seed: 91)
    for round in 0..<2_000 {
      var bytes = whole
      let at = Int.random(in: 0..<bytes.count, using: &random)
      bytes[at] = Array("{}[],:\"\\1 \n".utf8).randomElement(using: &random) ?? 0
      do {
        _ = try JSONParser.parse(bytes, path: "$")
      } catch {
        #expect((1...lines + 1).contains(error.line ?? 0), "round \(round)")
        #expect(error.path.hasPrefix("$"), "round \(round)")
      }
    }
  }
}
