import GeoSnap
import GeoSnapImport
import Testing

@Suite("Barriers of tiers from a mapping")
struct GISBarrierTests {
  /// A feed, a valve and an end, with a pipe between each two.
  private func street(
    domain: String = "Water",
    barriers: String? = nil,
    attributes: String = #""Device Status": "state""#,
    state: String = #""closed""#
  ) -> GISFiles {
    var files = GISFiles(
      pipes: [("[[0,0],[10,0]]", #"{"m": "A"}"#), ("[[10,0],[20,0]]", #"{"m": "A"}"#)],
      valves: [
        ("[0,0]", #"{"k": "Feed", "used": 1, "phases": "ABC"}"#),
        ("[10,0]", #"{"k": "Valve", "state": \#(state)}"#),
        ("[20,0]", #"{"k": "End"}"#),
      ]
    )
    let tier = barriers.map { #", "barriers": \#($0)"# } ?? ""
    files.mapping = """
      {"domainNetworks": [{"name": "\(domain)", "tiers": [{"name": "Zone"\(tier)}]}],
       "sources": [
        {"name": "Pipe", "usage": "line", "data": "pipes.geojson", "assetType": {"field": "m"}},
        {"name": "Device", "usage": "device", "data": "valves.geojson",
         "assetType": {"field": "k", "values":
          {"Feed": {"name": "Feed", "controller": "Zone"}, "Valve": "Valve", "End": "End"}},
         "networkAttributes": {\(attributes)}}],
       "rules": "fromData"}
      """
    return files
  }

  private func barriers(_ files: GISFiles) throws -> String? {
    let definition = try files.read().network.definition
    let tier = try #require(definition.domainNetworks.flatMap(\.tiers).first)
    return tier.traceConfiguration?.traversability.barriers?.expression(in: definition)
  }

  /// The origins that a trace downstream from a feature finds.
  private func downstream(_ files: GISFiles, from origin: String) throws -> Set<String> {
    let network = try files.read().network
    let start = try #require(network.features(origin: origin).first)
    let result = try Topology(network).trace(
      TraceParameters(.downstream, from: [TraceLocation(start)])
    )
    return Set(result.elements.compactMap { network.origin(of: $0.feature) })
  }

  @Test("A trace downstream from the feed stops at the closed valve, and passes an open one")
  func stops() throws {
    let barriers = #""'Device Status' = Closed""#
    let closed = try downstream(street(barriers: barriers), from: "valves/1")
    #expect(closed.contains("pipes/1") && !closed.contains("pipes/2"), "\(closed)")
    let open = try downstream(
      street(barriers: barriers, state: #""open""#),
      from: "valves/1"
    )
    #expect(open.contains("pipes/2") && open.contains("valves/3"), "\(open)")
  }

  /// What the report proposes to a tier that says nothing; nil where it says nothing either.
  private func proposal(_ files: GISFiles) throws -> String? {
    let result = try files.read()
    #expect(
      result.network.definition.domainNetworks.allSatisfy { $0.tiers[0].traceConfiguration == nil }
    )
    let note = result.report.notes.first { $0.contains("has no barriers") }
    return note?.split(separator: "\"").first { $0.contains("=") }.map(String.init)
  }

  @Test(
    "Without a word nothing bars; where a status is mapped the report says so, and what usually does"
  )
  func unsaid() throws {
    #expect(try downstream(street(), from: "valves/1").contains("pipes/2"))
    #expect(try proposal(street()) == "'Device Status' = Closed")
    let both = #""Device Status": "state", "In Service": "used""#
    #expect(
      try proposal(street(attributes: both)) == "'Device Status' = Closed or 'In Service' = 0"
    )
    #expect(try proposal(street(attributes: #""In Service": "used""#)) == "'In Service' = 0")
    #expect(try proposal(street(attributes: "")) == nil)
    #expect(try proposal(street(domain: "Electric")) == "'Device Status' = Open")
    let phases = #""Device Status": "state", "Phases Current": "phases""#
    #expect(try proposal(street(domain: "Feeders", attributes: phases)) == "'Device Status' = Open")
  }

  @Test("A tier says it: a condition, or null or an empty text for none")
  func said() throws {
    let own = street(barriers: #""'Device Status' = Open""#)
    #expect(try barriers(own) == "'Device Status' = Open")
    #expect(try own.read().report.notes.allSatisfy { !$0.contains("no barriers") })
    for none in ["null", "\"\""] {
      #expect(try barriers(street(barriers: none)) == nil)
      #expect(try downstream(street(barriers: none), from: "valves/1").contains("pipes/2"))
    }
  }

  @Test("A condition that names what is not mapped is an error at its place")
  func unknown() throws {
    for text in ["\"'Pressure' > 4\"", "\"category = Isolating\"", "7"] {
      let error = #expect(throws: ImportError.self) { try street(barriers: text).read() }
      #expect(error?.problems.first?.path == "$.domainNetworks[0].tiers[0].barriers", "\(text)")
    }
  }

  @Test("A tier of the network appended to keeps its barriers")
  func append() throws {
    let first = try street(barriers: "null").read().network
    let result = try street().read(options: ImportOptions(prefix: "b"), appendingTo: first)
    let tiers = result.network.definition.domainNetworks.flatMap(\.tiers)
    #expect(tiers.count == 1 && tiers[0].traceConfiguration == nil)
    #expect(result.report.notes.allSatisfy { !$0.contains("no barriers") })
  }

  @Test("The harbour's mains are shut by its gate valve, and not by a hydrant that is closed")
  func harbour() throws {
    var files = try GISFiles.harbour()
    let open = try downstream(files, from: "devices/W1")
    // What is out of service is met, and nothing behind it.
    #expect(open.contains("pipes/P3") && !open.contains("fittings/F6"), "\(open)")
    files.data["data/devices.geojson"] = try #require(files.data["data/devices.geojson"])
      .replacing("\"position\":\"open\"", with: "\"position\":\"closed\"")
    let closed = try downstream(files, from: "devices/W1")
    #expect(closed.contains("pipes/P1") && !closed.contains("pipes/P2"), "\(closed)")
  }
}
