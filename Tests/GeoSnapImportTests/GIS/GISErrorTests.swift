import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct GISErrorTests {
  @Test("500 damaged mappings and data files give an error with its place, or a network")
  func mutations() throws {
    let whole = try Harbour.files()
    var random = SeededGenerator(seed: 61)
    var imported = 0
    for round in 0..<500 {
      var files = whole
      let chosen = random.int(0...files.count - 1)
      files[chosen].bytes = files[chosen].bytes.damaged(&random, isJSON: true)
      do {
        let report = try GISImporter().read(files, named: "mapping.json").report
        imported += 1
        // Every row is a feature, or named as left out.
        for (table, count) in report.elementsRead {
          let named = report.notImported.filter { $0.key.hasPrefix(table) }.values.reduce(0, +)
          #expect((report.featuresWritten[table] ?? 0) + named >= count, "round \(round) \(table)")
        }
      } catch {
        let isPlaced = error.problems.allSatisfy {
          $0.path.hasPrefix("$") || $0.path.hasPrefix("data/")
        }
        #expect(isPlaced && !error.problems.isEmpty, "round \(round): \(error)")
      }
    }
    #expect(imported > 20 && imported < 480)
  }

  @Test("Origins are escaped by characters, also those that Unicode takes for the same")
  func origins() {
    for (name, origin) in [
      ("pipe 7", "pipe 7"), (" pipe", "%20pipe"), ("a;b#c@d%e", "a%3Bb%23c%40d%25e"),
      ("a\u{37E}b", "a%3Bb"), ("Größe-ß", "Größe-ß"),
    ] { #expect(name.asOrigin == origin) }
  }
}
