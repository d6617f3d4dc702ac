import GeoSnap
import GeoSnapTestSupport
import Testing

/// What each type of trace finds, and where it starts and ends.
@Suite("Types of traces")
struct TraceTypeTests {
  private static let whole = [
    "S", "a", "b", "c", "d", "dev", "e", "sw#1", "sw#2", "x", "y", "z",
  ]

  // MARK: Types

  @Test("A connected trace passes closed paths, one-way devices and controllers")
  func connected() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.device("check", .oneWay)
    sketch.device("shut", .two, paths: "Nothing")
    sketch.junction("x")
    sketch.junction("w")
    sketch.line("a", "S", "check#2")
    sketch.line("b", "check#1", "shut#1")
    sketch.line("c", "shut#2", "x")
    sketch.line("d", "S", "w")
    let topology = try sketch.topology()
    let everything = [
      "S", "a", "b", "c", "check#1", "check#2", "d", "shut#1", "shut#2", "w", "x",
    ]
    #expect(try topology.found(.connected, from: ["x"]) == everything)
    // No tier and no domain network is needed.
    let result = try topology.trace(TraceParameters(.connected, from: [topology.place("w")]))
    #expect(result.elements.count == everything.count && result.controllers.isEmpty)
    #expect(
      try topology.found(.connected, from: ["x"], barriers: ["b"]) == [
        "b", "c", "shut#1", "shut#2", "x",
      ]
    )
  }

  @Test("A subnetwork is found from a start or by its name")
  func subnetwork() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(try topology.found(.subnetwork, from: ["z"]) == Self.whole)
    let named = try topology.found(.subnetwork, from: []) { configuration, _ in
      configuration.subnetworkName = "S"
    }
    #expect(named == Self.whole)
    let error = #expect(throws: TraceError.self) {
      try topology.found(.subnetwork, from: []) { configuration, _ in
        configuration.subnetworkName = "no such"
      }
    }
    #expect(error?.code == .noControllers)
  }

  @Test("A trace for controllers returns the terminals that feed the start")
  func subnetworkControllers() throws {
    let topology = try TraceSketch.feeder.topology()
    let result = try topology.traced(.subnetworkControllers, from: ["z"])
    #expect(result.elements.map(topology.sketchName) == ["S"])
    #expect(result.controllers.map(\.subnetworkName) == ["S"])
  }

  @Test("Upstream is the way to the source, downstream what is fed")
  func upstreamAndDownstream() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(try topology.found(.upstream, from: ["x"]) == ["S", "a", "b", "sw#1", "sw#2", "x"])
    #expect(try topology.found(.downstream, from: ["x"]) == ["c", "d", "dev", "e", "x", "y", "z"])
  }

  @Test("Where controllers drain, downstream is the way to the sink")
  func sink() throws {
    var sketch = TraceSketch.feeder
    sketch.controllerType = .sink
    let topology = try sketch.topology()
    #expect(try topology.found(.downstream, from: ["x"]) == ["S", "a", "b", "sw#1", "sw#2", "x"])
    #expect(try topology.found(.upstream, from: ["x"]) == ["c", "d", "dev", "e", "x", "y", "z"])
  }

  @Test("Loops end at controllers of themselves")
  func loops() throws {
    var sketch = TraceSketch.ring()
    // A second ring through the source is none: the source bars.
    sketch.line("f", "S", "x")
    #expect(try sketch.topology().found(.loops, from: ["end"]) == ["b", "c", "d", "x", "y", "z"])
  }

  @Test("The shortest path is the cheapest, and needs two starts and a cost")
  func shortestPath() throws {
    let topology = try TraceSketch.ring().topology()
    func found(_ starts: [String], _ cost: String?) throws -> TraceResult {
      try topology.traced(.shortestPath, from: starts) { configuration, _ in
        configuration.shortestPathAttributeName = cost
      }
    }
    let result = try found(["x", "z"], TraceSketch.length)
    #expect(result.elements.map(topology.sketchName).sorted() == ["b", "c", "x", "y", "z"])
    #expect(result.cost == 2)
    for (starts, cost, code) in [
      (["x", "z"], nil, TraceError.Code.badCost), (["x"], TraceSketch.length, .startMissing),
    ] {
      let error = #expect(throws: TraceError.self) { try found(starts, cost) }
      #expect(error?.code == code)
    }
  }

  @Test("Traces of subnetworks fail without a controller; others need none")
  func families() throws {
    var sketch = TraceSketch()
    sketch.junction("x")
    sketch.junction("y")
    sketch.line("a", "x", "y")
    let topology = try sketch.topology()
    for type in TraceType.allCases where type.isSubnetworkBased {
      let error = #expect(throws: TraceError.self) {
        try topology.found(type, from: ["x"]) { configuration, _ in
          configuration.filter.barriers = .isOpen
        }
      }
      #expect(error?.code == .noControllers, "\(type)")
    }
    #expect(try topology.found(.connected, from: ["x"]) == ["a", "x", "y"])
    #expect(try topology.found(.loops, from: ["x"]) == [])
  }

  @Test("A trace ends at its tier's boundary, or goes on to the target tier")
  func targetTier() throws {
    var sketch = TraceSketch()
    sketch.tiers = ["High", "Low"]
    sketch.device("S", .oneWay)
    sketch.control("S#2", "H", tier: "High")
    sketch.device("T", .oneWay)
    sketch.control("T#2", "L", tier: "Low")
    sketch.junction("x")
    sketch.junction("y")
    sketch.line("a", "S#2", "x")
    sketch.line("b", "x", "T#1")
    sketch.line("c", "T#2", "y")
    let topology = try sketch.topology()
    func upstream(_ target: String?) throws -> [String] {
      try topology.found(.upstream, from: ["y"]) { configuration, _ in
        configuration.tierName = "Low"
        configuration.targetTierName = target
      }
    }
    #expect(try upstream(nil) == ["T#2", "c", "y"])
    #expect(try upstream("High") == ["S#2", "T#1", "T#2", "a", "b", "c", "x", "y"])
  }

  @Test("Types have the names of requests")
  func typeNames() {
    #expect(
      TraceType.allCases.map(\.rawValue) == [
        "connected", "subnetwork", "subnetworkControllers", "upstream", "downstream", "isolation",
        "loops", "shortestPath",
      ]
    )
  }

  // MARK: Direction

  @Test("Lines drawn against the flow are upstream all the same, unless drawing counts")
  func digitizedDirection() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    for name in ["x", "y"] { sketch.junction(name) }
    // Both are drawn towards the source.
    sketch.line("a", "x", "S")
    sketch.line("b", "y", "x")
    let topology = try sketch.topology()
    #expect(try topology.found(.upstream, from: ["x"]) == ["S", "a", "x"])
    func drawn(_ type: TraceType, _ start: String) throws -> [String] {
      try topology.found(type, from: [start]) { configuration, _ in
        configuration.usesDigitizedDirection = true
        // Propagators belong to subnetworks, and do not count.
        configuration.propagators = [
          TracePropagator(.bitwiseAnd, of: TraceSketch.phases, .equal, 99)
        ]
      }
    }
    #expect(try drawn(.upstream, "x") == ["b", "x", "y"])
    #expect(try drawn(.downstream, "x") == ["S", "a", "x"])
  }

  @Test("A bridge is determinate, a loop indeterminate; one-way devices decide a direction")
  func direction() throws {
    let topology = try TraceSketch.ring().topology()
    func upstream(_ flow: IndeterminateFlow) throws -> [String] {
      try topology.found(.upstream, from: ["end"]) { _, parameters in
        parameters.indeterminateFlow = flow
      }
    }
    #expect(try upstream(.edge) == ["S", "a", "b", "c", "d", "e", "end", "x", "y", "z"])
    #expect(try upstream(.none) == ["e", "end", "z"])
    // A one-way device in the ring: what it feeds is not fed by it from behind.
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.device("check", .oneWay)
    for name in ["x", "y"] { sketch.junction(name) }
    sketch.line("a", "S", "x")
    sketch.line("b", "x", "check#1")
    sketch.line("c", "check#2", "y")
    sketch.line("d", "y", "x")
    let oneWay = try sketch.topology()
    let found = try oneWay.found(.upstream, from: ["check#1"]) { configuration, _ in
      configuration.allowsIndeterminateFlow = false
    }
    #expect(found.contains("check#1") && !found.contains("check#2"))
  }

  @Test("A loop that hangs off the way is returned by the edge variant alone")
  func pathVariant() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    for name in ["x", "y", "z", "end"] { sketch.junction(name) }
    sketch.line("a", "S", "x")
    sketch.line("b", "x", "y")
    sketch.line("c", "y", "z")
    sketch.line("d", "z", "x")
    sketch.line("e", "x", "end")
    let topology = try sketch.topology()
    let all = try topology.found(.upstream, from: ["end"])
    #expect(all == ["S", "a", "b", "c", "d", "e", "end", "x", "y", "z"])
    let path = try topology.found(.upstream, from: ["end"]) { _, parameters in
      parameters.indeterminateFlow = .path
    }
    #expect(path == ["S", "a", "e", "end", "x"])
  }

  @Test("Single-phase units side by side are no loop; of one phase they are")
  func units() throws {
    let units = ["b#1", "b#2", "c#1", "c#2"]
    for (other, isLoop) in [(2.0, false), (4.0, true)] {
      var sketch = TraceSketch()
      sketch.device("S", .single)
      sketch.control("S")
      for name in ["x", "y"] { sketch.junction(name) }
      sketch.line("a", "S", "x")
      sketch.device("b", .two, [TraceSketch.phases: 4])
      sketch.device("c", .two, [TraceSketch.phases: other])
      for name in ["b", "c"] {
        sketch.join("x", name + "#1")
        sketch.join(name + "#2", "y")
      }
      let topology = try sketch.topology()
      #expect(try topology.found(.loops, from: ["x"]) == (isLoop ? units + ["x", "y"] : []))
      let found = try topology.found(.upstream, from: ["y"]) { configuration, _ in
        configuration.allowsIndeterminateFlow = false
      }
      #expect(found == (isLoop ? ["y"] : ["S", "a"] + units + ["x", "y"]))
    }
  }

  @Test("A start on a line leaves it by both ends as flow allows, and its part is a result")
  func startOnEdge() throws {
    var sketch = TraceSketch.feeder
    sketch.junction("tap")
    sketch.tap("tap", on: "d", at: 0.5)
    let topology = try sketch.topology()
    #expect(
      try topology.found(.downstream, from: ["d@0.75"]) == ["d@0.5...1.0", "e", "y", "z"]
    )
    #expect(
      try topology.found(.upstream, from: ["d@0.75"]).contains("d@0.0...0.5")
    )
    #expect(try topology.found(.connected, from: ["d@0.75"]).count == Self.whole.count + 2)
  }

  // MARK: Starts and barriers

  @Test("Barriers stand at terminals and fractions; other terminals of the device are none")
  func barriers() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(
      try topology.found(.connected, from: ["z"], barriers: ["sw#2"]) == [
        "b", "c", "d", "dev", "e", "sw#2", "x", "y", "z",
      ]
    )
    let fromBetween = try topology.found(.connected, from: ["sw#1"], barriers: ["sw#2"])
    #expect(fromBetween == ["S", "a", "sw#1", "sw#2"])
    // On a line the result runs to the barrier's part and, without barriers, to the node before.
    #expect(
      try topology.found(.connected, from: ["z"], barriers: ["d@0.5"]) == ["d", "e", "y", "z"]
    )
    let without = try topology.found(.connected, from: ["z"], barriers: ["d@0.5"]) {
      configuration,
      _ in
      configuration.includesBarriers = false
    }
    #expect(without == ["e", "y", "z"])
  }

  @Test("A start beside a barrier on the same line leaves by the other end")
  func barrierOnStartsLine() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(
      try topology.found(.connected, from: ["d@0.75"], barriers: ["d@0.5"]) == ["d", "e", "y", "z"]
    )
  }

  @Test("A location without the id of a terminal means the only one")
  func soleTerminal() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(try topology.found(.connected, from: ["x#1"]) == Self.whole)
    for place in ["sw", "x#7", "d@1.5"] {
      let error = #expect(throws: TraceError.self) {
        try topology.found(.subnetwork, from: [place])
      }
      #expect(error?.code == .badLocation, "\(place)")
    }
  }

  @Test("A filter barrier acts when results are collected, and hides no controller")
  func filterBarriers() throws {
    let topology = try TraceSketch.feeder.topology()
    #expect(
      try topology.found(.upstream, from: ["z"], filterBarriers: ["dev"]) == [
        "d", "dev", "e", "y", "z",
      ]
    )
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["z"], barriers: ["dev"])
    }
    #expect(error?.code == .noControllers)
  }

  @Test("At starts conditions are not asked where barriers there are ignored")
  func ignoredAtStarts() throws {
    var sketch = TraceSketch.feeder
    sketch.junction("tie", [TraceSketch.status: 1])
    sketch.line("f", "z", "tie", [TraceSketch.status: 0])
    let topology = try sketch.topology()
    func found(_ ignores: Bool, _ includes: Bool) throws -> [String] {
      try topology.found(.connected, from: ["tie"], barriers: ["y"]) { configuration, _ in
        configuration.traversability.barriers = .isOpen
        configuration.ignoresBarriersAtStartingPoints = ignores
        configuration.includesBarriers = includes
      }
    }
    #expect(try found(true, true) == ["e", "f", "tie", "y", "z"])
    #expect(try found(false, true) == ["tie"])
    #expect(try found(false, false) == [])
  }

  @Test("Of several starts the results are united, and each must have a controller")
  func severalStarts() throws {
    var sketch = TraceSketch.feeder
    sketch.junction("lone")
    sketch.junction("other")
    sketch.line("f", "lone", "other")
    let topology = try sketch.topology()
    #expect(try topology.found(.connected, from: ["S", "lone"]).count == Self.whole.count + 3)
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["z", "lone"])
    }
    #expect(error?.code == .noControllers)
  }

  // MARK: Isolation

  @Test("Isolation returns what must be shut: a valve before a dead end is not needed")
  func isolation() throws {
    let topology = try TraceSketch.valves.topology()
    func isolation(_ isIncluded: Bool) throws -> (TraceResult, TraceIsolation) {
      let result = try topology.traced(.isolation, from: ["x"]) { configuration, _ in
        configuration.filter.barriers = .isValve
        configuration.includesIsolatedFeatures = isIncluded
      }
      return (result, try #require(result.isolation))
    }
    let (result, found) = try isolation(false)
    func names(_ elements: [NetworkElement]) -> [String] {
      elements.map { String(topology.sketchName($0).prefix { $0 != "#" }) }.sorted()
    }
    #expect(names(found.boundary) == ["v1", "v2", "v3"])
    #expect(names(found.needed) == ["v1", "v2"])
    #expect(names(Array(result.elements)) == ["v1", "v2"])
    #expect(names(Array(found.region)) == ["b", "c", "e", "x"])
    #expect(found.controllersInside.isEmpty)
    // What lies behind the valve that need not be shut is isolated as well.
    let (_, more) = try isolation(true)
    #expect(Set(names(Array(more.region))) == ["b", "c", "e", "x", "v3", "f", "end"])
  }

  @Test("Isolation needs something to shut; a controller inside is told, with a warning")
  func isolationInside() throws {
    var sketch = TraceSketch.valves
    sketch.device("U", .single)
    sketch.control("U")
    sketch.line("g", "x", "U")
    let topology = try sketch.topology()
    let error = #expect(throws: TraceError.self) { try topology.found(.isolation, from: ["x"]) }
    #expect(error?.code == .filterBarrierMissing)
    let result = try topology.traced(.isolation, from: ["x"]) { configuration, _ in
      configuration.filter.barriers = .isValve
    }
    #expect(result.isolation?.controllersInside.count == 1)
    #expect(result.warnings.map(\.code) == [.controllerInside])
    // A plug that is put on a line serves as a valve.
    let plugged = try topology.traced(.isolation, from: ["x"], filterBarriers: ["g@0.5"]) {
      configuration,
      _ in
      configuration.filter.barriers = .isValve
    }
    #expect(plugged.isolation?.controllersInside.isEmpty == true)
    #expect(plugged.isolation?.needed.map(topology.sketchName).contains("g") == true)
  }
}
