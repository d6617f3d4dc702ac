import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct DamagedFileTests {
  private static let electric: [UInt8] = {
    var random = RandomSource(seed: 11)
    return NetworkFile.randomElectric(&random, buses: 20).bytes
  }()
  private static let pipeline: [UInt8] = {
    var random = RandomSource(seed: 12)
    return NetworkFile.randomPipeline(&random, junctions: 12).bytes
  }()

  private func read(_ bytes: [UInt8], isElectric: Bool) throws(ImportError) -> ImportResult {
    isElectric
      ? try PandapowerImporter().read(bytes: bytes, named: "f")
      : try PandapipesImporter().read(bytes: bytes, named: "f")
  }

  @Test("A file that is cut short is refused with a byte offset", arguments: [true, false])
  func truncated(isElectric: Bool) {
    let whole = isElectric ? Self.electric : Self.pipeline
    var random = RandomSource(seed: 21)
    for _ in 0..<200 {
      let count = Int.random(in: 0..<whole.count - 1, using: &random)
      let error = #expect(throws: ImportError.self, "cut to \(count) bytes") {
        _ = try read(Array(whole.prefix(count)), isElectric: isElectric)
      }
      #expect(error?.description.contains("byte") == true, "cut to \(count) bytes")
    }
  }

  @Test("A flipped bit gives an error with a path, or a network", arguments: [true, false])
  func flipped(isElectric: Bool) {
    let whole = isElectric ? Self.electric : Self.pipeline
    var random = RandomSource(seed: 22)
    for round in 0..<Extent.count(60, long: 300) {
      var bytes = whole
      for _ in 0...round % 4 {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      do {
        let result = try read(bytes, isElectric: isElectric)
        for (table, count) in result.report.elementsRead { #expect(count > 0, "\(table)") }
      } catch {
        #expect(error.problems.allSatisfy { $0.path.hasPrefix("$") }, "round \(round)")
      }
    }
  }

  @Test("A table or column under another name is refused and named")
  func renamed() throws {
    for (table, columns) in [
      ("bus", ["vn_kv", "in_service", "geo"]), ("line", ["from_bus", "length_km", "geo"]),
      ("switch", ["bus", "element", "et", "closed"]), ("trafo", ["hv_bus"]), ("load", ["bus"]),
      ("trafo3w", ["mv_bus"]), ("gen", ["slack"]), ("sgen", ["in_service"]),
      ("impedance", ["to_bus"]), ("motor", ["bus"]),
    ] {
      var random = RandomSource(seed: 11)
      let file = NetworkFile.randomElectric(&random, buses: 40)
      let position = try #require(file.tables.firstIndex { $0.name == table })
      var other = file
      other.tables[position].name = table + "X"
      expectError(other, table)
      other = file
      other.tables.remove(at: position)
      expectError(other, table)
      for column in columns {
        other = file
        let index = try #require(file.tables[position].columns.firstIndex(of: column))
        other.tables[position].columns[index] = column + "X"
        expectError(other, column)
      }
    }
  }

  private func expectError(_ file: NetworkFile, _ word: String) {
    let isElectric = file.networkClass == "pandapowerNet"
    let error = #expect(throws: ImportError.self, "\(word)") {
      _ = try read(file.bytes, isElectric: isElectric)
    }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test(
    "A cell of the wrong kind is named by its path",
    arguments: [
      ("bus", "vn_kv", "\"high\""), ("bus", "vn_kv", "null"), ("bus", "in_service", "2"),
      ("line", "from_bus", "999999"), ("line", "from_bus", "1.5"), ("line", "to_bus", "1e300"),
      ("line", "length_km", "NaN"), ("line", "length_km", "Infinity"), ("bus", "geo", "\"{\""),
      ("bus", "geo", "\"{\\\"type\\\":\\\"Point\\\",\\\"coordinates\\\":[NaN, 1]}\""),
      ("bus", "geo", "\"{\\\"type\\\":\\\"Polygon\\\",\\\"coordinates\\\":[]}\""),
      ("bus", "geo", "\"{\\\"type\\\":\\\"Point\\\",\\\"coordinates\\\":[1e300, 1]}\""),
      ("line", "geo", "\"{\\\"type\\\":\\\"LineString\\\",\\\"coordinates\\\":[[1]]}\""),
      ("switch", "et", "\"q\""), ("switch", "element", "-1"), ("switch", "closed", "\"yes\""),
      ("load", "bus", "null"), ("trafo", "hv_bus", "true"),
    ]
  )
  func wrongCell(table: String, column: String, value: String) throws {
    var random = RandomSource(seed: 31)
    var file = NetworkFile.randomElectric(&random, buses: 40)
    let position = try #require(file.tables.firstIndex { $0.name == table })
    let index = try #require(file.tables[position].columns.firstIndex(of: column))
    file.tables[position].rows[1].cells[index] = value
    let error = #expect(throws: ImportError.self) {
      _ = try read(file.bytes, isElectric: true)
    }
    #expect(
      error?.problems.first?.path.hasPrefix("$._object.\(table)._object.data[1][\(index)]") == true,
      "\(error?.description ?? "")"
    )
  }

  @Test("A row label used twice, a short row and a missing label are refused")
  func wrongRows() throws {
    var random = RandomSource(seed: 32)
    let file = NetworkFile.randomPipeline(&random, junctions: 10)
    let position = try #require(file.tables.firstIndex { $0.name == "pipe" })
    var other = file
    other.tables[position].rows[1].index = 0
    expectError(other, "$._object.pipe._object.index[1]")
    other = file
    other.tables[position].rows[2].cells.removeLast()
    expectError(other, "$._object.pipe._object.data[2]")
    other = file
    other.members = []
    expectError(other, "component_list")
    other = file
    other.tables.removeAll { $0.name == "junction_geodata" }
    expectError(other, "junction_geodata")
    other = file
    other.networkClass = "pandapowerNet"
    expectError(other, "bus")
  }

  @Test(
    "What is no network at all is refused",
    arguments: [
      "", "[]", "{}", "null", "{\"_class\": \"pandapowerNet\"}", "\u{FEFF}{}",
      "{\"a\": 1, \"a\": 2}",
      "\"\\ud800\"", "1e999", String(repeating: "[", count: 1_000_000),
      String(repeating: "{\"a\":", count: 100_000),
    ]
  )
  func noNetwork(text: String) {
    for isElectric in [true, false] {
      #expect(throws: ImportError.self) {
        _ = try read(Array(text.utf8), isElectric: isElectric)
      }
    }
  }
}
