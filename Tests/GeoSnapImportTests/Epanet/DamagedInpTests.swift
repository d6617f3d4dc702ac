import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct DamagedInpTests {
  /// Rows of a damaged file by the first four letters of their section, counted as simply as can be.
  private static func rows(_ bytes: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    var section = ""
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
      let content = line.prefix { $0 != ";" }.drop(while: \.isWhitespace)
      guard !content.allSatisfy(\.isWhitespace) else { continue }
      if section == "END" { break }
      if content.hasPrefix("[") {
        section = content.dropFirst().prefix { $0 != "]" }.prefix(4).uppercased()
      } else {
        counts[section, default: 0] += 1
      }
    }
    return counts
  }

  /// 550 for each of the two formats in the long run.
  private static let roundsOfPart = Extent.count(60, long: 110)

  @Test(
    "A damaged file gives an error with a line, or a network of all its rows",
    arguments: 0..<Extent.count(2, long: 10)
  )
  func damaged(part: Int) throws {
    let isWater = part % 2 == 0
    let format: RandomInp.Format = isWater ? .epanet : .swmm
    let whole = RandomInp(format, seed: UInt64(part), nodes: 15, extent: 100, isPlain: true).bytes
    var random = SeededGenerator(seed: UInt64(part) + 500)
    var imports = 0
    for round in 0..<Self.roundsOfPart {
      let bytes = whole.damaged(&random)
      let comment: Comment = "part \(part), round \(round)"
      guard let result = importing(bytes, isWater: isWater, comment) else { continue }
      imports += 1
      let isWhole =
        !isWater || bytes.contains(Array("[END".utf8)) || bytes.contains(Array("[end".utf8))
      #expect(isWhole || result.report.notes.contains { $0.contains("no [END]") }, comment)
      let graph = OriginGraph(result.network)
      #expect(graph.mistakes.isEmpty, comment)
      let rows = Self.rows(bytes)
      let kinds =
        isWater
        ? ["JUNC", "RESE", "TANK", "PIPE", "PUMP", "VALV"]
        : ["JUNC", "OUTF", "DIVI", "STOR", "COND", "PUMP", "ORIF", "WEIR", "OUTL"]
      let expected = kinds.compactMap { rows[$0] }.reduce(0, +)
      #expect(graph.nodes.count + graph.links.count == expected, comment)
      let read = result.report.elementsRead.filter { $0.key != "controls" && $0.key != "rules" }
      #expect(read.values.reduce(0, +) == expected, comment)
    }
    #expect(imports > 5)
  }

  /// What a file becomes; nil when it is refused with places that can be found.
  private func importing(_ bytes: [UInt8], isWater: Bool, _ comment: Comment) -> ImportResult? {
    do {
      return isWater
        ? try EpanetImporter().read(bytes: bytes, named: "f")
        : try SwmmImporter().read(bytes: bytes, named: "f")
    } catch {
      #expect(!error.problems.isEmpty, comment)
      let isPlaced = error.problems.allSatisfy { $0.path.hasPrefix("line ") || $0.path == "$" }
      #expect(isPlaced, "\(comment): \(error)")
      return nil
    }
  }
}
