import GeoSnap
import GeoSnapImport
import Testing

@Suite struct EpanetFormatTests {
  private static let base = """
    [JUNCTIONS]
    A 10 2
    B 20
    [RESERVOIRS]
    R 100
    [PIPES]
    P1 R A 1000 12 100
    P2 A B 500 6 100 0 Closed
    """

  private func read(_ text: String, valves: String? = nil, tanks: Bool = false) throws(ImportError)
    -> ImportResult
  {
    var files = [ImportFile(name: "f.inp", bytes: Array(text.utf8))]
    if let valves { files.append(ImportFile(name: "v.csv", bytes: Array(valves.utf8))) }
    return try EpanetImporter(tanksControl: tanks).read(files, named: "f.inp")
  }

  private func status(_ link: String, _ more: String) throws -> AttributeValue? {
    let network = try read(Self.base + "\n" + more).network
    return InpCheck.attribute("DEVICESTATUS", "link/\(link)", network)
  }

  @Test(
    "The unit of flow decides metres, millimetres and litres per second",
    arguments: [
      ("GPM", 0.3048, 25.4, 0.0630902), ("cfs", 0.3048, 25.4, 28.316847),
      ("MGD", 0.3048, 25.4, 43.812636), ("IMGD", 0.3048, 25.4, 52.616782),
      ("AFD", 0.3048, 25.4, 14.276410), ("LPS", 1, 1, 1), ("LPM", 1, 1, 1.0 / 60),
      ("MLD", 1, 1, 11.574074), ("CMH", 1, 1, 0.2777778), ("CMD", 1, 1, 0.0115741),
      ("CMS", 1, 1, 1000),
    ] as [(String, Double, Double, Double)]
  )
  func units(word: String, metres: Double, millimetres: Double, litres: Double) throws {
    let network = try read(Self.base + "\n[OPTIONS]\nUNITS \(word)\nUNBALANCED STOP").network
    #expect(abs(InpCheck.length("link/P1", network) - 1000 * metres) < 1e-9)
    #expect(
      InpCheck.attribute("INNER_DIAMETER_MM", "link/P1", network) == .real(12 * millimetres)
    )
    #expect(InpCheck.attribute("ELEVATION_M", "node/A", network) == .real(10 * metres))
    guard case .real(let demand)? = InpCheck.attribute("BASE_DEMAND_LPS", "node/A", network)
    else {
      Issue.record("node/A has no demand")
      return
    }
    #expect(abs(demand - 2 * litres) < 1e-5 * litres)
  }

  @Test("Status is that of the pipe, then that of [STATUS], by name or by range")
  func statuses() throws {
    #expect(try status("P1", "") == nil)
    #expect(try status("P2", "") == .integer(2))
    #expect(try status("P2", "[STATUS]\nP2 OPEN") == nil)
    #expect(try status("P1", "[STATUS]\nP1 closed") == .integer(2))
    #expect(try status("P1", "[STATUS]\nP0 P1 Closed") == .integer(2))
    #expect(try status("17", "[PIPES]\n17 A B 1 1 1\n[STATUS]\n9 20 Closed") == .integer(2))
    let pump = "[PUMPS]\nU A B POWER 5"
    #expect(try status("U", pump) == .integer(1))
    #expect(try status("U", pump + "\n[STATUS]\nU 0") == .integer(2))
    #expect(try status("U", pump + "\n[STATUS]\nU 1.2") == .integer(1))
    #expect(try status("U", pump + " SPEED 0") == .integer(2))
    let valve = "[VALVES]\nV A B 12 PRV 50"
    #expect(try status("V", valve) == .integer(1))
    #expect(try status("V", valve + "\n[STATUS]\nV CLOSED") == .integer(2))
    #expect(try status("V", valve + "\n[STATUS]\nV 0") == .integer(1))
    let check = "[PIPES]\nC A B 1 1 1 0 CV"
    #expect(try status("C", check) == .integer(1))
    let closed = try read(Self.base + "\n" + check + "\n[STATUS]\nC CLOSED")
    #expect(InpCheck.attribute("DEVICESTATUS", "link/C", closed.network) == .integer(2))
    #expect(closed.report.notes.contains { $0.contains("check valve in C") })
  }

  @Test("Pumps and check valves lead one way, other valves both")
  func directions() throws {
    let network = try read(
      Self.base + "\n[PUMPS]\nU A B POWER 5\n[VALVES]\nV A B 12 PRV 50\n[PIPES]\nC A B 1 1 1 CV"
    ).network
    for (origin, isDirected) in [("link/U", true), ("link/C", true), ("link/V", false)] {
      let device = try #require(
        network.features(origin: origin).compactMap { network.assetType(of: $0)?.type }
          .first { $0.terminalConfigurationID != nil }
      )
      let configuration = try #require(
        network.definition.terminalConfiguration(id: device.terminalConfigurationID ?? 0)
      )
      #expect(configuration.isDirectional == isDirected)
      #expect(configuration.terminals[0].isUpstream == isDirected)
    }
  }

  @Test("A row of [TANKS] with a head alone is a reservoir; demands replace and add up")
  func nodes() throws {
    let network = try read(
      Self.base
        + "\n[TANKS]\nT1 50\nT2 50 3 1 9 30 0\n[DEMANDS]\nA 3\nA 4 pattern\n[OPTIONS]\nUNITS LPS"
    ).network
    #expect(InpCheck.assetTypes("node/T1", network) == ["Water Source/Reservoir"])
    #expect(InpCheck.assetTypes("node/T2", network) == ["Water Source/Tank"])
    #expect(InpCheck.attribute("BASE_DEMAND_LPS", "node/A", network) == .real(7))
  }

  @Test("Controls, rules and tags are kept at what they speak of")
  func texts() throws {
    let rule =
      "RULE one\nIF TANK T LEVEL ABOVE 3\nAND JUNCTION A PRESSURE BELOW 4\n"
      + "THEN PIPE P1 STATUS IS CLOSED\nAND PIPE P2 STATUS IS OPEN\nELSE PIPE P1 STATUS IS OPEN\n"
      + "PRIORITY 5"
    let result = try read(
      Self.base + "\n[CONTROLS]\nLINK P2 OPEN AT TIME 3 ; why\n[RULES]\n\(rule)\n"
        + "RULE two\nIF SYSTEM TIME > 5\nTHEN PIPE P1 STATUS IS OPEN\n[TAGS]\nNODE A high zone\n"
        + "LINK P2 old"
    )
    let network = result.network
    #expect(
      InpCheck.attribute("CONTROLS", "link/P2", network) == .text("LINK P2 OPEN AT TIME 3\n\(rule)")
    )
    #expect(
      InpCheck.attribute("CONTROLS", "link/P1", network)
        == .text(rule + "\nRULE two\nIF SYSTEM TIME > 5\nTHEN PIPE P1 STATUS IS OPEN")
    )
    #expect(InpCheck.attribute("TAG", "node/A", network) == .text("high zone"))
    #expect(InpCheck.attribute("TAG", "link/P2", network) == .text("old"))
    #expect(result.report.elementsRead["rules"] == 2)
  }

  @Test("What is not imported is named: unknown sections, what follows the end, other letters")
  func named() throws {
    let result = try read(Self.base + "\n[FOO]\n1 2\n3\n[CURVES]\n1 2 3\n[END]\nX\nY")
    #expect(result.report.notImported == ["foo": 2, "curves": 1])
    #expect(result.report.notes.contains { $0.contains("[FOO]") })
    #expect(result.report.notes.contains { $0.contains("2 lines after [END]") })
    var bytes = Array(Self.base.utf8)
    bytes += Array("\n[JUNCTIONS]\nStra".utf8) + [0xDF] + Array("e 4".utf8)
    let latin = try EpanetImporter().read(bytes: bytes, named: "latin")
    #expect(!latin.network.features(origin: "node/Straße").isEmpty)
    #expect(latin.report.notes.contains { $0.contains("Latin-1") })
  }

  @Test("Tiers of voltage are for power, and a note says so")
  func voltageTiers() throws {
    let result = try EpanetImporter(options: ImportOptions(tiers: .voltage))
      .read(bytes: Array(Self.base.utf8), named: "f")
    #expect(result.report.notes.contains { $0.contains("are for power") })
  }

  @Test(
    "What is wrong is named with its line",
    arguments: [
      ("[PIPES]\nX A NOWHERE 1 1 1", "line 10 in [PIPES]", "no node 'NOWHERE'"),
      ("[PIPES]\nP1 A B 1 1 1", "line 10 in [PIPES]", "a link 'P1' already"),
      ("[JUNCTIONS]\nB 3", "line 10 in [JUNCTIONS]", "a node 'B' already"),
      ("[PIPES]\nX A B nan 1 1", "line 10", "'nan' and no number"),
      ("[PIPES]\nX A B -4 1 1", "line 10", "negative"),
      ("[PIPES]\nX A B 4 1", "line 10", "roughness, is missing"),
      ("[PIPES]\nX A B 4 1 1 0 AJAR", "line 10", "'AJAR' is no status"),
      ("[PIPES]\nX A", "line 10", "is missing"),
      ("[VALVES]\nX A B 12 XYZ 5", "line 10", "'XYZ' is no type of valve"),
      ("[PUMPS]\nX A B", "line 10", "HEAD"),
      ("[STATUS]\nX OPEN", "line 10 in [STATUS]", "no link 'X'"),
      ("[STATUS]\nP1 HALF", "line 10", "'HALF' is no status"),
      ("[STATUS]\nP1", "line 10", "missing"),
      ("[COORDINATES]\nX 1 2", "line 10 in [COORDINATES]", "no node 'X'"),
      ("[COORDINATES]\nA 1", "line 10", "y ordinate"),
      ("[COORDINATES]\nA 1e300 4", "line 10", "beyond"),
      ("[VERTICES]\nX 1 2", "line 10 in [VERTICES]", "no link 'X'"),
      ("[DEMANDS]\nX 2", "line 10", "no node 'X'"), ("[TAGS]\nNODE X t", "line 10", "no node 'X'"),
      ("[CONTROLS]\nLINK X OPEN", "line 10", "no link 'X'"),
      ("[RULES]\nIF A", "line 10", "before the first RULE"),
      ("[OPTIONS]\nUNITS BARREL", "line 10", "'BARREL' is no unit"),
      ("[JUNCTIONS]\n\"half 3", "line 10", "never closed"),
      ("[JUNCTIONS]\n\"\" 3", "line 10", "empty"),
      ("[JUNCTIONS]\nX\u{0} 3", "line 10", "control character"),
    ]
  )
  func errors(text: String, place: String, message: String) {
    let error = #expect(throws: ImportError.self) { _ = try read(Self.base + "\n" + text) }
    #expect(error?.problems.first?.path.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(error?.problems.first?.message.contains(message) == true)
  }

  @Test("All wrong lines are named, fifty at most")
  func allProblems() {
    let rows = (0..<80).map { "X\($0) A NOWHERE 1 1 1" }.joined(separator: "\n")
    let error = #expect(throws: ImportError.self) {
      _ = try read(Self.base + "\n[PIPES]\n" + rows)
    }
    #expect(error?.problems.count == ImportError.problemLimit)
  }

  @Test(
    "What is no network is refused",
    arguments: ["", "\n\n", "[END]", "words", "[JUNCTIONS]", "{\"a\": 1}", ";only a comment"]
  )
  func noNetwork(text: String) {
    #expect(throws: ImportError.self) { _ = try read(text) }
    #expect(throws: ImportError.self) {
      _ = try SwmmImporter().read(bytes: Array(text.utf8), named: "f")
    }
  }

  @Test("A file in UTF-16 is refused and told the encoding")
  func utf16() {
    let bytes: [UInt8] = [0xFF, 0xFE] + Array("[\0J\0U\0".utf8)
    let error = #expect(throws: ImportError.self) {
      _ = try EpanetImporter().read(bytes: bytes, named: "f")
    }
    #expect(error?.description.contains("UTF-8") == true)
  }

  @Test("A line of a million words and an id of a million letters are read")
  func hugeLines() throws {
    let id = String(repeating: "x", count: 1_000_000)
    let words = String(repeating: "w ", count: 1_000_000)
    let network = try read(Self.base + "\n[JUNCTIONS]\n\(id) 4\n[TITLE]\n\(words)").network
    #expect(network.features(origin: "node/" + id).count == 1)
  }

  @Test(
    "A layer of valves is refused at the row that is wrong",
    arguments: [
      ("", "line 1", "columns link and node"),
      ("valve,link\n0,P1", "line 1", "columns link and node"),
      ("link,node\nP1", "line 2", "too few"),
      ("link,node\nP1,R\nP9,R", "line 3", "no link 'P9'"),
      ("link,node\nP1,Z", "line 2", "no node 'Z'"),
      ("link,node\nP1,B", "line 2", "does not end at"),
      ("link,node\n\"P1,R", "line 2", "never closed"),
    ]
  )
  func layerErrors(text: String, place: String, message: String) {
    let error = #expect(throws: ImportError.self) { _ = try read(Self.base, valves: text) }
    #expect(error?.file == "v.csv", "\(error?.description ?? "")")
    #expect(error?.problems.first?.path == place, "\(error?.description ?? "")")
    #expect(error?.problems.first?.message.contains(message) == true)
  }

  @Test("A layer's columns stand in any order, and rows are counted from 0")
  func layerColumns() throws {
    let network = try read(Self.base, valves: "Node, name ,LINK\r\nR,x,P1\r\n\r\nA,y, P2 \r\n")
      .network
    for valve in ["valve/0", "valve/1"] {
      #expect(network.features(origin: valve).count == 1)
    }
  }
}
