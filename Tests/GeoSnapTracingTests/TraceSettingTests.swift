import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Trace configurations at work")
struct TraceSettingTests {
  private let feeder: Topology

  init() throws { feeder = try TraceSketch.feeder.topology() }

  /// A customer whose line runs through a box, in a cabinet, within an assembly; a pole carries it.
  private func contained(_ adjust: (inout TraceConfiguration) -> Void) throws -> String {
    var sketch = TraceSketch.feeder
    sketch.draw("spare")
    sketch.contain("cabinet", "z", isSpatial: false)
    sketch.contain("assembly", "cabinet spare")
    sketch.contain("outer", "assembly")
    sketch.attach("pole", "z")
    let topology = try sketch.topology()
    return topology.found(.connected, from: "z", barriers: "y", adjusting: adjust)
  }

  @Test("Containers are added upwards, containers of containers as well")
  func containers() throws {
    #expect(try contained { _ in } == "e y z")
    #expect(try contained { $0.includesContainers = true } == "assembly cabinet e outer y z")
  }

  @Test("Upwards to the first container that has a place; without one all")
  func firstSpatialContainer() throws {
    func adjust(_ configuration: inout TraceConfiguration) {
      configuration.includesContainers = true
      configuration.includesUpToFirstSpatialContainer = true
    }
    #expect(try contained(adjust) == "assembly cabinet e y z")
    var sketch = TraceSketch("x")
    sketch.contain("inner", "x", isSpatial: false)
    sketch.contain("outer", "inner", isSpatial: false)
    let found = try sketch.topology().found(.connected, from: "x", adjusting: adjust)
    #expect(found == "inner outer x")
  }

  @Test("Content is added of containers that are results, or were added")
  func content() throws {
    #expect(try contained { $0.includesContent = true } == "e y z")
    let found = try contained {
      $0.includesContainers = true
      $0.includesContent = true
    }
    #expect(found == "assembly cabinet e outer spare y z")
  }

  @Test("Structures that carry results are added")
  func structures() throws {
    #expect(try contained { $0.includesStructures = true } == "e pole y z")
  }

  @Test("What stops the trace is a result where barriers are included, which is the default")
  func includesBarriers() throws {
    #expect(TraceConfiguration().includesBarriers)
    let topology = try Topology(sketch: "x -a- shut -b- y", ["shut": ["Status": 1]])
    for (includes, expected) in [(true, "a shut x"), (false, "a x")] {
      let found = topology.found(.connected, from: "x") {
        $0.includesBarriers = includes
        $0.traversability.barriers = .isOpen
      }
      #expect(found == expected)
    }
  }

  @Test("Switches without an edited state to watch change no result")
  func switchesWithoutEffect() {
    let found = feeder.found(.subnetwork, from: "z") {
      $0.validatesConsistency = true
      $0.validatesLocatability = false
      $0.synthesizesGeometries = true
      $0.targetTierName = ""
    }
    #expect(found == feeder.found(.subnetwork, from: "z") && found.hasPrefix("S a b"))
  }

  /// Three junctions in a row, of which the middle one has the values given.
  private func chain(_ values: TraceSketch.Values) throws -> Topology {
    try Topology(sketch: "p -a- q -b- r", ["q": values])
  }

  private func isStopped(
    _ topology: Topology,
    by condition: TraceCondition,
    scope: TraversabilityScope = .junctionsAndEdges
  ) throws -> Bool {
    let result = try topology.traced(.connected, from: "p") {
      $0.traversability = Traversability(barriers: condition, scope: scope)
    }
    return !result.elements.contains { topology.name($0) == "r" }
  }

  private static let comparisons: [(TraceConditionOperator, [Double])] = [
    (.equal, [5]), (.notEqual, [4, 6]), (.greaterThan, [6]), (.greaterThanEqual, [5, 6]),
    (.lessThan, [4]), (.lessThanEqual, [4, 5]),
  ]

  @Test("An attribute compares with a value in six ways", arguments: comparisons)
  func comparison(comparison: TraceConditionOperator, holding: [Double]) throws {
    let holds = try [4.0, 5, 6].filter {
      try isStopped(chain(["Load": $0]), by: .attribute("Load", comparison, 5))
    }
    #expect(holds == holding)
  }

  @Test("An attribute compares with another of the same element")
  func attributes() throws {
    let condition = TraceCondition.attributes("Load", .greaterThan, "Length")
    #expect(try isStopped(chain(["Load": 3, "Length": 2]), by: condition))
    #expect(try !isStopped(chain(["Load": 2, "Length": 2]), by: condition))
  }

  @Test("A category is there or is not")
  func categories() throws {
    func found(_ condition: TraceCondition) -> String {
      feeder.found(.connected, from: "z") { $0.output.conditions = condition }
    }
    #expect(found(.isProtective) == "dev")
    #expect(found(.lacksCategory("Protective")) == "S a b c d e sw#1 sw#2 x y z")
    #expect(found(.hasCategory("Unheard of")) == "unknownCategory")
  }

  @Test("And and or nest as a tree")
  func trees() throws {
    let one = TraceCondition.attribute("Load", .equal, 1)
    let two = TraceCondition.attribute("Length", .equal, 2)
    let condition = TraceCondition.or([.and([one, two]), .and([one, .isOpen])])
    for (load, length, status, stops) in [
      (1.0, 2.0, 0.0, true), (1, 0, 1, true), (0, 2, 1, false), (1, 0, 0, false),
    ] {
      let topology = try chain(["Load": load, "Length": length, "Status": status])
      #expect(try isStopped(topology, by: condition) == stops, "\(load) \(length) \(status)")
    }
  }

  @Test("An attribute without a value meets no comparison, not even an unequal one")
  func nulls() throws {
    let topology = try chain([:])
    for comparison in TraceConditionOperator.allCases {
      #expect(try !isStopped(topology, by: .attribute("Bits", comparison, 0)), "\(comparison)")
    }
  }

  @Test("Conditions are asked where the scope says: a shut device stops no trace of edges alone")
  func scopes() throws {
    let topology = try Topology(
      sketch: "p -a- sw:two#1, sw#2 -b- r",
      ["sw": ["Status": 1], "b": ["Load": 1]]
    )
    let loaded = TraceCondition.attribute("Load", .equal, 1)
    #expect(try isStopped(topology, by: .isOpen))
    #expect(try isStopped(topology, by: .isOpen, scope: .junctions))
    #expect(try !isStopped(topology, by: .isOpen, scope: .edges))
    #expect(try isStopped(topology, by: loaded, scope: .edges))
    #expect(try !isStopped(topology, by: loaded, scope: .junctions))
  }

  @Test("A name that the network has not is an error that says which there are")
  func unknownAttribute() throws {
    let error = #expect(throws: TraceError.self) {
      try isStopped(try chain([:]), by: .attribute("Unheard of", .equal, 1))
    }
    #expect(error?.code == .unknownAttribute && error?.message.contains("Load") == true)
  }

  @Test("A filter trims, with a scope of its own; output conditions only drop elements")
  func filterAndOutput() throws {
    func found(_ adjust: (inout TraceConfiguration) -> Void) -> String {
      feeder.found(.downstream, from: "x", adjusting: adjust)
    }
    #expect(found { $0.filter.barriers = .isProtective } == "c dev x")
    let scoped = found {
      $0.filter.barriers = .isProtective
      $0.filter.scope = .edges
    }
    #expect(scoped == "c d dev e x y z")
    let result = try feeder.traced(.downstream, from: "x") {
      $0.output.conditions = .isProtective
      $0.functions = [TraceFunction(.add, of: "Length")]
    }
    #expect(feeder.names(result.elements) == "dev")
    // Functions are of the whole result.
    #expect(result.functions.map(\.value) == [3])
    let line = AssetTypeID(sourceID: 7, assetGroup: 1, assetType: 1)
    #expect(found { $0.output.assetTypes = [line] } == "c d e")
  }

  @Test("The bits of a filter keep loops of one bit, and what shares a bit with the start")
  func bitsets() throws {
    let ring = try TraceSketch.ring().topology()
    #expect(ring.found(.loops, from: "x") == "b c d x y z")
    // Lines b, c and d of the ring have the bits 1, 3 and 2: no bit goes round.
    #expect(ring.found(.loops, from: "x") { $0.filter.bitsetAttributeName = "Bits" } == "")
    let found = ring.found(.upstream, from: "e@0.5") { $0.filter.bitsetAttributeName = "Bits" }
    #expect(found == "S a b c e x y z")
  }

  @Test("The nearest of a kind are those that cost least to reach; too few are told")
  func nearestNeighbors() throws {
    let topology = try TraceSketch.ring().topology()
    func nearest(_ count: Int) throws -> TraceResult {
      try topology.traced(.connected, from: "S") {
        $0.filter.nearestNeighbors = NearestNeighbors(
          count: count,
          costAttributeName: "Length",
          assetTypes: [AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 1)]
        )
      }
    }
    #expect(try topology.names(nearest(2).elements) == "x y")
    #expect(try topology.names(nearest(3).elements) == "x y z")
    #expect(try nearest(9).warnings.map(\.code) == [.neighborsNotFound])
    #expect(try nearest(-1).elements.count == 10)
  }

  @Test("A controller counted once on a connected trace tells an island from a fed network")
  func island() throws {
    func controllers(_ topology: Topology) -> String {
      let isController = TraceCondition.attribute("Is subnetwork controller", .equal, 1)
      return topology.found(.connected, from: "z") {
        $0.traversability.barriers = isController
        $0.traversability.functionBarriers = [
          TraceFunctionBarrier(.add, of: "Is subnetwork controller", .equal, 1)
        ]
        $0.output.conditions = isController
      }
    }
    #expect(controllers(feeder) == "S")
    #expect(try controllers(Topology(sketch: "y -e- z")) == "")
  }

  @Test("A function counts what meets its conditions, parts by their share, each feature once")
  func functions() throws {
    var sketch = TraceSketch(
      "p -a- sw:two#1, sw#2 -b- r",
      ["sw": ["Load": 5], "a": ["Length": 8, "Load": 2], "b": ["Length": 1]]
    )
    sketch.tap("tap", on: "a", at: 0.25)
    let result = try sketch.topology().traced(.connected, from: "r", barriers: "a@0.125") {
      $0.includesBarriers = false
      $0.functions = [
        TraceFunction(.add, of: "Length"),
        TraceFunction(.add, of: "Length", conditions: .attribute("Load", .equal, 2)),
        TraceFunction(.add, of: "Load", conditions: .isProtective),
        TraceFunction(.count, of: "Load", conditions: .attribute("Asset type", .equal, 3)),
      ]
    }
    // Of line a three quarters, and all of line b; the device has two terminals and counts once.
    #expect(result.functions.map(\.value) == [7, 6, nil, 1])
  }

  @Test("Subtracting is no function barrier of loops and subnetwork controllers")
  func subtractNotOffered() {
    for type in [TraceType.loops, .subnetworkControllers] {
      let found = feeder.found(type, from: "z") {
        $0.traversability.functionBarriers = [
          TraceFunctionBarrier(.subtract, of: "Load", .greaterThan, 1)
        ]
      }
      #expect(found == "notOffered")
    }
  }

  @Test("A value travels from the controller, and where its test fails the trace ends")
  func propagation() throws {
    let phases = [7, 6, 3, 5].map { ["Phases Current": $0] as TraceSketch.Values }
    let topology = try Topology(
      sketch: "S* -a- x -b- y -c- z",
      ["S": phases[0], "a": phases[1], "b": phases[2], "c": phases[3]]
    )
    func propagate(_ configuration: inout TraceConfiguration) {
      configuration.propagators = [
        TracePropagator(.bitwiseAnd, of: "Phases Current", .includesAny, 7)
      ]
    }
    let result = try topology.traced(
      .subnetwork,
      from: "x",
      telling: ["Phases Current"],
      adjusting: propagate
    )
    // Of ABC, AB passes; of AB, B passes; and C alone has no phase in common with it.
    #expect(topology.names(result.elements) == "S a x b y")
    #expect(result.propagated[0].values == [7, 6, 6, 2, 2])
    #expect(topology.found(.upstream, from: "z", adjusting: propagate) == "noControllers")
    // Connected traces have no propagators.
    #expect(topology.found(.connected, from: "z", adjusting: propagate) == "S a b c x y z")
  }

  @Test("In a mesh bits that arrive by either way count, and of numbers the best")
  func mesh() throws {
    let topology = try Topology(
      sketch: "S* -a- x, S -b- x",
      [
        "S": ["Phases Current": 7, "Load": 9], "a": ["Phases Current": 4, "Load": 3],
        "b": ["Phases Current": 1, "Load": 5],
      ]
    )
    for (function, name, expected) in [
      (TracePropagator.Function.bitwiseAnd, "Phases Current", 5.0), (.min, "Load", 5),
      (.max, "Load", 9),
    ] {
      let result = try topology.traced(.subnetwork, from: "x", telling: [name]) {
        $0.propagators = [TracePropagator(function, of: name, .greaterThan, 0)]
      }
      let position = try #require(result.elements.firstIndex { topology.name($0) == "x" })
      #expect(result.propagated[0].values[position] == expected)
    }
  }

  @Test("Results are elements, features by source, and values of functions")
  func resultTypes() throws {
    let result = try feeder.traced(.subnetwork, from: "z") {
      $0.functions = [TraceFunction(.count, of: "Length")]
    }
    #expect(result.elements.count == 12 && result.elements.features.count == 11)
    let sources = result.elements.featuresBySource.map { "\($0.source) \($0.features.count)" }
    #expect(sources == ["Device 3", "Junction 3", "Line 5"])
    #expect(result.functions.map(\.value) == [5])
    let line = try #require(result.elements.first { feeder.name($0) == "e" })
    #expect(line.terminal == nil && line.positions == 0...1)
    let terminal = try #require(result.elements.first { feeder.name($0) == "sw#2" })
    #expect(terminal.terminal?.id == 2 && terminal.positions == nil)
  }
}
