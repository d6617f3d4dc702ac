import GeoSnap
import GeoSnapImport
import Testing

/// Rows and files that break off, held against what EPANET 2.2 and SWMM 5.1 read themselves.
@Suite("Input files that were cut off")
struct CutOffInpTests {
  /// A whole file of EPANET; in each row the words before `|` are those that EPANET refuses to miss.
  private static let water = """
    [JUNCTIONS]
    J1 10 | 5 P1
    J2 10
    [RESERVOIRS]
    R1 100 | P1
    [TANKS]
    T1 50 10 0 20 50 | 0 C2
    T2 50 | P1
    [PIPES]
    L1 J1 J2 100 100 100 | 0 Open
    L2 R1 J1 100 100 100 | 0.5 CV
    L3 T1 J2 100 100 100
    L4 T2 J2 100 100 100
    [PUMPS]
    U1 R1 J2 HEAD C1
    U2 R1 J2 POWER 7
    [VALVES]
    V1 J1 J2 100 PRV 10 | 0
    [STATUS]
    L1 Open
    [DEMANDS]
    J1 5 | P1
    [CONTROLS]
    LINK L1 OPEN IF NODE T1 ABOVE 20
    LINK L1 CLOSED AT TIME 5
    LINK L1 CLOSED AT CLOCKTIME 5 | AM
    [RULES]
    RULE 1
    IF TANK T1 LEVEL ABOVE 10
    AND SYSTEM CLOCKTIME >= 8 | AM
    THEN PIPE L1 STATUS IS CLOSED
    AND PIPE L2 STATUS IS OPEN
    ELSE PIPE L1 STATUS IS OPEN
    PRIORITY 5
    [COORDINATES]
    J1 1 1
    [VERTICES]
    L1 1.5 1.5
    [END]
    """
  /// The same of SWMM, which does not look at places itself.
  private static let sewer = """
    [JUNCTIONS]
    J1 10 | 4 0 0 0
    J2 9
    [OUTFALLS]
    O1 5 FREE | NO
    O2 5 FIXED 6 | NO
    O3 5 TIDAL C3 | NO
    [DIVIDERS]
    D1 9 C1 CUTOFF 1.0 | 0 0 0 0
    D2 9 C1 OVERFLOW | 0 0 0 0
    D3 9 C1 WEIR 1 2 3 | 0 0 0
    [STORAGE]
    S1 7 10 0 FUNCTIONAL 1000 0 0 | 0 0
    S2 7 10 0 TABULAR C2 | 0 0
    [CONDUITS]
    C1 J1 J2 100 0.01 0 0 | 0 0
    C2 D1 O1 100 0.01 0 0
    C3 D2 O1 100 0.01 0 0
    [PUMPS]
    P1 S1 J1 | C4 ON 0 0
    [ORIFICES]
    R1 S1 O1 SIDE 0 0.65 | NO 0
    [WEIRS]
    W1 S1 O1 TRANSVERSE 0 3.33 | NO 0 0
    [OUTLETS]
    U1 S2 O3 0 TABULAR/HEAD C6 | NO
    U2 S2 O1 0 FUNCTIONAL/HEAD 10 0.5 | NO
    [XSECTIONS]
    C1 CIRCULAR 1 0 0 0 | 1
    C2 IRREGULAR T1
    C3 CUSTOM 1 C9 | 1
    W1 RECT_OPEN 1 1 0 0
    [CONTROLS]
    RULE A
    IF NODE J1 DEPTH > 5
    AND SIMULATION TIME > 5
    THEN PUMP P1 STATUS = OFF
    ELSE PUMP P1 STATUS = ON
    PRIORITY 3
    [COORDINATES]
    J1 1 1
    [VERTICES]
    C1 1.5 1.5
    """

  private static func read(_ text: String, _ format: RandomInp.Format) throws(ImportError)
    -> ImportResult
  {
    let bytes = Array(text.replacing(" |", with: "").utf8)
    return format == .epanet
      ? try EpanetImporter().read(bytes: bytes, named: "f.inp")
      : try SwmmImporter().read(bytes: bytes, named: "f.inp")
  }

  @Test("Half a row is refused where its program refuses it, and only there", arguments: [0, 1])
  func halfRows(part: Int) throws {
    let format: RandomInp.Format = part == 0 ? .epanet : .swmm
    let lines = (format == .epanet ? Self.water : Self.sewer).split(separator: "\n").map(
      String.init
    )
    _ = try Self.read(lines.joined(separator: "\n"), format)
    var section = ""
    for (number, line) in lines.enumerated() {
      guard !line.hasPrefix("[") else {
        section = line
        continue
      }
      let parts = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      let words = parts.flatMap(\.self)
      for count in 1..<words.count {
        var damaged = lines
        damaged[number] = words.prefix(count).joined(separator: " ")
        let comment: Comment = "\(section) \(damaged[number])"
        // A tank with nothing but its head and a pattern is a reservoir.
        let isReservoir = section == "[TANKS]" && (2...3).contains(count)
        do {
          _ = try Self.read(damaged.joined(separator: "\n"), format)
          #expect(count >= parts[0].count || isReservoir, comment)
        } catch {
          #expect(count < parts[0].count && !isReservoir, comment)
          let problem = try #require(error.problems.first)
          #expect(problem.path == "line \(number + 1) in \(section)", comment)
          #expect(problem.line == number + 1, comment)
          #expect(problem.message.contains("Word \(count + 1), the "), comment)
          #expect(problem.message.contains("complete the row"), comment)
          #expect(error.problems.count == 1, "\(comment): \(error)")
        }
      }
    }
  }

  @Test("A file of EPANET without its end mark says first where it may be cut off")
  func endMark() throws {
    let whole = try Self.read(Self.water, .epanet).report.notes
    #expect(!whole.contains { $0.contains("cut off") })
    let cut = try Self.read(Self.water.replacing("\n[END]", with: "\n\n"), .epanet).report.notes
    let count = Self.water.split(separator: "\n").count
    #expect(
      cut.first
        == "The file has no [END] and may be cut off after line \(count - 1) in [VERTICES]: see that all of "
        + "it was read."
    )
    #expect(Array(cut.dropFirst()) == whole)
    let section = try Self.read("[JUNCTIONS]\nJ 1\n[PIPES]\n", .epanet).report.notes
    #expect(section.first?.contains("after line 3 in [PIPES]") == true)
  }

  @Test("A file of SWMM, whose format has no end mark, says so where its last line has no end")
  func lineEnd() throws {
    #expect(
      !(try Self.read(Self.sewer + "\n", .swmm).report.notes).contains { $0.contains("cut off") }
    )
    let cut = try Self.read(Self.sewer, .swmm).report.notes
    let count = Self.sewer.split(separator: "\n").count
    #expect(cut.first?.hasPrefix("The file ends within line \(count) in [VERTICES]") == true)
  }

  @Test("A rule that breaks off before its actions is noted, and so are variables of rules")
  func rules() throws {
    let rule = try Self.read(
      "[JUNCTIONS]\nJ 1\n[RULES]\nRULE 7\nIF JUNCTION J LEVEL > 1\n",
      .epanet
    )
    #expect(rule.report.notes.contains { $0.hasPrefix("'RULE 7' has no THEN") })
    let variables = try Self.read(
      Self.sewer.replacing("RULE A", with: "VARIABLE V = NODE J1 DEPTH\nRULE A\nIF V > 3"),
      .swmm
    )
    #expect(
      variables.report.notes.contains("1 variables and expressions of [CONTROLS] are not kept.")
    )
  }

  @Test(
    "A wrong row of the valve layer is named by the layer's file and line, not by the network's"
  )
  func valveLayer() {
    for (table, line, message) in [
      ("link,node\nL1,J1\nL9,J1", 3, "no link 'L9'"), ("link,node\nL1,J9", 2, "no node 'J9'"),
      ("link,node\nL1,R1", 2, "does not end at"), ("link,node\n\nL1", 3, "too few"),
      ("a,b\n1,2", 1, "columns link and node"), ("link,node\nL1,\"J1", 2, "never closed"),
    ] {
      let error = #expect(throws: ImportError.self) {
        _ = try EpanetImporter().read(
          [
            ImportFile(name: "net.inp", bytes: Array(Self.water.replacing(" |", with: "").utf8)),
            ImportFile(name: "valves.csv", bytes: Array(table.utf8)),
          ],
          named: "net.inp"
        )
      }
      #expect(error?.file == "valves.csv")
      #expect(error?.problems.first?.path == "line \(line)")
      #expect(error?.problems.first?.line == line)
      #expect(
        error?.problems.first?.message.contains(message) == true,
        "\(error?.description ?? "")"
      )
    }
  }
}
