import GeoSnap
import GeoSnapImport
import Testing

@Suite struct GISConnectionTests {
  private func read(
    _ pipes: [String],
    _ valves: [String] = [],
    members: String = "",
    pipe: String = "",
    valve: String = "",
    into network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let mapping = """
      {"srid": 25832, "domainNetworks": [{"name": "Water", "tiers": [{"name": "Zone"}]}],
       "terminalConfigurations": [{"name": "Two", "terminals": ["A", "B"]},
        {"name": "Four", "terminals": ["A", "B", "C", "D"]}],
       "sources": [{"name": "Pipe", "usage": "line", "data": "pipes", "policy": "anyVertex",
         "assetType": {"field": "m"}\(pipe)},
        {"name": "Valve", "usage": "device", "data": "valves"\(valve)}]\(members)}
      """
    let far = Self.point("[-500,-500]")
    return try GISImporter().read(
      [
        ImportFile("mapping.json", mapping),
        ImportFile("pipes", pipes.joined(separator: "\n")),
        ImportFile("valves", (valves + [far]).joined(separator: "\n")),
      ],
      named: "mapping.json",
      appendingTo: network
    )
  }

  private static func feature(_ type: String, _ coordinates: String, _ values: String) -> String {
    #"{"type":"Feature","properties":{\#(values)},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  private static func line(
    _ coordinates: String,
    _ values: String = "",
    type: String = "A",
    of geometry: String = "LineString"
  ) -> String {
    feature(geometry, coordinates, #""m":"\#(type)"\#(values)"#)
  }

  private static func point(_ coordinates: String) -> String { feature("Point", coordinates, "") }

  @Test func anEndStaysApartFromALineThatItCannotJoin() throws {
    let pipes = [
      Self.line("[[0,0],[100,0]]"), Self.line("[[50,0.1],[50,40]]", type: "B"),
    ]
    let snapping = #", "snapTolerance": 0.5, "insertVertices": true"#
    for rules in [#", "rules": "fromData""#, #", "nodes": "Node", "rules": []"#] {
      let report = try read(pipes, members: snapping + rules).report
      #expect(report.moves.map(\.reason) == [.keptGap] && report.additions.isEmpty)
      let note = ": 1; the first is pipes/2, near pipes/1."
      #expect(report.notes.contains { $0.contains(note) }, "\(report.notes)")
    }
    let report = try read(
      pipes,
      members: snapping + #", "nodes": "Node", "rules": "fromData""#
    ).report
    #expect(report.moves.map(\.reason) == [.missedLine])
    #expect(!report.notes.contains { $0.contains("stay apart") })
  }

  @Test func whatLiesOnALineThatItCannotJoinIsNoted() throws {
    let pipes = [Self.line("[[0,0],[10,0]]"), Self.line("[[10,0],[20,0]]", type: "B")]
    let report = try read(pipes, [Self.point("[5,0]")], members: #", "rules": "fromData""#).report
    #expect(report.moves.map(\.origin) == ["valves/1"])
    for words in [
      ": 2; the first is pipes/1, near pipes/2.", ": 1 (keptGap); the first is valves/1.",
    ] {
      #expect(report.notes.contains { $0.contains(words) }, "\(report.notes)")
    }
  }

  @Test func anEndStaysAtAPointThatItCannotJoin() throws {
    let report = try read(
      [Self.line("[[0,0],[20,0]]"), Self.line("[[10,0.1],[10,9]]")],
      [Self.point("[10,0.1]")],
      members: #", "snapTolerance": 0.5, "insertVertices": true, "rules": []"#
    ).report
    #expect(report.moves.map(\.reason) == [.keptGap])
  }

  @Test(arguments: ["[[0,0],[100,0]]", "[[0,0],[99.9,0],[100,0]]"])
  func aMovedEndRepeatsNoVertex(line: String) throws {
    let result = try read(
      [Self.line(line)],
      [Self.point("[99.9,0]")],
      members: #", "snapTolerance": 0.5, "insertVertices": true, "rules": "fromData""#
    )
    let row = try #require(result.network.rows(origin: "pipes/1").first)
    #expect(row.table.geometries[row.row]?.coordinates.count == 2)
    #expect(result.report.additions.isEmpty)
  }

  @Test(
    arguments: [
      ("[[0,0,5],[10,0,5]]", "[10,0,5.1]", 5.1), ("[[0,0,5],[10,0,5]]", "[10.15,0,5.15]", nil),
      ("[[10,0,9],[10,0,5]]", "[10,0,5.1]", 5.1),
    ] as [(String, String, Double?)]
  )
  func anEndMovesByUpToTheToleranceInXYAndZTogether(
    line: String,
    valve: String,
    height: Double?
  ) throws {
    let result = try read(
      [Self.line(line)],
      [Self.point(valve)],
      members: #", "snapTolerance": 0.2, "rules": "fromData""#
    )
    let row = try #require(result.network.rows(origin: "pipes/1").first)
    let moved = row.table.geometries[row.row]?.coordinates.z(at: 1)
    #expect(moved == height ?? 5)
    let isMoved = result.report.moves.map(\.reason) == [.missedNode]
    #expect(isMoved == (height != nil), "\(result.report.moves)")
  }

  @Test func aTerminalThatAFieldNamesGoesToNoOtherLine() throws {
    func result(_ terminal: Int) throws -> ImportResult {
      try read(
        [Self.line("[[0,0],[10,0]]", #","to":\#(terminal)"#), Self.line("[[10,0],[20,0]]")],
        [Self.point("[10,0]")],
        pipe: #", "toTerminal": "to""#,
        valve: #", "terminals": "Two""#
      )
    }
    let named = try result(2)
    #expect(named.network.value("TODEVICETERMINAL", of: "pipes/1") == .integer(2))
    #expect(named.network.value("FROMDEVICETERMINAL", of: "pipes/2") == .integer(1))
    let note = try result(7).report.notes.first { $0.hasPrefix("Ends with a terminal") }
    #expect(
      note?.hasSuffix("terminal 7 of pipes: feature 1, at valves/1, which has 1 (A) and 2 (B).")
        == true
    )
  }

  @Test func aTerminalThatARuleNamesComesBeforeTheDirection() throws {
    let rule = #"{"junctionEdge": [{"assetType": "Valve", "terminal": "B"}, "Pipe/A"]}"#
    let network = try read(
      [Self.line("[[0,0],[10,0]]"), Self.line("[[20,0],[10,0]]", type: "B")],
      [Self.point("[10,0]")],
      members: #", "rules": [\#(rule), {"junctionEdge": ["Valve", "Pipe/B"]}]"#,
      valve: #", "terminals": "Two""#
    ).network
    #expect(network.value("TODEVICETERMINAL", of: "pipes/1") == .integer(2))
    #expect(network.value("TODEVICETERMINAL", of: "pipes/2") == .integer(1))
  }

  @Test func threeLinesAtFourTerminalsAreNotMoreThanThese() throws {
    let notes = try read(
      ["[0,0]", "[20,0]", "[10,9]"].map { Self.line("[\($0),[10,0]]") },
      [Self.point("[10,0]")],
      valve: #", "terminals": "Four""#
    ).report.notes
    #expect(notes.contains { $0.contains("do not determine the terminals: 1, such as valves/1.") })
  }

  @Test func anEmptyTextIsAMissingValue() throws {
    let network = try read(
      [Self.line("[[0,0],[10,0]]", #","p":"""#)],
      pipe: """
        , "toTerminal": "p", "networkAttributes":
          {"Phases Current": "p", "Length": {"field": "p", "values": {"x": 1}}}
        """
    ).network
    for column in ["PHASESCURRENT", "LENGTH", "TODEVICETERMINAL"] {
      #expect(network.value(column, of: "pipes/1") == nil)
    }
  }

  @Test func wholeSharesOfASplitRowAddUp() throws {
    let pipe = Self.line("[[[0,0],[10,0]],[[10,5],[30,5]]]", #","n":5"#, of: "MultiLineString")
    let joints = #"{"name": "Joints", "type": "integer", "apportionable": true}"#
    let network = try read(
      [pipe],
      members: #", "networkAttributes": [\#(joints)]"#,
      pipe: #", "networkAttributes": {"Joints": "n"}"#
    ).network
    #expect(network.rows(origin: "pipes/1").compactMap { $0.integer("JOINTS") }.sorted() == [2, 3])
  }

  @Test func aGivenSystemReplacesOneThatCannotBeRead() throws {
    let text = """
      {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"local"}},
       "features":[\(Self.point("[1,2]"))]}
      """
    var pieces = [Array(text.utf8)]
    let streamed = try GeoJSONStream.read("f", srid: 25832) { pieces.popLast() }
    let whole = try GeoJSONTable.read("f", Array(text.utf8), srid: 25832)
    #expect(streamed?.srid == 25832 && whole.srid == 25832)
    #expect(throws: ReadingError.self) {
      _ = try GeoJSONTable.read("f", Array(text.utf8), srid: nil)
    }
  }

  @Test func errorsNameTheRemedyOnce() throws {
    let pipes = [Self.line("[[0,0],[10,0]]", #","g":"4a5c2d1e000040008000000000000001""#)]
    let network = try read(pipes).network
    let repeated = #expect(throws: ImportError.self) { _ = try read(pipes, into: network) }
    #expect(repeated?.problems.first?.message.contains("with --prefix") == true)
    let digits = #expect(throws: ImportError.self) {
      _ = try read(pipes, pipe: #", "globalID": "g""#)
    }
    #expect(digits?.problems.first?.message.contains("8-4-4-4-12") == true)
    let controller = #", "controller": {"tier": "Zone", "where": {"field": "z", "values": [1]}}"#
    let mapping = #expect(throws: ImportError.self) {
      _ = try read(pipes, [Self.point("[0,0]")], valve: controller)
    }
    #expect(mapping?.problems.count == 1)
  }
}
