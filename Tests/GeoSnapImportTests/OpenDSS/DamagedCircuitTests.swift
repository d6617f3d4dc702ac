import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite struct DamagedCircuitTests {
  private static let buses = "bus,x,y,nodes,kv_base_ln\na,0,0,1.2.3,7.2\nb,10,0,1.2.3,7.2\n"

  private static func line(_ fields: String) -> String {
    CircuitFiles.header + "\nLine.x,line,1,2,3,3,a,1.2.3,b,1.2.3,,,0,,1,km,,,,\n" + fields + "\n"
  }

  private func problems(
    buses: String = buses,
    elements: String = line(""),
    fuses: String? = nil
  ) -> [String] {
    do {
      _ = try OpenDSSImporter().read(
        CircuitFiles.tables(buses: buses, elements: elements, fuses: fuses),
        named: "folder"
      )
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test(
    "What is wrong in an element is told with line and column",
    arguments: [
      ("Line.y,line,1,2,3,3,a,1,c,1,,,0,,1,km,,,,", "line 3, bus2: There is no bus 'c'"),
      (
        "LINE.X,line,1,2,3,3,a,1,b,1,,,0,,1,km,,,,",
        "line 3, element: Element 'line.X' is there twice"
      ),
      ("Line.y,load,1,2,3,3,a,1,b,1,,,0,,1,km,,,,", "line 3, class: 'Line.y' is of class line"),
      ("Line.y,line,2,2,3,3,a,1,b,1,,,0,,1,km,,,,", "line 3, enabled: 1 or 0 was expected"),
      ("Line.y,line,1,2,3,3,a,1,,,,,0,,1,km,,,,", "line 3, bus2: The element has 2 terminals"),
      ("Line.y,line,1,1,3,3,a,1,b,1,,,0,,1,km,,,,", "line 3, bus3: The element has 1 terminals"),
      (
        "Line.y,line,1,2,3,3,a,1.x,b,1,,,0,,1,km,,,,", "line 3, nodes1: Whole numbers joined by '.'"
      ),
      (
        "Line.y,line,1,2,3,3,a,1,b,1,,,0,3,1,km,,,,",
        "line 3, open_terminals: The element has no terminal 3"
      ),
      ("Line.y,line,1,2,3,3,a,1,b,1,,,0,,1,furlong,,,,", "line 3, units: mi, kft, km"),
      ("Line.y,line,1,2,3,3,a,1,b,1,,,0,,-1,km,,,,", "line 3, length: A length is not negative"),
      ("Line.y,line,1,2,3,3,a,1,b,1,,,0,,nan,km,,,,", "line 3, length: A number was expected"),
      ("Line.y,line,1,2,3,3,a,1,b,1,,,0,,1,km,,,", "line 3: The row has 19 fields"),
      ("Line.,line,1,2,3,3,a,1,b,1,,,0,,1,km,,,,", "line 3, element: Class and name"),
    ]
  )
  func elements(row: String, expected: String) {
    let found = problems(elements: Self.line(row))
    #expect(found.contains { $0.hasPrefix("elements.csv, \(expected)") }, "\(found)")
  }

  @Test("What is wrong in a bus or a fuse is told with line and column")
  func busesAndFuses() {
    for (row, expected) in [
      ("A,1,1,1,7.2", "line 4, bus: Bus 'A' is there twice"),
      (",1,1,1,7.2", "line 4, bus: The bus has no name"),
      ("c,1,,1,7.2", "line 4, x: A bus has both coordinates"),
      ("c,1,1e999,1,7.2", "line 4, y: A number"),
      ("c,1,1,1,-1", "line 4, kv_base_ln: A voltage is not negative"),
    ] {
      let found = problems(buses: Self.buses + row + "\n")
      #expect(found.contains { $0.hasPrefix("buses.csv, \(expected)") }, "\(found)")
    }
    for (row, expected) in [
      ("f,Line.nothing,1", "line 2, element: There is no element"),
      ("f,Line.x,3", "line 2, terminal: A whole number"),
      (",Line.x,1", "line 2, fuse: The fuse has no name"),
      ("f,Line.x,", "line 2, terminal: The terminal is missing"),
      ("f,line.x,1\nF,line.x,2", "line 3, fuse: Fuse 'F' is there twice"),
    ] {
      let found = problems(fuses: "fuse,element,terminal\n\(row)\n")
      #expect(found.contains { $0.hasPrefix("fuses.csv, \(expected)") }, "\(found)")
    }
  }

  @Test("A table that is missing, empty, without a column or not text is told")
  func tables() throws {
    #expect(throws: ImportError.self) { try OpenDSSImporter().read([], named: "none") }
    #expect(problems(buses: "").first?.hasPrefix("buses.csv: The table is empty") == true)
    #expect(
      problems(buses: "bus,x\n").first?.hasPrefix("buses.csv, line 1: Columns are missing: y")
        == true
    )
    #expect(problems(buses: "bus,x,y,X\n").first?.contains("Two columns are named 'x'") == true)
    let bytes = [UInt8](Self.buses.utf8) + [0x63, 0xFF, 0x2C, 0x31, 0x2C, 0x31, 0x2C, 0x2C, 0x0A]
    let files = [
      ImportFile(name: "buses.csv", bytes: bytes),
      ImportFile(name: "elements.csv", bytes: [UInt8](Self.line("").utf8)),
    ]
    #expect {
      try OpenDSSImporter().read(files, named: "x")
    } throws: { "\($0)".contains("buses.csv, line 4: The text is not UTF-8") }
  }

  @Test("Blanks, a byte order mark, CRLF, any column order and other columns do no harm")
  func tolerance() throws {
    let buses = "\u{FEFF}y, X ,bus,colour\r\n0,0, a ,red\r\n0,10,\"b\",\r\n\r\n"
    let elements = "bus2,element,bus1,units,length\r\nB,Line.x,A,KM, 1.5 \r\n"
    let result = try OpenDSSImporter().read(
      CircuitFiles.tables(buses: buses, elements: elements),
      named: "x"
    )
    let contraction = CircuitContraction(result.network)
    #expect(contraction.links == ["line/x": "bus/a+bus/b"])
    let line = try #require(CircuitFeatures(result.network).named("line").first)
    #expect(line.real("LENGTH") == 1_500)
    #expect(result.report.notes.contains { $0.contains("colour") })
  }

  @Test(
    "A damaged table gives an error with its place or a whole import",
    arguments: 0..<Extent.count(1, long: 10)
  )
  func mutations(block: Int) throws {
    let originals =
      try CircuitFiles.tables("IEEE13") + [
        ImportFile(
          name: "fuses.csv",
          bytes: [UInt8]("fuse,element,terminal\nf1,Line.632670,1\nf2,Transformer.xfm1,2\n".utf8)
        )
      ]
    for seed in block * 50..<block * 50 + 50 {
      var random = RandomSource(seed: UInt64(seed))
      var files = originals
      let chosen = Int.random(in: 0..<files.count, using: &random)
      files[chosen].bytes = Self.damaged(files[chosen].bytes, &random)
      do {
        let result = try OpenDSSImporter().read(files, named: "seed \(seed)")
        try expectWhole(result, files, seed)
      } catch let error as ImportError {
        #expect(!error.problems.isEmpty, "seed \(seed)")
        for problem in error.problems {
          let isPlaced = problem.path.contains(".csv") || problem.path == "$"
          #expect(isPlaced && !problem.message.isEmpty, "seed \(seed): \(problem)")
        }
      }
    }
  }

  /// Every row that is left must be in the network or named.
  private func expectWhole(_ result: ImportResult, _ files: [ImportFile], _ seed: Int) throws {
    var rows = 0
    for file in files {
      rows += try CSVRecord.records(of: file.bytes, path: file.name).count - 1
    }
    let read = result.report.elementsRead.values.reduce(0, +)
    let named = result.report.notImported.values.reduce(0, +)
    #expect(read + named >= rows, "seed \(seed)")
    #expect(CircuitContraction(result.network).mistakes.isEmpty, "seed \(seed)")
    #expect(try RuleAudit(result.network).violations.isEmpty, "seed \(seed)")
  }

  private static func damaged(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255,
          using: &random
        )
      }
      return bytes
    case 1: return Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    case 2:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      bytes.removeSubrange(start..<min(bytes.count, start + 40))
      return bytes
    default: break
    }
    var lines = bytes.split(separator: 0x0A).map(Array.init)
    let line = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: lines.remove(at: line)
    case 1: lines.append(lines[line])
    default:
      var fields = lines[line].split(separator: 0x2C, omittingEmptySubsequences: false)
      let (first, second) = (
        Int.random(in: 0..<fields.count, using: &random),
        Int.random(in: 0..<fields.count, using: &random)
      )
      fields.swapAt(first, second)
      lines[line] = Array(fields.joined(separator: [0x2C]))
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
