import GeoSnap
import GeoSnapImport
import Testing

/// Rows and files that break off, held against what EPANET 2.3 and SWMM 5.1 read themselves.
@Suite("Input files that were cut off")
struct CutOffInpTests {
  /// A whole file of EPANET; in each row the words before `|` are those that EPANET refuses to miss.
  private static let water = """
    [JUNCTIONS]
    J1 | 10 5 P1
    J2 | 10
    [RESERVOIRS]
    R1 100 | P1
    [TANKS]
    T1 50 10 0 20 50 | 0 C2
    T2 50 | P1
    [PIPES]
    L1 J1 J2 | 100 100 100 0 Open
    L2 R1 J1 | 100 100 100 0.5 CV
    L3 T1 J2 | 100 100 100
    L4 T2 J2 | 100 100 100
    [PUMPS]
    U1 R1 J2 | HEAD C1
    U2 R1 J2 | POWER 7
    [VALVES]
    V1 J1 J2 100 PRV | 10 0
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
    [END]
    """
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
    C3 CUSTOM 1 C9 0 0 | 1
    W1 RECT_OPEN 1 1 0 0
    [CONTROLS]
    RULE A
    IF NODE J1 DEPTH > 5
    AND SIMULATION TIME > 5
    THEN PUMP P1 STATUS = OFF
    ELSE PUMP P1 STATUS = ON
    PRIORITY 3
    """

  private func read(_ text: String, isWater: Bool) throws(ImportError) -> ImportResult {
    let text = text.replacing(" |", with: "")
    return isWater ? try EpanetImporter().read(text) : try SwmmImporter().read(text)
  }

  @Test(
    "Half a row is refused where its program refuses it, and only there",
    arguments: [true, false]
  )
  func halfRows(isWater: Bool) throws {
    let lines = (isWater ? Self.water : Self.sewer).split(separator: "\n").map(String.init)
    #expect(
      try !read(lines.joined(separator: "\n") + "\n", isWater: isWater).report.notes.contains {
        $0.contains("cut off")
      }
    )
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
        let isWhole = count >= parts[0].count || isReservoir
        do {
          _ = try read(damaged.joined(separator: "\n"), isWater: isWater)
          #expect(isWhole, comment)
        } catch {
          let problem = try #require(error.problems.first)
          #expect(!isWhole && error.problems.count == 1, "\(comment): \(error)")
          #expect(problem.path == "line \(number + 1) in \(section)", comment)
          #expect(problem.line == number + 1, comment)
          #expect(problem.message.contains("Word \(count + 1), the "), comment)
          #expect(problem.message.contains("complete the row"), comment)
        }
      }
    }
  }
}
