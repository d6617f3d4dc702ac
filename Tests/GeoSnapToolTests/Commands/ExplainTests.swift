import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("geosnap explain")
struct ExplainTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  private func run(_ arguments: [String]) throws -> CommandLineRun {
    try CommandLineRun(["explain", file.path] + arguments)
  }

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let run = try run(arguments + ["--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.json()
  }

  private func refused(_ answer: [String: Any], _ origin: String) throws -> [String: Any] {
    let refused = try #require(answer["refused"] as? [[String: Any]])
    return try #require(refused.first { $0["origin"] as? String == origin })
  }

  private func remedy(_ refusal: [String: Any]) throws -> [String: Any] {
    try #require(refusal["remedy"] as? [String: Any])
  }

  private let tap = "PipelineJunction/Fitting/Tap"
  private let coupling = "PipelineJunction/Fitting/Coupling"
  private let meter = "PipelineDevice/Meter/House meter"
  private let regulator = "PipelineDevice/Regulator/Regulator"
  private let main = "PipelineLine/Main/PE"
  private let service = "PipelineLine/Service/PE"

  @Test("An answer has the documented keys, all of them")
  func keys() throws {
    let answer = try json([
      "--at", "5,0.5", "--tolerance", "1", "--asset-type", tap, "--kinds", "vertices,edges",
    ])
    #expect(
      Set(answer.keys) == [
        "state", "at", "tolerance", "role", "assetType", "match", "candidates", "refused",
        "nearest",
      ]
    )
    #expect(answer["state"] as? String == "snapped")
    #expect(answer["role"] as? String == "point")
    #expect(answer["assetType"] as? String == tap)
    #expect(answer["nearest"] is NSNull)
    let place: Set<String> = [
      "source", "globalID", "origin", "assetGroup", "assetType", "row", "kind", "place",
      "location", "distance", "fraction", "part", "vertex", "because",
    ]
    let match = try #require(answer["match"] as? [String: Any])
    #expect(
      Set(match.keys)
        == place.union([
          "insertVertex", "occupiedBy", "splitsLine", "terminals", "crossing", "rule",
        ])
    )
    #expect(match["place"] as? String == "segment")
    #expect(match["crossing"] is NSNull)
    #expect(match["rule"] as? Int == 1)
    let candidates = try #require(answer["candidates"] as? [[String: Any]])
    #expect(candidates.first?["distance"] as? Double == match["distance"] as? Double)
    let refusal = try #require((answer["refused"] as? [[String: Any]])?.first)
    #expect(
      Set(refusal.keys) == place.union(["reason", "fits", "companion", "gap", "remedy"])
    )
    #expect(refusal["source"] as? String == "survey_points")
    #expect(refusal["place"] as? String == "point")
    #expect(refusal["reason"] as? String == "disabled")
    #expect(refusal["gap"] is NSNull)
    #expect(try remedy(refusal)["sentence"] as? String == "Switch on survey_points.")
  }

  @Test("No rule: the pair that was looked for, the nearest rule, and the rule to add")
  func noRule() throws {
    let answer = try json(["--at", "5,0.5", "--tolerance", "0.6", "--asset-type", meter])
    let refusal = try refused(answer, "pipe/0")
    #expect(refusal["reason"] as? String == "noRule")
    #expect(refusal["fits"] as? [String] == [regulator, tap, coupling])
    let gap = try #require(refusal["gap"] as? [String: Any])
    #expect(gap["assetTypes"] as? [String] == [meter, main])
    // A regulator is of the meter's source; taps and couplings are not.
    #expect(gap["nearestRules"] as? [Int] == [6])
    let remedy = try remedy(refusal)
    #expect(remedy["kind"] as? String == "addRule")
    #expect(remedy["ruleKind"] as? String == "junctionEdge")
    #expect(remedy["assetTypes"] as? [String] == [meter, main])
    #expect(remedy["sentence"] as? String == "Add a junctionEdge rule for \(meter) and \(main).")
  }

  @Test("Two lines: the junctions that would stand between them, and the rules of the first")
  func needsJunction() throws {
    let refusal = try refused(
      try json(["--at", "5,0.5", "--tolerance", "1", "--asset-type", service]),
      "pipe/0"
    )
    #expect(refusal["reason"] as? String == "needsJunction")
    #expect(refusal["fits"] as? [String] == [tap])
    #expect((refusal["gap"] as? [String: Any])?["nearestRules"] as? [Int] == [2, 1])
    #expect(
      try remedy(refusal)["sentence"] as? String == "Place one \(tap) between the two lines."
    )
  }

  @Test("Places between the ends of a line: the end to use, in numbers")
  func useEnd() throws {
    let arguments = ["--asset-type", meter, "--role", "point", "--tolerance", "1"]
    let refusal = try refused(try json(["--at", "20.3,17"] + arguments), "pipe/1")
    #expect(refusal["reason"] as? String == "endVertexOnly")
    let remedy = try remedy(refusal)
    #expect(remedy["kind"] as? String == "useEnd")
    let end = try #require(remedy["location"] as? [Double])
    #expect(end == [20, 20])
    // What the remedy says is so.
    let taken = try json(["--at", "\(end[0]),\(end[1])"] + arguments)
    #expect((taken["match"] as? [String: Any])?["place"] as? String == "lineEnd")
  }

  @Test("Two junctions: beside each other, by an association where a rule has one")
  func junctions() throws {
    let answer = try json([
      "--at", "60,0", "--tolerance", "0.1", "--asset-type", "PipelineDevice/Valve/Gate",
    ])
    let refusal = try refused(answer, "ext_grid/0")
    #expect(refusal["reason"] as? String == "junctionOnJunction")
    let remedy = try remedy(refusal)
    #expect(remedy["kind"] as? String == "none")
    #expect((remedy["sentence"] as? String)?.contains("rule 5 (junctionJunction)") == true)
  }

  @Test("What is switched off says what to switch on, and that helps")
  func enabling() throws {
    let arguments = ["--at", "5,0.2", "--tolerance", "0.5", "--asset-type", tap]
    let answer = try json(arguments + ["--disable", "PipelineLine/Main"])
    #expect(answer["state"] as? String == "unsnapped")
    let remedy = try remedy(try refused(answer, "pipe/0"))
    #expect(remedy["kind"] as? String == "enable")
    #expect(remedy["source"] as? String == "PipelineLine")
    #expect(remedy["assetGroup"] as? String == "Main")
    #expect(remedy["sentence"] as? String == "Switch on PipelineLine/Main.")
    #expect(try json(arguments)["state"] as? String == "snapped")
  }

  @Test("Kinds are what is offered; a kind that is off says so")
  func kinds() throws {
    let arguments = ["--at", "10.1,0.1", "--tolerance", "7", "--asset-type", tap]
    func answer(_ kinds: String) throws -> [String: Any] {
      try json(arguments + ["--kinds", kinds])
    }
    func place(_ answer: [String: Any]) -> String? {
      (answer["match"] as? [String: Any])?["place"] as? String
    }
    #expect(place(try answer("vertices")) == "vertex")
    #expect(place(try answer("midpoint")) == "midpoint")
    #expect(place(try answer("EDGES")) == "segment")
    #expect(place(try answer("all")) == "vertex")
    let refusal = try refused(try answer("midpoint"), "pipe/0")
    #expect(refusal["reason"] as? String == "kindDisabled")
    #expect(try remedy(refusal)["kind"] as? String == "enableKind")
    let snap = try CommandLineRun(
      ["snap", file.path, "--json", "--kinds", "midpoint"] + arguments
    ).json()
    let match = try #require(snap["match"] as? [String: Any])
    #expect(match["place"] as? String == "midpoint")
    #expect(match["kind"] as? String == "midpoint")
    #expect(match["location"] as? [Double] == [5, 0])
    #expect(match["insertVertex"] as? Bool == true)
  }

  @Test("A line at a junction with terminals may choose among them")
  func terminals() throws {
    let answer = try json(["--at", "60.1,0", "--tolerance", "0.5", "--asset-type", main])
    let match = try #require(answer["match"] as? [String: Any])
    let terminals = try #require(match["terminals"] as? [[String: Any]])
    #expect(terminals.map { $0["name"] as? String } == ["In", "Out"])
    #expect(terminals.map { $0["id"] as? Int } == [1, 2])
    let split = try json(["--at", "5,0.2", "--tolerance", "0.5", "--asset-type", regulator])
    #expect((split["match"] as? [String: Any])?["splitsLine"] as? Bool == true)
    let text = try run(["--at", "5,0.2", "--tolerance", "0.5", "--asset-type", regulator]).output
    #expect(text.contains("split the line there"))
    #expect(text.contains("take terminal 1 (In) or 2 (Out)"))
  }

  @Test("The text tells the winner, the others in order, and each refusal with its remedy")
  func text() throws {
    let run = try run([
      "--at", "5,0.5", "--tolerance", "1", "--asset-type", tap, "--enable", "survey_points",
    ])
    #expect(
      run.output == """
        At 5.0000000 0.5000000 within 1, editing \(tap) as a point:
        snapped to point of survey_points, row 1 at 5.0000000 1.0000000, 0.5000000 away
          because no rule concerns its source

        also allowed, in this order:
          2. segment of Main / PE (PipelineLine, pipe/0) at 5.0000000 0.0000000 (10.4% along), \
        0.5000000 away

        """
    )
    let refused = try self.run([
      "--at", "5,0.4", "--tolerance", "0.45", "--asset-type", meter,
    ])
    #expect(
      refused.output == """
        At 5.0000000 0.4000000 within 0.45, editing \(meter) as a point:
        unsnapped: the only place near enough is refused

        refused:
          1. segment of Main / PE (PipelineLine, pipe/0) at 5.0000000 0.0000000 (10.4% along), \
        0.4000000 away
               why      noRule: no rule joins the two asset types
               gap      looked for a junctionEdge rule for \(meter) and \(main), or an \
        edgeJunctionEdge rule with the first as via and the second as edge: there is none
               nearest  rule 6 (junctionEdge) joins \(regulator) and \(main)
               fits     \(regulator), \(tap) and \(coupling)
               remedy   Add a junctionEdge rule for \(meter) and \(main).

        """
    )
  }

  @Test("Where nothing is near, the nearest feature is told; the edited one is none")
  func nothingNear() throws {
    let answer = try json(["--at", "-30,40", "--tolerance", "1"])
    #expect(answer["match"] is NSNull)
    let nearest = try #require(answer["nearest"] as? [String: Any])
    #expect(nearest["origin"] as? String == "pipe/0")
    #expect(nearest["distance"] as? Double == 50)
    let text = try run(["--at=-30,40", "--tolerance=1"]).output
    #expect(text.contains("the nearest is Main / PE (PipelineLine, pipe/0), 50.0000000 away"))
    let other = try json(["--at", "-30,40", "--tolerance", "1", "--editing", "origin:pipe/0"])
    #expect((other["nearest"] as? [String: Any])?["source"] as? String == "survey_points")
  }

  @Test("Pixels at a scale are the same as their length in metres")
  func pixels() throws {
    let meters = 10 * (500 * (0.0254 / 96))
    let pixels = try run(["--at", "5,0.5", "--tolerance", "10px", "--view-scale", "500", "--json"])
    let plain = try run(["--at", "5,0.5", "--tolerance", "\(meters)", "--json"])
    #expect(pixels.exitCode == 0)
    #expect(pixels.output == plain.output)
  }

  @Test("snap --explain keeps its keys and has those of explain")
  func snapExplain() throws {
    let arguments = ["--at", "5,0.5", "--tolerance", "1", "--asset-type", service, "--json"]
    let snap = try CommandLineRun(["snap", file.path, "--explain"] + arguments).json()
    let explain = try run(arguments).json()
    #expect(Set(snap.keys) == ["state", "match", "refused"])
    let pairs = zip(
      try #require(snap["refused"] as? [[String: Any]]),
      try #require(explain["refused"] as? [[String: Any]])
    )
    for (one, other) in pairs { #expect(NSDictionary(dictionary: one).isEqual(to: other)) }
  }

  @Test("On the sample every refusal has a reason, a sentence of it, and a remedy to do")
  func sample() throws {
    for (type, place) in [
      ("PipelineLine/Service/House Connection", "417407.48,5367710.44"),
      ("ElectricLine/Low Voltage Conductor/Underground", "417831.99,5367587.99"),
      ("PipelineJunction/Fitting/Tap", "417833.89,5367597.47"),
    ] {
      let run = try CommandLineRun([
        "explain", SampleFile.path, "--at", place, "--tolerance", "6", "--asset-type", type,
        "--kinds", "all", "--json",
      ])
      let refused = try #require(try run.json()["refused"] as? [[String: Any]])
      #expect(refused.count >= 3)
      for refusal in refused {
        #expect(SnapRefusalReason(rawValue: refusal["reason"] as? String ?? "") != nil)
        #expect((refusal["because"] as? String)?.isEmpty == false)
        let sentence = try #require(try remedy(refusal)["sentence"] as? String)
        #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(sentence)")
        let isAboutRules = ["noRule", "needsJunction", "noMeetingRule"].contains(
          refusal["reason"] as? String
        )
        // Where nothing joins two domain networks no rule is looked for.
        let isAdvised = try remedy(refusal)["kind"] as? String != "none"
        #expect((refusal["gap"] is NSNull) == !(isAboutRules && isAdvised))
        if isAboutRules, !isAdvised {
          #expect((refusal["because"] as? String)?.hasSuffix("nothing joins them") == true)
          #expect((refusal["fits"] as? [String])?.isEmpty == true)
        }
      }
    }
  }

  @Test(
    "A wrong command line ends with 64 and says why",
    arguments: [
      (["--at", "1,2"], "--tolerance"),
      (["--at", "1,2", "--tolerance", "-1"], "-1"),
      (["--at", "1,2", "--tolerance", "nan"], "nan"),
      (["--at", "1,2", "--tolerance", "10px"], "--view-scale"),
      (["--at", "1,2", "--tolerance", "1", "--view-scale", "0"], "--view-scale"),
      (["--at", "1,2", "--tolerance", "1", "--kinds", "corner"], "midpoint"),
      (["--at", "1,2", "--tolerance", "1", "--kinds", ""], "vertices, edges, all, point"),
      (["--at", "1,2", "--tolerance", "1", "--force"], "--svg"),
      (["--at", "1,2", "--tolerance", "1", "--svg", "-"], "--svg"),
      (["--at", "1,2", "--tolerance", "0", "--svg", "new.svg"], "--svg"),
      (["--at", "1,2", "--tolerance", "1", "--role", "end"], "line-end"),
      (["--at", "1,2", "--tolerance", "1", "--editing", "origin:no/1"], "no/1"),
      (["--tolerance", "1"], "--at"),
    ]
  )
  func usage(arguments: [String], word: String) throws {
    let run = try run(arguments)
    #expect(run.exitCode == 64, "\(run.output) \(run.errors)")
    #expect(run.errors.contains(word), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
