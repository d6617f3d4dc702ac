import GeoSnap
import GeoSnapImport
import Testing

@Suite struct SwmmFormatTests {
  private static let base = """
    [JUNCTIONS]
    J1 10
    J2 9
    [OUTFALLS]
    O 1 FREE
    [CONDUITS]
    C1 J1 J2 100 0.013 0 0
    C2 J2 O 50 0.013 0 0
    """

  private func read(_ more: String) throws(ImportError) -> ImportResult {
    try SwmmImporter().read(bytes: Array((Self.base + "\n" + more).utf8), named: "f.inp")
  }

  @Test(
    "The unit of flow decides feet or metres",
    arguments: [
      ("CFS", 0.3048), ("GPM", 0.3048), ("MGD", 0.3048), ("CMS", 1), ("lps", 1), ("MLD", 1),
    ] as [(String, Double)]
  )
  func units(word: String, metres: Double) throws {
    let network = try read("[OPTIONS]\nFLOW_UNITS \(word)\nFLOW_ROUTING KINWAVE").network
    #expect(abs(InpCheck.length("link/C1", network) - 100 * metres) < 1e-9)
    #expect(InpCheck.attribute("ELEVATION_M", "node/J1", network) == .real(10 * metres))
  }

  @Test("Pump status and flap gates are ignored, and notes say so")
  func ignored() throws {
    let result = try read(
      "[PUMPS]\nP J1 J2 curve OFF 0 0\n[WEIRS]\nW J1 J2 TRANSVERSE 0 3.3 YES\n"
        + "[ORIFICES]\nR J1 J2 SIDE 0 0.6 YES 0\n[OUTLETS]\nT J1 J2 0 TABULAR/HEAD c YES\n"
        + "U J1 J2 0 FUNCTIONAL/HEAD 1 2 YES\n[LOSSES]\nC1 0 0 0 YES\nC2 0 0 0 NO"
    )
    #expect(result.report.notes.contains("1 pump is off at the start: that is ignored."))
    #expect(result.report.notes.contains("5 flap gates are ignored."))
    for link in ["P", "W", "R", "T", "U"] {
      #expect(InpCheck.attribute("DEVICESTATUS", "link/\(link)", result.network) == .integer(1))
    }
    #expect(try OriginGraph(result.network).conductingLinks.count == 7)
  }

  @Test("Cross-sections class the conduits")
  func crossSections() throws {
    let network = try read(
      "[XSECTIONS]\nC1 circular 2 0 0 0\nC2 TRAPEZOIDAL 3 4 1 1\n[COORDINATES]\nJ1 0 0\nJ2 5 0\n"
        + "O 9 0"
    ).network
    #expect(InpCheck.assetTypes("link/C1", network) == ["Conduit/Circular Pipe"])
    #expect(InpCheck.assetTypes("link/C2", network) == ["Conduit/Open Channel"])
    #expect(InpCheck.attribute("INNER_DIAMETER_MM", "link/C1", network) == .real(609.6))
    #expect(InpCheck.attribute("CROSS_SECTION", "link/C2", network) == .text("TRAPEZOIDAL 3 4 1 1"))
  }

  @Test("Names are found in any case, as SWMM finds them, and rules are kept")
  func cases() throws {
    let result = try read(
      "[CONDUITS]\nc9 j1 o 5 0.01 0 0\n[CONTROLS]\nRULE r\nIF NODE J1 DEPTH > 2\n"
        + "THEN CONDUIT C9 STATUS = CLOSED\n[TAGS]\nNode j2 t\nSubcatch S u"
    )
    #expect(InpCheck.attribute("TAG", "node/J2", result.network) == .text("t"))
    #expect(result.report.notImported == ["tags": 1])
    guard case .text(let text)? = InpCheck.attribute("CONTROLS", "link/c9", result.network) else {
      Issue.record("link/c9 keeps no rule")
      return
    }
    #expect(text.hasPrefix("RULE r\nIF NODE"))
  }

  @Test("Coordinates and vertices of what the file has not are counted and named")
  func strays() throws {
    let result = try read("[COORDINATES]\nZ 1 2\nJ1 4 4\n[VERTICES]\nQ 1 1\nQ 2 2")
    #expect(result.report.notImported == ["coordinates": 1, "vertices": 2])
    #expect(
      result.report.notes.contains("Rows of [COORDINATES] that name what the file has not: 1.")
    )
  }

  @Test(
    "What is wrong is named with its line",
    arguments: [
      ("[CONDUITS]\nX J1 NOWHERE 1 1 0 0", "line 10 in [CONDUITS]", "no node 'NOWHERE'"),
      ("[WEIRS]\nC1 J1 J2 SIDE 0 3", "line 10 in [WEIRS]", "a link 'C1' already"),
      ("[STORAGE]\nO 1 2 0 TABULAR c", "line 10 in [STORAGE]", "a node 'O' already"),
      ("[DIVIDERS]\nX", "line 10", "elevation, is missing"),
      ("[XSECTIONS]\nX CIRCULAR 1 0 0 0", "line 10", "no link 'X'"),
      ("[XSECTIONS]\nC1 CIRCULAR big 0 0 0", "line 10", "'big' and no number"),
      ("[CONDUITS]\nX J1 J2 long 1 0 0", "line 10", "'long' and no number"),
      ("[OPTIONS]\nFLOW_UNITS XYZ", "line 10", "'XYZ' is no unit"),
      ("[CONTROLS]\nRULE a\nTHEN PUMP X STATUS = ON", "line 11", "no link 'X'"),
    ]
  )
  func errors(text: String, place: String, message: String) {
    let error = #expect(throws: ImportError.self) { _ = try read(text) }
    #expect(error?.problems.first?.path.hasPrefix(place) == true, "\(error?.description ?? "")")
    #expect(error?.problems.first?.message.contains(message) == true)
  }
}
