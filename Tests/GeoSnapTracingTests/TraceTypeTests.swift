import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Types of traces")
struct TraceTypeTests {
  private static let whole = "S a b c d dev e sw#1 sw#2 x y z"

  private let feeder: Topology

  init() throws { feeder = try TraceSketch.feeder.topology() }

  @Test("A connected trace passes closed paths, one-way devices and controllers")
  func connected() throws {
    var sketch = TraceSketch("S* -a- check:oneWay#2, check#1 -b- shut:two#1, shut#2 -c- x, S -d- w")
    sketch.paths["shut"] = "Nothing"
    let topology = try sketch.topology()
    let everything = "S a b c check#1 check#2 d shut#1 shut#2 w x"
    #expect(topology.found(.connected, from: "x") == everything)
    // No tier and no domain network is needed.
    let result = try topology.trace(TraceParameters(.connected, from: [topology.place("w")]))
    #expect(result.elements.count == 11 && result.controllers.isEmpty)
    #expect(topology.found(.connected, from: "x", barriers: "b") == "b c shut#1 shut#2 x")
  }

  @Test("A subnetwork is found from a start or by its name")
  func subnetwork() {
    #expect(feeder.found(.subnetwork, from: "z") == Self.whole)
    #expect(feeder.found(.subnetwork, from: "") { $0.subnetworkName = "S" } == Self.whole)
    let unknown = feeder.found(.subnetwork, from: "") { $0.subnetworkName = "no such" }
    #expect(unknown == "noControllers")
  }

  @Test("A trace for controllers returns the terminals that feed the start")
  func subnetworkControllers() throws {
    let result = try feeder.traced(.subnetworkControllers, from: "z")
    #expect(feeder.names(result.elements) == "S")
    #expect(result.controllers.map(\.subnetworkName) == ["S"])
  }

  @Test("Upstream is the way to the source, downstream what is fed")
  func upstreamAndDownstream() {
    #expect(feeder.found(.upstream, from: "x") == "S a b sw#1 sw#2 x")
    #expect(feeder.found(.downstream, from: "x") == "c d dev e x y z")
  }

  @Test("Where controllers drain, downstream is the way to the sink")
  func sink() throws {
    var sketch = TraceSketch.feeder
    sketch.controllerType = .sink
    let topology = try sketch.topology()
    #expect(topology.found(.downstream, from: "x") == "S a b sw#1 sw#2 x")
    #expect(topology.found(.upstream, from: "x") == "c d dev e x y z")
  }

  @Test("Without a terminal of its own a controller feeds at its outlet and drains at its inlet")
  func controllersWithoutTerminal() throws {
    for (type, terminal) in [(SubnetworkControllerType.source, 1), (.sink, 0)] {
      var sketch = TraceSketch("S:oneWay*")
      sketch.controllerType = type
      let controllers = try sketch.topology().network.subnetworkControllers
      #expect(controllers.map(\.terminal) == [terminal])
    }
  }

  @Test("Loops end at controllers of themselves")
  func loops() throws {
    var sketch = TraceSketch.ring()
    // A second ring through the source is none: the source bars.
    sketch.draw("S -f- x")
    #expect(try sketch.topology().found(.loops, from: "end") == "b c d x y z")
  }

  @Test("The shortest path is the cheapest, and needs two starts and a cost")
  func shortestPath() throws {
    let topology = try TraceSketch.ring().topology()
    func found(_ starts: String, _ cost: String?) -> String {
      topology.found(.shortestPath, from: starts) { $0.shortestPathAttributeName = cost }
    }
    #expect(found("x z", "Length") == "b c x y z")
    #expect(found("x z", nil) == "badCost")
    #expect(found("x", "Length") == "startMissing")
    let result = try topology.traced(.shortestPath, from: "x z") {
      $0.shortestPathAttributeName = "Length"
    }
    #expect(result.cost == 2)
  }

  @Test("Traces of subnetworks fail without a controller; others need none")
  func families() throws {
    let topology = try Topology(sketch: "x -a- y")
    for type in TraceType.allCases where type.isSubnetworkBased {
      let found = topology.found(type, from: "x") { $0.filter.barriers = .isOpen }
      #expect(found == "noControllers", "\(type)")
    }
    #expect(topology.found(.connected, from: "x") == "a x y")
    #expect(topology.found(.loops, from: "x") == "")
  }

  @Test("A trace ends at its tier's boundary, or goes on to the target tier")
  func targetTier() throws {
    var sketch = TraceSketch("S:oneWay#2*H -a- x -b- T:oneWay#1, T#2*L@Low -c- y")
    sketch.tiers = ["High", "Low"]
    let topology = try sketch.topology()
    func upstream(_ target: String?) -> String {
      topology.found(.upstream, from: "y") {
        $0.tierName = "Low"
        $0.targetTierName = target
      }
    }
    #expect(upstream(nil) == "T#2 c y")
    #expect(upstream("High") == "S#2 T#1 T#2 a b c x y")
  }

  @Test("Types have the names of requests")
  func typeNames() {
    let names = TraceType.allCases.map(\.rawValue).joined(separator: " ")
    #expect(
      names == "connected subnetwork subnetworkControllers upstream downstream isolation loops "
        + "shortestPath"
    )
  }

  @Test("Lines drawn against the flow are upstream all the same, unless drawing counts")
  func digitizedDirection() throws {
    // Both are drawn towards the source.
    let topology = try Topology(sketch: "y -b- x -a- S*")
    #expect(topology.found(.upstream, from: "x") == "S a x")
    func drawn(_ type: TraceType) -> String {
      topology.found(type, from: "x") {
        $0.usesDigitizedDirection = true
        // Propagators belong to subnetworks, and do not count.
        $0.propagators = [TracePropagator(.bitwiseAnd, of: "Phases Current", .equal, 99)]
      }
    }
    #expect(drawn(.upstream) == "b x y")
    #expect(drawn(.downstream) == "S a x")
  }

  @Test("A bridge is determinate, a loop indeterminate; one-way devices decide a direction")
  func direction() throws {
    let ring = try TraceSketch.ring().topology()
    #expect(ring.found(.upstream, from: "end") == "S a b c d e end x y z")
    #expect(ring.found(.upstream, from: "end", flow: .none) == "e end z")
    // A one-way device in the ring: what it feeds is not fed by it from behind.
    let oneWay = try Topology(sketch: "S* -a- x -b- check:oneWay#1, check#2 -c- y -d- x")
    let found = oneWay.found(.upstream, from: "check#1") { $0.allowsIndeterminateFlow = false }
    #expect(found.contains("check#1") && !found.contains("check#2"))
  }

  @Test("A loop that hangs off the way is returned by the edge variant alone")
  func pathVariant() throws {
    let topology = try Topology(sketch: "S* -a- x -b- y -c- z -d- x -e- end")
    #expect(topology.found(.upstream, from: "end") == "S a b c d e end x y z")
    #expect(topology.found(.upstream, from: "end", flow: .path) == "S a e end x")
  }

  @Test("Single-phase units side by side are no loop; of one phase they are")
  func units() throws {
    for (other, loop, upstream) in [
      (2.0, "", "S a b#1 b#2 c#1 c#2 x y"), (4, "b#1 b#2 c#1 c#2 x y", "y"),
    ] {
      let topology = try Topology(
        sketch: "S* -a- x = b:two#1, b#2 = y, x = c:two#1, c#2 = y",
        ["b": ["Phases Current": 4], "c": ["Phases Current": other]]
      )
      #expect(topology.found(.loops, from: "x") == loop)
      let found = topology.found(.upstream, from: "y") { $0.allowsIndeterminateFlow = false }
      #expect(found == upstream)
    }
  }

  @Test("A start on a line leaves it by both ends as flow allows, and its part is a result")
  func startOnEdge() throws {
    var sketch = TraceSketch.feeder
    sketch.tap("tap", on: "d", at: 0.5)
    let topology = try sketch.topology()
    #expect(topology.found(.downstream, from: "d@0.75") == "d@0.5...1.0 e y z")
    #expect(topology.found(.upstream, from: "d@0.75").contains("d@0.0...0.5"))
    #expect(try topology.traced(.connected, from: "d@0.75").elements.count == 14)
  }

  @Test("Barriers stand at terminals and fractions; other terminals of the device are none")
  func barriers() {
    func found(_ start: String, _ barrier: String, includesBarriers: Bool = true) -> String {
      feeder.found(.connected, from: start, barriers: barrier) {
        $0.includesBarriers = includesBarriers
      }
    }
    #expect(found("z", "sw#2") == "b c d dev e sw#2 x y z")
    #expect(found("sw#1", "sw#2") == "S a sw#1 sw#2")
    // On a line the result runs to the barrier's part and, without barriers, to the node before.
    #expect(found("z", "d@0.5") == "d e y z")
    #expect(found("z", "d@0.5", includesBarriers: false) == "e y z")
    // A start beside a barrier on the same line leaves by the other end.
    #expect(found("d@0.75", "d@0.5") == "d e y z")
  }

  @Test("A location without the id of a terminal means the only one")
  func soleTerminal() {
    #expect(feeder.found(.connected, from: "x#1") == Self.whole)
    for place in ["sw", "x#7", "d@1.5"] {
      #expect(feeder.found(.subnetwork, from: place) == "badLocation", "\(place)")
    }
  }

  @Test("A filter barrier acts when results are collected, and hides no controller")
  func filterBarriers() {
    #expect(feeder.found(.upstream, from: "z", filterBarriers: "dev") == "d dev e y z")
    #expect(feeder.found(.upstream, from: "z", barriers: "dev") == "noControllers")
  }

  @Test("At starts conditions are not asked where barriers there are ignored")
  func ignoredAtStarts() throws {
    var sketch = TraceSketch.feeder
    sketch.draw("z -f- tie", ["tie": ["Status": 1], "f": ["Status": 0]])
    let topology = try sketch.topology()
    for (ignores, includes, expected) in [
      (true, true, "e f tie y z"), (false, true, "tie"), (false, false, ""),
    ] {
      let found = topology.found(.connected, from: "tie", barriers: "y") {
        $0.traversability.barriers = .isOpen
        $0.ignoresBarriersAtStartingPoints = ignores
        $0.includesBarriers = includes
      }
      #expect(found == expected)
    }
  }

  @Test("Of several starts the results are united, and each must have a controller")
  func severalStarts() throws {
    var sketch = TraceSketch.feeder
    sketch.draw("lone -f- other")
    let topology = try sketch.topology()
    #expect(try topology.traced(.connected, from: "S lone").elements.count == 15)
    #expect(topology.found(.upstream, from: "z lone") == "noControllers")
  }

  @Test("Isolation returns what must be shut: a valve before a dead end is not needed")
  func isolation() throws {
    let topology = try TraceSketch.valves.topology()
    func isolation(_ isIncluded: Bool) throws -> TraceResult {
      try topology.traced(.isolation, from: "x") {
        $0.filter.barriers = .isValve
        $0.includesIsolatedFeatures = isIncluded
      }
    }
    func names(_ elements: some Sequence<NetworkElement>) -> String {
      elements.map { String(topology.name($0).prefix { $0 != "#" }) }.sorted()
        .joined(separator: " ")
    }
    let result = try isolation(false)
    let found = try #require(result.isolation)
    #expect(names(found.boundary) == "v1 v2 v3")
    #expect(names(found.needed) == "v1 v2")
    #expect(names(result.elements) == "v1 v2")
    #expect(names(found.region) == "b c e x")
    #expect(found.controllersInside.isEmpty)
    // What lies behind the valve that need not be shut is isolated as well.
    let more = try #require(try isolation(true).isolation)
    #expect(
      Set(names(more.region).split(separator: " ")) == ["b", "c", "e", "x", "v3", "f", "end"]
    )
  }

  @Test(
    "A source whose own value fails the test sends nothing to its other terminals",
    arguments: [nil, "Substitution"]
  )
  func failingSource(substitution: String?) throws {
    let topology = try Topology(
      sketch: "S* -a- x -b- t:feeder#1, t#2 -c- y",
      ["t": ["Phases Current": 0, "Substitution": 0]]
    )
    let result = try topology.traced(.isolation, from: "t#1", filterBarriers: "b@0.5") {
      $0.propagators = [TracePropagator(.bitwiseAnd, of: "Phases Current", .includesAny, 7)]
      $0.propagators[0].substitutionAttributeName = substitution
    }
    #expect(topology.names(try #require(result.isolation).region) == "t#1")
  }

  @Test("A barrier on a terminal is to be shut where lines meet, though the device is closed")
  func barrierOnTerminal() throws {
    let topology = try Topology(sketch: "S:two#1* -a- x")
    let parameters = TraceParameters(
      .isolation,
      from: [try topology.place("x")],
      filterBarriers: [try topology.place("S#1")],
      configuration: TraceConfiguration()
    )
    let isolation = try #require(try topology.trace(parameters).isolation)
    #expect(isolation.needed.map { topology.network.origin(of: $0.feature) } == ["S"])
    #expect(TraceComparison(topology, parameters).difference == nil)
  }

  @Test("Isolation needs something to shut; a controller inside is told, with a warning")
  func isolationInside() throws {
    var sketch = TraceSketch.valves
    sketch.draw("x -g- U*")
    let topology = try sketch.topology()
    #expect(topology.found(.isolation, from: "x") == "filterBarrierMissing")
    func result(_ plug: String) throws -> TraceResult {
      try topology.traced(.isolation, from: "x", filterBarriers: plug) {
        $0.filter.barriers = .isValve
      }
    }
    let inside = try result("")
    #expect(inside.isolation?.controllersInside.count == 1)
    #expect(inside.warnings.map(\.code) == [.controllerInside])
    // A plug that is put on a line serves as a valve.
    let plugged = try #require(try result("g@0.5").isolation)
    #expect(plugged.controllersInside.isEmpty)
    #expect(plugged.needed.map(topology.name).contains("g@0.5...0.5"))
  }
}
