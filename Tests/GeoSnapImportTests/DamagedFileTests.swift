import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Tests/Transcripts/Import has what is said of single mistakes.
@Suite struct DamagedFileTests {
  private func whole(isElectric: Bool, _ size: Int = 20) -> NetworkFile {
    var random = SeededGenerator(seed: isElectric ? 11 : 12)
    return isElectric
      ? NetworkFile.randomElectric(&random, buses: size)
      : NetworkFile.randomPipeline(&random, junctions: size)
  }

  private func read(_ bytes: [UInt8], isElectric: Bool) throws(ImportError) -> ImportResult {
    isElectric
      ? try PandapowerImporter().read(bytes: bytes, named: "f")
      : try PandapipesImporter().read(bytes: bytes, named: "f")
  }

  @Test("A file that is cut short is refused with a byte offset", arguments: [true, false])
  func truncated(isElectric: Bool) {
    let whole = whole(isElectric: isElectric).bytes
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      let count = random.int(0...whole.count - 2)
      let error = #expect(throws: ImportError.self, "cut to \(count) bytes") {
        _ = try read(Array(whole.prefix(count)), isElectric: isElectric)
      }
      #expect(error?.description.contains("byte") == true, "cut to \(count) bytes")
    }
  }

  @Test("A damaged file gives an error with a path, or a network", arguments: [true, false])
  func damaged(isElectric: Bool) {
    let whole = whole(isElectric: isElectric).bytes
    for seed in UInt64(0)..<Extent.count(60, long: 300) {
      var random = SeededGenerator(seed: seed)
      do {
        let bytes = whole.damaged(&random, separator: ",", isJSON: true)
        let result = try read(bytes, isElectric: isElectric)
        #expect(result.report.elementsRead.values.allSatisfy { $0 > 0 }, "seed \(seed)")
      } catch { #expect(error.problems.allSatisfy { $0.path.hasPrefix("$") }, "seed \(seed)") }
    }
  }

  @Test("A table or column under another name is refused and named")
  func renamed() throws {
    let file = whole(isElectric: true, 40)
    func expectError(_ word: String, _ change: (inout NetworkFile) -> Void) {
      var other = file
      change(&other)
      let error = #expect(throws: ImportError.self, "\(word)") {
        _ = try read(other.bytes, isElectric: true)
      }
      #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }
    for (table, columns) in [
      ("bus", ["vn_kv", "in_service"]), ("line", ["from_bus", "length_km"]),
      ("switch", ["bus", "element", "et", "closed"]), ("trafo", ["hv_bus"]), ("load", ["bus"]),
      ("trafo3w", ["mv_bus"]), ("gen", ["slack"]), ("sgen", ["in_service"]),
      ("impedance", ["to_bus"]), ("motor", ["bus"]),
    ] {
      let position = try #require(file.tables.firstIndex { $0.name == table })
      expectError(table) { $0.tables[position].name = table + "X" }
      expectError(table) { $0.tables.remove(at: position) }
      for column in columns {
        let index = try #require(file.tables[position].columns.firstIndex(of: column))
        expectError(column) { $0.tables[position].columns[index] = column + "X" }
      }
    }
  }

  @Test("What is no network at all is refused")
  func noNetwork() {
    for text in [
      "", "[]", "{}", "null", "1e999", "\"\\ud800\"", "{\"_class\": \"pandapowerNet\"}",
      String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 100_000),
    ] {
      #expect(throws: ImportError.self) { try PandapowerImporter().read(text) }
      #expect(throws: ImportError.self) { try PandapipesImporter().read(text) }
    }
  }
}
