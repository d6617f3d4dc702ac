import GeoSnap
import GeoSnapTestSupport
import Testing

/// In what order a trace asks what, and what becomes of the answer.
@Suite("How traces are evaluated")
struct TraceEvaluationTests {
  @Test("A barrier splits the network before, a filter trims the answer after")
  func twoPasses() throws {
    let topology = try TraceSketch.feeder.topology()
    let error = #expect(throws: TraceError.self) {
      try topology.found(.downstream, from: ["z"]) { configuration, _ in
        configuration.traversability.barriers = .hasCategory("Protective")
      }
    }
    #expect(error?.code == .noControllers)
    let result = try topology.traced(.downstream, from: ["z"]) { configuration, _ in
      configuration.filter.barriers = .hasCategory("Protective")
    }
    #expect(result.controllers.map(\.subnetworkName) == ["S"])
    #expect(result.elements.map(topology.sketchName) == ["z"])
    // A connected trace has one pass: either stops it.
    for isFilter in [false, true] {
      let found = try topology.found(.connected, from: ["z"]) { configuration, _ in
        if isFilter {
          configuration.filter.barriers = .hasCategory("Protective")
        } else {
          configuration.traversability.barriers = .hasCategory("Protective")
        }
      }
      #expect(found == ["d", "dev", "e", "y", "z"])
    }
  }

  @Test("What bars for a location or a condition still counts in functions on the way")
  func order() throws {
    var sketch = TraceSketch()
    for name in ["p", "q", "r"] { sketch.junction(name, [TraceSketch.load: 1]) }
    sketch.line("a", "p", "q", [TraceSketch.load: 1])
    sketch.line("b", "q", "r", [TraceSketch.load: 1, TraceSketch.status: 1])
    let topology = try sketch.topology()
    let result = try topology.traced(.connected, from: ["p"]) { configuration, _ in
      configuration.traversability.barriers = .isOpen
      configuration.traversability.functionBarriers = [
        TraceFunctionBarrier(.add, of: TraceSketch.load, .greaterThanEqual, 4)
      ]
      configuration.functions = [TraceFunction(.add, of: TraceSketch.load)]
    }
    #expect(result.elements.map(topology.sketchName) == ["p", "a", "q", "b"])
    #expect(result.functions.map(\.value) == [4])
  }

  @Test("A start that bars is returned alone, or not at all where barriers are left out")
  func barringStart() throws {
    var sketch = TraceSketch.feeder
    sketch.junction("open", [TraceSketch.status: 1])
    sketch.line("f", "z", "open")
    let topology = try sketch.topology()
    for type in [TraceType.connected, .upstream, .downstream, .subnetwork] {
      for (includes, expected) in [(true, ["open"]), (false, [])] {
        let found = try topology.found(type, from: ["open"]) { configuration, _ in
          configuration.traversability.barriers = .isOpen
          configuration.includesBarriers = includes
        }
        #expect(found == expected, "\(type)")
      }
    }
  }

  // MARK: Devices with terminals

  @Test("All terminals see a feature's values; its terminals differ in id and as controllers")
  func terminalValues() throws {
    var sketch = TraceSketch.feeder
    sketch.device("end", .two, [TraceSketch.load: 3])
    sketch.line("f", "z", "end#1")
    let topology = try sketch.topology()
    func found(_ condition: TraceCondition) throws -> [String] {
      try topology.found(.connected, from: ["z"]) { configuration, _ in
        configuration.output.conditions = condition
      }
    }
    #expect(try found(.attribute(TraceSketch.load, .equal, 3)) == ["end#1", "end#2"])
    #expect(try found(.attribute("Terminal ID", .equal, 2)) == ["end#2", "sw#2"])
    #expect(try found(.attribute("Is subnetwork controller", .equal, 1)) == ["S"])
  }

  @Test("An open device is shut between its terminals: the near one is returned in any case")
  func openDevice() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.device("sw", .two, [TraceSketch.status: 1])
    sketch.junction("r")
    sketch.line("a", "p", "sw#1")
    sketch.line("b", "sw#2", "r")
    let topology = try sketch.topology()
    for includes in [true, false] {
      let found = try topology.found(.connected, from: ["p"]) { configuration, _ in
        configuration.traversability.barriers = .isOpen
        configuration.includesBarriers = includes
      }
      #expect(found == ["a", "p", "sw#1"])
    }
  }

  @Test("Internal edges are junctions to a scope")
  func scopeOfInternalEdges() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.device("sw", .two, [TraceSketch.status: 1])
    sketch.line("a", "p", "sw#1")
    let topology = try sketch.topology()
    for (scope, count) in [
      (TraversabilityScope.edges, 4), (.junctions, 3), (.junctionsAndEdges, 3),
    ] {
      let found = try topology.found(.connected, from: ["p"]) { configuration, _ in
        configuration.traversability = Traversability(barriers: .isOpen, scope: scope)
      }
      #expect(found.count == count)
    }
  }

  @Test("Subnetworks honour a device's set of paths and its direction, connected traces neither")
  func validPaths() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.device("three", .three, paths: "Some")
    sketch.device("check", .oneWay)
    for name in ["x", "y", "z"] { sketch.junction(name) }
    sketch.line("a", "S", "three#1")
    sketch.line("b", "three#2", "check#2")
    sketch.line("c", "check#1", "x")
    sketch.line("d", "three#3", "y")
    let topology = try sketch.topology()
    let subnetwork = try topology.found(.subnetwork, from: ["S"])
    #expect(subnetwork == ["S", "a", "b", "check#2", "three#1", "three#2"])
    #expect(
      try topology.found(.connected, from: ["S"]) == [
        "S", "a", "b", "c", "check#1", "check#2", "d", "three#1", "three#2", "three#3", "x", "y",
      ]
    )
  }

  @Test("A device that joins three terminals is no loop of itself")
  func star() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.device("three", .three, paths: "All")
    for name in ["x", "y"] { sketch.junction(name) }
    sketch.line("a", "S", "three#1")
    sketch.line("b", "three#2", "x")
    sketch.line("c", "three#3", "y")
    let topology = try sketch.topology()
    #expect(try topology.found(.loops, from: ["x"]) == [])
    let found = try topology.found(.upstream, from: ["x"]) { configuration, _ in
      configuration.allowsIndeterminateFlow = false
    }
    #expect(found == ["S", "a", "b", "three#1", "three#2", "x"])
  }

  @Test("A subnetwork ends at its controller's terminal; the far one is of the tier above")
  func tierBoundary() throws {
    var sketch = TraceSketch()
    sketch.device("S", .oneWay)
    sketch.control("S#2")
    for name in ["w", "x"] { sketch.junction(name) }
    sketch.line("above", "w", "S#1")
    sketch.line("below", "S#2", "x")
    #expect(try sketch.topology().found(.subnetwork, from: ["x"]) == ["S#2", "below", "x"])
    // A hierarchical tier ends at its own controllers alone.
    sketch.tierDefinition = .hierarchical
    sketch.tiers = ["High", "Low"]
    sketch.device("T", .oneWay)
    sketch.control("T#2", "U", tier: "Low")
    sketch.junction("y")
    sketch.line("on", "x", "T#1")
    sketch.line("far", "T#2", "y")
    func found() throws -> [String] { try sketch.topology().found(.subnetwork, from: ["x"]) }
    #expect(try found() == ["S#2", "T#1", "T#2", "below", "far", "on", "x", "y"])
    sketch.tierDefinition = .partitioned
    #expect(try found() == ["S#2", "T#1", "below", "on", "x"])
  }

  // MARK: Edges

  @Test("A line's value holds for each of its parts, its length in shares")
  func parts() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.junction("tap")
    sketch.junction("q")
    sketch.line("a", "p", "q", [TraceSketch.length: 8, TraceSketch.load: 2])
    sketch.tap("tap", on: "a", at: 0.25)
    let topology = try sketch.topology()
    let result = try topology.traced(.connected, from: ["p"], barriers: ["a@0.5"]) {
      configuration,
      _ in
      configuration.includesBarriers = false
      configuration.functions = [
        TraceFunction(.add, of: TraceSketch.length), TraceFunction(.add, of: TraceSketch.load),
      ]
    }
    #expect(result.elements.map(topology.sketchName) == ["p", "a@0.0...0.25", "tap"])
    #expect(result.functions.map(\.value) == [2, 2])
  }

  @Test("A line that bars is returned with barriers, and its far end is not")
  func barringLine() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.junction("q")
    sketch.line("a", "p", "q", [TraceSketch.status: 1])
    let topology = try sketch.topology()
    for (includes, expected) in [(true, ["a", "p"]), (false, ["p"])] {
      let found = try topology.found(.connected, from: ["p"]) { configuration, _ in
        configuration.traversability.barriers = .isOpen
        configuration.includesBarriers = includes
      }
      #expect(found == expected)
    }
  }
}
