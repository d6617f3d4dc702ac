import GeoSnap
import GeoSnapTestSupport
import Testing

/// In what order a trace asks what, and what becomes of the answer.
@Suite("How traces are evaluated")
struct TraceEvaluationTests {
  @Test("A barrier splits the network before, a filter trims the answer after")
  func twoPasses() throws {
    let topology = try TraceSketch.feeder.topology()
    func bar(_ configuration: inout TraceConfiguration) {
      configuration.traversability.barriers = .isProtective
    }
    func filter(_ configuration: inout TraceConfiguration) {
      configuration.filter.barriers = .isProtective
    }
    #expect(topology.found(.downstream, from: "z", adjusting: bar) == "noControllers")
    let result = try topology.traced(.downstream, from: "z", adjusting: filter)
    #expect(result.controllers.map(\.subnetworkName) == ["S"])
    #expect(topology.names(result.elements) == "z")
    // A connected trace has one pass: either stops it.
    #expect(topology.found(.connected, from: "z", adjusting: bar) == "d dev e y z")
    #expect(topology.found(.connected, from: "z", adjusting: filter) == "d dev e y z")
  }

  @Test("What bars for a location or a condition still counts in functions on the way")
  func order() throws {
    let one = ["Load": 1] as TraceSketch.Values
    let topology = try Topology(
      sketch: "p -a- q -b- r",
      ["p": one, "q": one, "r": one, "a": one, "b": ["Load": 1, "Status": 1]]
    )
    let result = try topology.traced(.connected, from: "p") {
      $0.traversability.barriers = .isOpen
      $0.traversability.functionBarriers = [
        TraceFunctionBarrier(.add, of: "Load", .greaterThanEqual, 4)
      ]
      $0.functions = [TraceFunction(.add, of: "Load")]
    }
    #expect(topology.names(result.elements) == "p a q b")
    #expect(result.functions.map(\.value) == [4])
  }

  /// What a connected trace finds where what is open bars, with barriers and without.
  private func found(
    _ topology: Topology,
    _ type: TraceType = .connected,
    from start: String = "p"
  ) -> [String] {
    [true, false].map { includesBarriers in
      topology.found(type, from: start) {
        $0.traversability.barriers = .isOpen
        $0.includesBarriers = includesBarriers
      }
    }
  }

  @Test("A start that bars is returned alone, or not at all where barriers are left out")
  func barringStart() throws {
    var sketch = TraceSketch.feeder
    sketch.draw("z -f- open", ["open": ["Status": 1]])
    let topology = try sketch.topology()
    for type in [TraceType.connected, .upstream, .downstream, .subnetwork] {
      #expect(found(topology, type, from: "open") == ["open", ""], "\(type)")
    }
  }

  @Test("All terminals see a feature's values; its terminals differ in id and as controllers")
  func terminalValues() throws {
    var sketch = TraceSketch.feeder
    sketch.draw("z -f- end:two#1", ["end": ["Load": 3]])
    let topology = try sketch.topology()
    for (name, value, expected) in [
      ("Load", 3, "end#1 end#2"), ("Terminal ID", 2, "end#2 sw#2"),
      ("Is subnetwork controller", 1, "S"),
    ] {
      let found = topology.found(.connected, from: "z") {
        $0.output.conditions = .attribute(name, .equal, .integer(Int64(value)))
      }
      #expect(found == expected)
    }
  }

  @Test("An open device is shut between its terminals: the near one is returned in any case")
  func openDevice() throws {
    let topology = try Topology(sketch: "p -a- sw:two#1, sw#2 -b- r", ["sw": ["Status": 1]])
    #expect(found(topology) == ["a p sw#1", "a p sw#1"])
  }

  @Test("Internal edges are junctions to a scope")
  func scopeOfInternalEdges() throws {
    let topology = try Topology(sketch: "p -a- sw:two#1", ["sw": ["Status": 1]])
    for (scope, expected) in [
      (TraversabilityScope.edges, "a p sw#1 sw#2"), (.junctions, "a p sw#1"),
      (.junctionsAndEdges, "a p sw#1"),
    ] {
      let found = topology.found(.connected, from: "p") {
        $0.traversability = Traversability(barriers: .isOpen, scope: scope)
      }
      #expect(found == expected)
    }
  }

  @Test("Subnetworks honour a device's set of paths and its direction, connected traces neither")
  func validPaths() throws {
    var sketch = TraceSketch(
      "S* -a- three:three#1, three#2 -b- check:oneWay#2, check#1 -c- x, three#3 -d- y"
    )
    sketch.paths["three"] = "Some"
    let topology = try sketch.topology()
    #expect(topology.found(.subnetwork, from: "S") == "S a b check#2 three#1 three#2")
    #expect(
      topology.found(.connected, from: "S")
        == "S a b c check#1 check#2 d three#1 three#2 three#3 x y"
    )
  }

  @Test("A device that joins three terminals is no loop of itself")
  func star() throws {
    let topology = try Topology(sketch: "S* -a- three:three#1, three#2 -b- x, three#3 -c- y")
    #expect(topology.found(.loops, from: "x") == "")
    let found = topology.found(.upstream, from: "x") { $0.allowsIndeterminateFlow = false }
    #expect(found == "S a b three#1 three#2 x")
  }

  @Test("A subnetwork ends at its controller's terminal; the far one is of the tier above")
  func tierBoundary() throws {
    var sketch = TraceSketch("w -above- S:oneWay#1, S#2* -below- x")
    func found() throws -> String { try sketch.topology().found(.subnetwork, from: "x") }
    #expect(try found() == "S#2 below x")
    // A hierarchical tier ends at its own controllers alone.
    sketch.tierDefinition = .hierarchical
    sketch.tiers = ["High", "Low"]
    sketch.draw("x -on- T:oneWay#1, T#2*U@Low -far- y")
    #expect(try found() == "S#2 T#1 T#2 below far on x y")
    sketch.tierDefinition = .partitioned
    #expect(try found() == "S#2 T#1 below on x")
  }

  @Test("A line's value holds for each of its parts, its length in shares")
  func parts() throws {
    var sketch = TraceSketch("p -a- q", ["a": ["Length": 8, "Load": 2]])
    sketch.tap("tap", on: "a", at: 0.25)
    let topology = try sketch.topology()
    let result = try topology.traced(.connected, from: "p", barriers: "a@0.5") {
      $0.includesBarriers = false
      $0.functions = [TraceFunction(.add, of: "Length"), TraceFunction(.add, of: "Load")]
    }
    #expect(topology.names(result.elements) == "p a@0.0...0.25 tap")
    #expect(result.functions.map(\.value) == [2, 2])
  }

  @Test("A line that bars is returned with barriers, and its far end is not")
  func barringLine() throws {
    #expect(try found(Topology(sketch: "p -a- q", ["a": ["Status": 1]])) == ["a p", "p"])
  }
}
