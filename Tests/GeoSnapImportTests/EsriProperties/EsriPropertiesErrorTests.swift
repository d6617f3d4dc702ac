import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Tests/Transcripts/Import/properties.console has what is said of mistakes.
@Suite("Wrong definitions in CSV files")
struct EsriPropertiesErrorTests {
  @Test("Files cut short or changed anywhere end in an answer or an error, never in a crash")
  func mutations() throws {
    let whole = try ["x_DomainNetworks.csv", "x_NetworkRules.csv"].map {
      ($0, try repositoryFile("Tests/Transcripts/Inputs/properties/\($0)"))
    }
    var outcomes = (read: 0, refused: 0)
    for seed in UInt64(0)..<2000 {
      var random = SeededGenerator(seed: seed)
      var files = whole
      for _ in 0..<random.int(1...2) {
        let file = random.int(0...1)
        files[file].1 = files[file].1.damaged(&random, separator: ",")
      }
      do {
        let result = try EsriPropertiesImporter().read(files, named: "x")
        outcomes.read += 1
        for file in result.report.files {
          let counts = [file.carried, file.checked, file.notCarried].flatMap(\.values)
          #expect(counts.reduce(0, +) == file.rows, "seed \(seed)")
        }
      } catch {
        outcomes.refused += 1
        let count = error.problems.count
        #expect((1...ImportError.problemLimit).contains(count), "seed \(seed)")
      }
    }
    #expect(outcomes.read > 0 && outcomes.refused > 0)
  }
}
