import Foundation
import GeoSnap
import GeoSnapImport
import Testing

@Suite struct GISErrorTests {
  private func expectError(_ files: GISFiles, at path: String, _ words: String...) {
    let error = #expect(throws: ImportError.self, "\(path)") { _ = try files.read() }
    let problem = error?.problems.first
    #expect(problem?.path == path, "\(error?.description ?? "")")
    for word in words {
      #expect(problem?.message.contains(word) == true, "\(problem?.message ?? "")")
    }
  }

  @Test(
    "What is wrong in a mapping is named by its JSON path",
    arguments: [
      ("\"insertVertices\": true", "\"insertVertex\": true", "$.insertVertex"),
      ("\"snapTolerance\": 0.05", "\"snapTolerance\": -1", "$.snapTolerance"),
      ("\"usage\": \"line\"", "\"usage\": \"pipe\"", "$.sources[0].usage"),
      ("\"field\": \"material\"", "\"field\": \"stuff\"", "$.sources[0].assetType.field"),
      ("\"Length\": \"length_m\"", "\"Length\": \"len\"", "$.sources[0].networkAttributes.Length"),
      (
        "\"tier\": \"Supply\"", "\"tier\": \"Suply\"",
        "$.sources[2].assetType.values.WW.controller"
      ),
      (
        "\"terminals\": \"Two sides\"", "\"terminals\": \"Three\"",
        "$.sources[2].assetType.values.SV.terminals"
      ),
      (
        "\"terminals\": [\"One\", \"Two\"]",
        "\"terminals\": [\"One\", \"Two\"], \"validPaths\": [{\"name\": \"One-Three\"}]",
        "$.terminalConfigurations[0].validPaths[0]"
      ),
      ("\"policy\": \"anyVertex\"", "\"policy\": \"all\"", "$.sources[0].policy"),
      (
        "[\"Tap\", \"WaterService\"]", "[\"Tapp\", \"WaterService\"]",
        "$.rules[2].junctionEdge[0]"
      ),
      (
        "[\"Tap\", \"WaterService\"]", "[\"WaterService\", \"Tap\"]",
        "$.rules[2].junctionEdge[0]"
      ),
      ("[\"Tap\", \"WaterService\"]", "[\"Tap\"]", "$.rules[2].junctionEdge"),
      ("\"data/trees.geojson\"", "\"data/trees.gpkg\"", "$.sources[5].data"),
      ("\"data/trees.geojson\"", "\"data/bushes.geojson\"", "$.sources[5].data"),
      ("\"name\": \"Trees\"", "\"name\": \"WaterLine\"", "$.sources[5]"),
      (
        "\"Trees\", \"data\"", "\"Trees\", \"policy\": \"anyVertex\", \"data\"",
        "$.sources[5].policy"
      ),
      ("\"rules\": [", "\"rules\": [{}, ", "$.rules[0]"),
    ]
  )
  func mapping(from: String, to: String, path: String) throws {
    var files = try GISFiles.harbour()
    let changed = files.mapping.replacing(from, with: to)
    #expect(changed != files.mapping)
    files.mapping = changed
    expectError(files, at: path)
  }

  @Test(
    "What is wrong in a data file is named by file and feature",
    arguments: [
      ("pipes", "\"material\":\"GG\"", "\"material\":\"XX\"", "feature 7"),
      ("pipes", "\"material\":\"GG\"", "\"material\":null", "feature 7"),
      ("pipes", "\"state\":\"abandoned\"", "\"state\":\"gone\"", "feature 7"),
      ("pipes", "\"id\":\"P4\"", "\"id\":\"P3\"", "feature 4"),
      ("pipes", "\"id\":\"P4\"", "\"id\":[4]", "feature 4: id"),
      (
        "pipes", "[565260.0,5932120.0],[565100.0,5932120.0]", "[565260.0,5932120.0]",
        "feature 4: geometry.coordinates"
      ),
      ("pipes", "565330.0", "1e999", "feature 7: geometry.coordinates[1]"),
      ("pipes", "565330.0", "\"east\"", "feature 7: geometry.coordinates[1]"),
      (
        "devices", "\"Point\",\"coordinates\":[565000.0,5932000.0]",
        "\"LineString\",\"coordinates\":[[0,0],[1,1]]", "feature 1"
      ),
      ("devices", "\"position\":\"open\"", "\"position\":\"ajar\"", "feature 2"),
      ("devices", "\"position\":\"open\"", "\"position\":7", "feature 2"),
      ("fittings", "\"type\":\"Point\"", "\"type\":\"Pont\"", "feature 1: geometry"),
    ]
  )
  func data(file: String, from: String, to: String, place: String) throws {
    var files = try GISFiles.harbour()
    let name = "data/\(file).geojson"
    let text = try #require(files.data[name])
    let range = try #require(text.range(of: from))
    files.data[name] = text.replacingCharacters(in: range, with: to)
    expectError(files, at: "\(name): \(place)")
  }

  @Test("Global ids must be UUIDs, each used once, and types must have one description")
  func identities() throws {
    var files = GISFiles(
      mapping: GISFiles.pipesAndValves.replacing(
        "{\"field\": \"m\"}",
        with: "{\"field\": \"m\"}, \"globalID\": \"g\""
      ),
      pipes: [
        ("[[0,0],[1,0]]", #"{"m":"A","g":"{4A5C2D1E-0000-4000-8000-000000000001}"}"#),
        ("[[1,0],[2,0]]", #"{"m":"A","g":null}"#),
      ],
      valves: []
    )
    let table = try #require(try files.read().network.tables.first { $0.name == "Pipe" })
    #expect(table.globalIDs[0]?.description == "4A5C2D1E-0000-4000-8000-000000000001")
    files.data["pipes.geojson"] = files.data["pipes.geojson"]?.replacing(
      "\"g\":null",
      with: #""g":"4a5c2d1e-0000-4000-8000-000000000001""#
    )
    expectError(files, at: "pipes.geojson: feature 2", "used twice")
    files.data["pipes.geojson"] = files.data["pipes.geojson"]?.replacing(
      #""g":"4a5c"#,
      with: #""g":"xyz"#
    )
    expectError(files, at: "pipes.geojson: feature 2", "no UUID")
    files.mapping = GISFiles.pipesAndValves.replacing(
      "{\"field\": \"m\"}",
      with: """
        {"field": "m", "values": {"A": "X", "B": {"name": "X", "policy": "anyVertex"}}}
        """
    )
    expectError(files, at: "$.sources[0].assetType.values.B", "two ways")
  }

  @Test("500 damaged mappings and data files give an error with its place, or a network")
  func mutations() throws {
    let whole = try GISFiles.harbour()
    var random = RandomSource(seed: 61)
    var imported = 0
    for round in 0..<500 {
      var files = whole
      let names = [nil] + files.data.keys.sorted().map { Optional($0) }
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let text = name.flatMap { files.data[$0] } ?? files.mapping
      let damaged = Self.damaged(Array(text.utf8), round, &random)
      var bytes: [(String, [UInt8])] = files.data.sorted { $0.key < $1.key }.map {
        ($0.key, $0.key == name ? damaged : Array($0.value.utf8))
      }
      bytes.insert(("mapping.json", name == nil ? damaged : Array(files.mapping.utf8)), at: 0)
      files.data = [:]
      do {
        let result = try GISImporter().read(
          bytes.map { ImportFile(name: $0.0, bytes: $0.1) },
          named: "mapping.json"
        )
        imported += 1
        // Every row is a feature, or named as left out.
        for (table, count) in result.report.elementsRead {
          let written = result.report.featuresWritten[table] ?? 0
          let named = result.report.notImported.filter { $0.key.hasPrefix(table) }.values
          #expect(written + named.reduce(0, +) >= count, "round \(round) \(table)")
        }
      } catch {
        #expect(!error.problems.isEmpty, "round \(round)")
        for problem in error.problems {
          let isPlaced = problem.path.hasPrefix("$") || problem.path.hasPrefix("data/")
          #expect(isPlaced, "round \(round): \(problem)")
        }
      }
    }
    #expect(imported > 20 && imported < 480)
  }

  /// A file with bits flipped, lines cut or swapped, or its end missing.
  private static func damaged(
    _ bytes: [UInt8],
    _ round: Int,
    _ random: inout RandomSource
  ) -> [UInt8] {
    var bytes = bytes
    switch round % 5 {
    case 0: return Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    case 1:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
      return Array(lines.joined(separator: [0x0A]))
    case 2:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.swapAt(
        Int.random(in: 0..<lines.count, using: &random),
        Int.random(in: 0..<lines.count, using: &random)
      )
      return Array(lines.joined(separator: [0x0A]))
    case 3:
      let words = [
        "null", "-1", "1e400", "\"\"", "{}", "[]", "\"WaterLine\"", "99999999999999999999",
      ]
      let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
      guard quotes.count > 3 else { return bytes }
      let start = Int.random(in: 0..<quotes.count / 2 - 1, using: &random) * 2
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      bytes.replaceSubrange(quotes[start]...quotes[start + 1], with: Array(word.utf8))
      return bytes
    default:
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      return bytes
    }
  }
}
