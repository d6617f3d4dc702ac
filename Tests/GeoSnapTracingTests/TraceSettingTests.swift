import GeoSnap
import GeoSnapTestSupport
import Testing

/// What each part of a trace configuration does.
@Suite("Trace configurations at work")
struct TraceSettingTests {
  // MARK: Switches

  /// A customer whose line runs through a box, in a cabinet, within an assembly; a pole carries it.
  private func contained() throws -> Topology {
    var sketch = TraceSketch.feeder
    sketch.junction("spare")
    sketch.contain("cabinet", ["z"], isSpatial: false)
    sketch.contain("assembly", ["cabinet", "spare"])
    sketch.contain("outer", ["assembly"])
    sketch.attach("pole", ["z"])
    return try sketch.topology()
  }

  private func found(
    _ topology: Topology,
    _ adjust: (inout TraceConfiguration) -> Void
  ) throws -> Set<String> {
    let found = try topology.found(.connected, from: ["z"], barriers: ["y"]) {
      configuration,
      _ in
      adjust(&configuration)
    }
    return Set(found).subtracting(["z", "e", "y"])
  }

  @Test("Containers are added upwards, containers of containers as well")
  func containers() throws {
    let topology = try contained()
    #expect(try found(topology) { _ in } == [])
    #expect(
      try found(topology) { $0.includesContainers = true } == ["cabinet", "assembly", "outer"]
    )
  }

  @Test("Upwards to the first container that has a place; without one all")
  func firstSpatialContainer() throws {
    let topology = try contained()
    let found = try found(topology) {
      $0.includesContainers = true
      $0.includesUpToFirstSpatialContainer = true
    }
    #expect(found == ["cabinet", "assembly"])
    var sketch = TraceSketch()
    sketch.junction("x")
    sketch.contain("inner", ["x"], isSpatial: false)
    sketch.contain("outer", ["inner"], isSpatial: false)
    let placeless = try sketch.topology().found(.connected, from: ["x"]) { configuration, _ in
      configuration.includesContainers = true
      configuration.includesUpToFirstSpatialContainer = true
    }
    #expect(placeless == ["inner", "outer", "x"])
  }

  @Test("Content is added of containers that are results, or were added")
  func content() throws {
    let topology = try contained()
    #expect(try found(topology) { $0.includesContent = true } == [])
    let found = try found(topology) {
      $0.includesContainers = true
      $0.includesContent = true
    }
    #expect(found == ["cabinet", "assembly", "outer", "spare"])
  }

  @Test("Structures that carry results are added")
  func structures() throws {
    #expect(try found(try contained()) { $0.includesStructures = true } == ["pole"])
  }

  @Test("What stops the trace is a result where barriers are included, which is the default")
  func includesBarriers() throws {
    #expect(TraceConfiguration().includesBarriers)
    var sketch = TraceSketch()
    sketch.junction("x")
    sketch.junction("shut", [TraceSketch.status: 1])
    sketch.junction("y")
    sketch.line("a", "x", "shut")
    sketch.line("b", "shut", "y")
    let topology = try sketch.topology()
    for (includes, expected) in [(true, ["a", "shut", "x"]), (false, ["a", "x"])] {
      let found = try topology.found(.connected, from: ["x"]) { configuration, _ in
        configuration.includesBarriers = includes
        configuration.traversability.barriers = .isOpen
      }
      #expect(found == expected)
    }
  }

  @Test("Switches without an edited state to watch change no result")
  func switchesWithoutEffect() throws {
    let topology = try TraceSketch.feeder.topology()
    let plain = try topology.found(.subnetwork, from: ["z"])
    let found = try topology.found(.subnetwork, from: ["z"]) { configuration, _ in
      configuration.validatesConsistency = true
      configuration.validatesLocatability = false
      configuration.synthesizesGeometries = true
      configuration.targetTierName = ""
    }
    #expect(found == plain)
  }

  // MARK: Conditions

  /// A line of junctions: `p -a- q -b- r`, of which `q` has the values given.
  private func chain(_ values: [String: Double?]) throws -> Topology {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.junction("q", values)
    sketch.junction("r")
    sketch.line("a", "p", "q")
    sketch.line("b", "q", "r")
    return try sketch.topology()
  }

  private func isStopped(
    _ topology: Topology,
    by condition: TraceCondition,
    scope: TraversabilityScope = .junctionsAndEdges
  ) throws -> Bool {
    let found = try topology.found(.connected, from: ["p"]) { configuration, _ in
      configuration.traversability = Traversability(barriers: condition, scope: scope)
    }
    return !found.contains("r")
  }

  private static let comparisons: [(TraceConditionOperator, [Double])] = [
    (.equal, [5]), (.notEqual, [4, 6]), (.greaterThan, [6]), (.greaterThanEqual, [5, 6]),
    (.lessThan, [4]), (.lessThanEqual, [4, 5]),
  ]

  @Test("An attribute compares with a value in six ways", arguments: comparisons)
  func comparison(comparison: TraceConditionOperator, holding: [Double]) throws {
    for value in [4.0, 5, 6] {
      let condition = TraceCondition.attribute(TraceSketch.load, comparison, 5)
      #expect(
        try isStopped(chain([TraceSketch.load: value]), by: condition) == holding.contains(value)
      )
    }
  }

  @Test("An attribute compares with another of the same element")
  func attributes() throws {
    let condition = TraceCondition.attributes(TraceSketch.load, .greaterThan, TraceSketch.length)
    #expect(
      try isStopped(chain([TraceSketch.load: 3, TraceSketch.length: 2]), by: condition)
    )
    #expect(
      try !isStopped(chain([TraceSketch.load: 2, TraceSketch.length: 2]), by: condition)
    )
  }

  @Test("A category is there or is not")
  func categories() throws {
    let topology = try TraceSketch.feeder.topology()
    func found(_ condition: TraceCondition) throws -> [String] {
      try topology.found(.connected, from: ["z"]) { configuration, _ in
        configuration.output.conditions = condition
      }
    }
    #expect(try found(.hasCategory("Protective")) == ["dev"])
    #expect(try found(.lacksCategory("Protective")).count == 11)
    let error = #expect(throws: TraceError.self) { try found(.hasCategory("Unheard of")) }
    #expect(error?.code == .unknownCategory)
  }

  @Test("And and or nest as a tree")
  func trees() throws {
    let one = TraceCondition.attribute(TraceSketch.load, .equal, 1)
    let two = TraceCondition.attribute(TraceSketch.length, .equal, 2)
    let three = TraceCondition.isOpen
    let condition = TraceCondition.or([.and([one, two]), .and([one, three])])
    func stops(_ load: Double, _ length: Double, _ status: Double) throws -> Bool {
      let topology = try chain([
        TraceSketch.load: load, TraceSketch.length: length, TraceSketch.status: status,
      ])
      return try isStopped(topology, by: condition)
    }
    #expect(try stops(1, 2, 0))
    #expect(try stops(1, 0, 1))
    #expect(try !stops(0, 2, 1))
    #expect(try !stops(1, 0, 0))
  }

  @Test("An attribute without a value meets no comparison, not even an unequal one")
  func nulls() throws {
    let topology = try chain([:])
    for comparison in TraceConditionOperator.allCases {
      #expect(
        try !isStopped(topology, by: .attribute(TraceSketch.bits, comparison, 0)),
        "\(comparison)"
      )
    }
  }

  @Test("Conditions are asked where the scope says: a shut device stops no trace of edges alone")
  func scopes() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.device("sw", .two, [TraceSketch.status: 1])
    sketch.junction("r")
    sketch.line("a", "p", "sw#1")
    sketch.line("b", "sw#2", "r", [TraceSketch.load: 1])
    let topology = try sketch.topology()
    #expect(try isStopped(topology, by: .isOpen))
    #expect(try isStopped(topology, by: .isOpen, scope: .junctions))
    #expect(try !isStopped(topology, by: .isOpen, scope: .edges))
    let loaded = TraceCondition.attribute(TraceSketch.load, .equal, 1)
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

  // MARK: Filter and output

  @Test("A filter trims, with a scope of its own; output conditions only drop elements")
  func filterAndOutput() throws {
    let topology = try TraceSketch.feeder.topology()
    let filtered = try topology.found(.downstream, from: ["x"]) { configuration, _ in
      configuration.filter.barriers = .hasCategory("Protective")
    }
    #expect(filtered == ["c", "dev", "x"])
    let scoped = try topology.found(.downstream, from: ["x"]) { configuration, _ in
      configuration.filter.barriers = .hasCategory("Protective")
      configuration.filter.scope = .edges
    }
    #expect(scoped == ["c", "d", "dev", "e", "x", "y", "z"])
    let result = try topology.traced(.downstream, from: ["x"]) { configuration, _ in
      configuration.output.conditions = .hasCategory("Protective")
      configuration.functions = [TraceFunction(.add, of: TraceSketch.length)]
    }
    #expect(result.elements.map(topology.sketchName) == ["dev"])
    // Functions are of the whole result.
    #expect(result.functions.map(\.value) == [3])
    let lines = try topology.found(.downstream, from: ["x"]) { configuration, _ in
      configuration.output.assetTypes = [AssetTypeID(sourceID: 7, assetGroup: 1, assetType: 1)]
    }
    #expect(lines == ["c", "d", "e"])
  }

  @Test("The bits of a filter keep loops of one bit, and what shares a bit with the start")
  func bitsets() throws {
    let topology = try TraceSketch.ring().topology()
    // Lines b, c and d of the ring have the bits 1, 3 and 2: no bit goes round.
    func loops(_ attribute: String?) throws -> [String] {
      try topology.found(.loops, from: ["x"]) { configuration, _ in
        configuration.filter.bitsetAttributeName = attribute
      }
    }
    #expect(try loops(nil) == ["b", "c", "d", "x", "y", "z"])
    #expect(try loops(TraceSketch.bits) == [])
    let found = try topology.found(.upstream, from: ["e@0.5"]) { configuration, _ in
      configuration.filter.bitsetAttributeName = TraceSketch.bits
    }
    #expect(found == ["S", "a", "b", "c", "e", "x", "y", "z"])
  }

  @Test("The nearest of a kind are those that cost least to reach; too few are told")
  func nearestNeighbors() throws {
    let topology = try TraceSketch.ring().topology()
    func nearest(_ count: Int) throws -> TraceResult {
      try topology.traced(.connected, from: ["S"]) { configuration, _ in
        configuration.filter.nearestNeighbors = NearestNeighbors(
          count: count,
          costAttributeName: TraceSketch.length,
          assetTypes: [AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 1)]
        )
      }
    }
    #expect(try nearest(2).elements.map(topology.sketchName) == ["x", "y"])
    #expect(try nearest(3).elements.map(topology.sketchName) == ["x", "y", "z"])
    #expect(try nearest(9).warnings.map(\.code) == [.neighborsNotFound])
    #expect(try nearest(-1).elements.count == 10)
  }

  // MARK: Functions

  @Test("A controller counted once on a connected trace tells an island from a fed network")
  func island() throws {
    func controllers(_ topology: Topology) throws -> [String] {
      let isController = TraceCondition.attribute("Is subnetwork controller", .equal, 1)
      return try topology.found(.connected, from: ["z"]) { configuration, _ in
        configuration.traversability.barriers = isController
        configuration.traversability.functionBarriers = [
          TraceFunctionBarrier(.add, of: "Is subnetwork controller", .equal, 1)
        ]
        configuration.output.conditions = isController
      }
    }
    #expect(try controllers(TraceSketch.feeder.topology()) == ["S"])
    var island = TraceSketch()
    island.junction("y")
    island.junction("z")
    island.line("e", "y", "z")
    #expect(try controllers(island.topology()) == [])
  }

  @Test("A function counts what meets its conditions, parts by their share, each feature once")
  func functions() throws {
    var sketch = TraceSketch()
    sketch.junction("p")
    sketch.junction("tap")
    sketch.device("sw", .two, [TraceSketch.load: 5])
    sketch.junction("r")
    sketch.line("a", "p", "sw#1", [TraceSketch.length: 8, TraceSketch.load: 2])
    sketch.line("b", "sw#2", "r", [TraceSketch.length: 1])
    sketch.tap("tap", on: "a", at: 0.25)
    let topology = try sketch.topology()
    let result = try topology.traced(.connected, from: ["r"], barriers: ["a@0.125"]) {
      configuration,
      _ in
      configuration.includesBarriers = false
      configuration.functions = [
        TraceFunction(.add, of: TraceSketch.length),
        TraceFunction(
          .add,
          of: TraceSketch.length,
          conditions: .attribute(TraceSketch.load, .equal, 2)
        ), TraceFunction(.add, of: TraceSketch.load, conditions: .hasCategory("Protective")),
        TraceFunction(
          .count,
          of: TraceSketch.load,
          conditions: .attribute("Asset type", .equal, 3)
        ),
      ]
    }
    // Of line a three quarters, and all of line b; the device has two terminals and counts once.
    #expect(result.functions.map(\.value) == [7, 6, nil, 1])
  }

  @Test("Subtracting is no function barrier of loops and subnetwork controllers")
  func subtractNotOffered() throws {
    let topology = try TraceSketch.feeder.topology()
    for type in [TraceType.loops, .subnetworkControllers] {
      let error = #expect(throws: TraceError.self) {
        try topology.found(type, from: ["z"]) { configuration, _ in
          configuration.traversability.functionBarriers = [
            TraceFunctionBarrier(.subtract, of: TraceSketch.load, .greaterThan, 1)
          ]
        }
      }
      #expect(error?.code == .notOffered)
    }
  }

  // MARK: Propagators

  @Test("A value travels from the controller, and where its test fails the trace ends")
  func propagation() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single, [TraceSketch.phases: 7])
    sketch.control("S")
    for name in ["x", "y", "z"] { sketch.junction(name) }
    sketch.line("a", "S", "x", [TraceSketch.phases: 6])
    sketch.line("b", "x", "y", [TraceSketch.phases: 3])
    sketch.line("c", "y", "z", [TraceSketch.phases: 5])
    let topology = try sketch.topology()
    let result = try topology.traced(.subnetwork, from: ["x"]) { configuration, parameters in
      configuration.propagators = [
        TracePropagator(.bitwiseAnd, of: TraceSketch.phases, .includesAny, 7)
      ]
      parameters.propagatedAttributeNames = [TraceSketch.phases]
    }
    // Of ABC goes AB, of that B, and C alone meets nothing of it.
    #expect(result.elements.map(topology.sketchName) == ["S", "a", "x", "b", "y"])
    #expect(result.propagated[0].values == [7, 6, 6, 2, 2])
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["z"]) { configuration, _ in
        configuration.propagators = [
          TracePropagator(.bitwiseAnd, of: TraceSketch.phases, .includesAny, 7)
        ]
      }
    }
    #expect(error?.code == .noControllers)
    // Connected traces have no propagators.
    let connected = try topology.found(.connected, from: ["z"]) { configuration, _ in
      configuration.propagators = [
        TracePropagator(.bitwiseAnd, of: TraceSketch.phases, .includesAny, 7)
      ]
    }
    #expect(connected.count == 7)
  }

  @Test("In a mesh bits that arrive by either way count, and of numbers the best")
  func mesh() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single, [TraceSketch.phases: 7, TraceSketch.load: 9])
    sketch.control("S")
    sketch.junction("x")
    sketch.line("a", "S", "x", [TraceSketch.phases: 4, TraceSketch.load: 3])
    sketch.line("b", "S", "x", [TraceSketch.phases: 1, TraceSketch.load: 5])
    let topology = try sketch.topology()
    for (function, name, expected) in [
      (TracePropagator.Function.bitwiseAnd, TraceSketch.phases, 5.0), (.min, TraceSketch.load, 5),
      (.max, TraceSketch.load, 9),
    ] {
      let result = try topology.traced(.subnetwork, from: ["x"]) { configuration, parameters in
        configuration.propagators = [TracePropagator(function, of: name, .greaterThan, 0)]
        parameters.propagatedAttributeNames = [name]
      }
      let position = try #require(
        result.elements.firstIndex { topology.sketchName($0) == "x" }
      )
      #expect(result.propagated[0].values[position] == expected)
    }
  }

  // MARK: Results

  @Test("Results are elements, features by source, and values of functions")
  func resultTypes() throws {
    let topology = try TraceSketch.feeder.topology()
    let result = try topology.traced(.subnetwork, from: ["z"]) { configuration, _ in
      configuration.functions = [TraceFunction(.count, of: TraceSketch.length)]
    }
    #expect(result.elements.count == 12)
    #expect(result.elements.features.count == 11)
    #expect(result.elements.featuresBySource.map { $0.source } == ["Device", "Junction", "Line"])
    #expect(result.elements.featuresBySource.map { $0.features.count } == [3, 3, 5])
    #expect(result.functions.map(\.value) == [5])
    let line = try #require(result.elements.first { topology.sketchName($0) == "e" })
    #expect(line.terminal == nil && line.positions == 0...1)
    let terminal = try #require(result.elements.first { topology.sketchName($0) == "sw#2" })
    #expect(terminal.terminal?.id == 2 && terminal.positions == nil)
  }
}
