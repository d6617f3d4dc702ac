import GeoSnap
import GeoSnapImport
import Testing

/// What only the library shows of files of EPANET; the rest is in Tests/Transcripts/Import.
@Suite struct EpanetFormatTests {
  private static let base =
    "[JUNCTIONS]\nA 10 2\nB 20\n[RESERVOIRS]\nR 100\n[PIPES]\nP1 R A 1000 12 100\n"

  @Test("A line of a million words and an id of a million letters are read")
  func hugeLines() throws {
    let id = String(repeating: "x", count: 1_000_000)
    let words = String(repeating: "w ", count: 1_000_000)
    let network = try EpanetImporter().read(Self.base + "[JUNCTIONS]\n\(id) 4\n[TITLE]\n\(words)")
      .network
    #expect(network.features(origin: "node/" + id).count == 1)
  }

  @Test("A short row of a pipe takes the same defaults wherever the options stand")
  func optionsAnywhere() throws {
    let options = "[OPTIONS]\nUNITS LPS\nHEADLOSS D-W\n"
    let nodes = "[JUNCTIONS]\nA\n[RESERVOIRS]\nR 100\n"
    for text in [options + nodes + "[PIPES]\nP R A\n", nodes + "[PIPES]\nP R A\n" + options] {
      let network = try EpanetImporter().read(text).network
      for (field, value) in [
        ("LENGTH", 100), ("INNER_DIAMETER_MM", 254), ("ROUGHNESS", 0.0005),
      ] { #expect(network.value(field, of: "link/P") == .real(value), "\(text)") }
    }
  }

  @Test(
    "What is no network is refused, and a file in another encoding is told which is needed",
    arguments: [
      ("", "no nodes"), ("[JUNCTIONS]", "no nodes"), ("words", ""), ("[\0J\0U\0", "UTF-8"),
      (base + "X\0 3", "control character"),
    ]
  )
  func noNetwork(text: String, message: String) {
    let bytes = (message == "UTF-8" ? [0xFF, 0xFE] : []) + Array(text.utf8)
    let water = #expect(throws: ImportError.self) {
      try EpanetImporter().read(bytes: bytes, named: "f")
    }
    #expect(water?.description.contains(message) == true, "\(water?.description ?? "")")
    #expect(throws: ImportError.self) { try SwmmImporter().read(bytes: bytes, named: "f") }
  }
}
