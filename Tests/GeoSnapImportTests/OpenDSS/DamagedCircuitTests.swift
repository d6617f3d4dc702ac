import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct DamagedCircuitTests {
  @Test(
    "A damaged table gives an error with its place or a whole import",
    arguments: 0..<Extent.count(1, long: 10)
  )
  func mutations(block: Int) throws {
    let fuses = "fuse,element,terminal\nf1,Line.632670,1\nf2,Transformer.xfm1,2\n"
    let originals = try CircuitFiles.tables("IEEE13") + [ImportFile("fuses.csv", fuses)]
    for seed in block * 50..<block * 50 + 50 {
      var random = SeededGenerator(seed: UInt64(seed))
      var files = originals
      let chosen = random.int(0...files.count - 1)
      files[chosen].bytes = files[chosen].bytes.damaged(&random, separator: ",")
      do {
        let result = try OpenDSSImporter().read(files, named: "seed \(seed)")
        // Every row that is left must be in the network or named.
        var rows = 0
        for file in files {
          rows += try CSVRecord.records(of: file.bytes, path: file.name).count - 1
        }
        let counts = [result.report.elementsRead, result.report.notImported].flatMap(\.values)
        #expect(counts.reduce(0, +) >= rows, "seed \(seed)")
        #expect(CircuitContraction(result.network).mistakes.isEmpty, "seed \(seed)")
        #expect(RuleAudit(result.network).violations.isEmpty, "seed \(seed)")
      } catch let error as ImportError {
        let isPlaced = error.problems.allSatisfy {
          ($0.path.contains(".csv") || $0.path == "$") && !$0.message.isEmpty
        }
        #expect(isPlaced && !error.problems.isEmpty, "seed \(seed): \(error)")
      }
    }
  }
}
