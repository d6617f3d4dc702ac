import GeoSnap
import GeoSnapTestSupport
import Testing

/// The test vectors of the published semantics, as far as they speak of traces.
@Suite("Test vectors of traces")
struct TraceVectorTests {
  static let operators: [(value: Double, given: Int64, expected: [Bool])] = [
    (6, 4, [true, false, true, false]),
    (6, 5, [false, true, true, false]),
    (6, 1, [false, true, false, true]),
    (7, 7, [true, false, true, false]),
    (0, 4, [false, true, false, true]),
    (6, 0, [true, false, false, true]),
  ]

  @Test(
    "The four operators on bits hold as their formulas say",
    arguments: TraceVectorTests.operators
  )
  func bitOperators(value: Double, given: Int64, expected: [Bool]) throws {
    var sketch = TraceSketch()
    sketch.junction("x", [TraceSketch.phases: value])
    let topology = try sketch.topology()
    let comparisons: [TraceConditionOperator] = [
      .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny,
    ]
    for (comparison, holds) in zip(comparisons, expected) {
      let found = try topology.found(.connected, from: ["x"]) { configuration, _ in
        configuration.output.conditions = .attribute(
          TraceSketch.phases,
          comparison,
          .integer(given)
        )
      }
      #expect(found == (holds ? ["x"] : []), "\(value) \(comparison) \(given)")
    }
  }

  private static let functions: [(TraceFunctionType, Double)] = [
    (.min, 20), (.max, 30), (.add, 50), (.average, 25), (.count, 2), (.subtract, -10),
  ]

  @Test("Of 20 and 30 the functions make 20, 30, 50, 25, 2 and -10", arguments: functions)
  func accumulators(function: TraceFunctionType, expected: Double) throws {
    var sketch = TraceSketch()
    for name in ["x", "y", "z"] { sketch.junction(name) }
    sketch.line("a", "x", "y", [TraceSketch.load: 20])
    sketch.line("b", "y", "z", [TraceSketch.load: 30])
    let topology = try sketch.topology()
    let result = try topology.traced(.connected, from: ["x"]) { configuration, _ in
      configuration.functions = [TraceFunction(function, of: TraceSketch.load)]
    }
    #expect(result.functions.map(\.value) == [expected])
    // The same accumulator as a barrier: it rises at the second line where the value is reached.
    let found = try topology.found(.connected, from: ["x"]) { configuration, _ in
      configuration.includesBarriers = false
      configuration.traversability.functionBarriers = [
        TraceFunctionBarrier(function, of: TraceSketch.load, .equal, expected)
      ]
    }
    #expect(found == (function == .min ? ["x"] : ["a", "x", "y"]))
  }

  @Test("The sum of lengths 2, 2, 2 reaches 4 at the second line, and the third is never found")
  func sumOfLengths() throws {
    var sketch = TraceSketch()
    for name in ["w", "x", "y", "z"] { sketch.junction(name) }
    sketch.line("a", "w", "x", [TraceSketch.length: 2])
    sketch.line("b", "x", "y", [TraceSketch.length: 2])
    sketch.line("c", "y", "z", [TraceSketch.length: 2])
    let topology = try sketch.topology()
    for (includesBarriers, expected) in [(true, ["a", "b", "w", "x"]), (false, ["a", "w", "x"])] {
      let found = try topology.found(.connected, from: ["w"]) { configuration, _ in
        configuration.includesBarriers = includesBarriers
        configuration.traversability.functionBarriers = [
          TraceFunctionBarrier(.add, of: TraceSketch.length, .greaterThanEqual, 4)
        ]
      }
      #expect(found == expected)
    }
  }

  @Test("Counted for each way neither arm of a Y stops; counted for all the second arm does")
  func localAndGlobal() throws {
    var sketch = TraceSketch()
    for name in ["s", "m", "p", "q"] { sketch.junction(name) }
    sketch.line("first", "s", "m", [TraceSketch.length: 2])
    sketch.line("one", "m", "p", [TraceSketch.length: 2])
    sketch.line("other", "m", "q", [TraceSketch.length: 2])
    let topology = try sketch.topology()
    func found(_ isLocal: Bool) throws -> [String] {
      try topology.found(.connected, from: ["s"]) { configuration, _ in
        configuration.traversability.functionBarriers = [
          TraceFunctionBarrier(
            .add,
            of: TraceSketch.length,
            .greaterThanEqual,
            5,
            usesLocalValues: isLocal
          )
        ]
      }
    }
    #expect(try found(true) == ["first", "m", "one", "other", "p", "q", "s"])
    // By then the count is full for all: what is visited next, behind the first arm, bars as well.
    #expect(try found(false) == ["first", "m", "one", "other", "s"])
  }

  @Test("A tap of 512 makes B of ABC; one of 1057 leaves every bit as it is")
  func substitution() throws {
    for (tap, expected) in [(512.0, 2.0), (1057, 7)] {
      var sketch = TraceSketch()
      sketch.device("S", .single, [TraceSketch.bits: 7])
      sketch.control("S")
      sketch.junction("x")
      sketch.device("tap", .two, ["Substitution": tap])
      sketch.junction("y")
      sketch.line("a", "S", "x")
      sketch.line("b", "x", "tap#1")
      sketch.line("c", "tap#2", "y")
      let result = try sketch.topology().traced(.subnetwork, from: ["y"]) {
        configuration,
        parameters in
        configuration.propagators = [
          TracePropagator(
            .bitwiseAnd,
            of: TraceSketch.bits,
            .includesAny,
            15,
            substitutionAttributeName: "Substitution"
          )
        ]
        parameters.propagatedAttributeNames = [TraceSketch.bits]
      }
      var values: [String: Double] = [:]
      for (element, value) in zip(result.elements, result.propagated[0].values) {
        values[result.topology.sketchName(element)] = value
      }
      #expect(values["x"] == 7 && values["b"] == 7)
      #expect(values["tap#1"] == expected && values["tap#2"] == expected)
      #expect(values["y"] == expected)
    }
  }

  @Test("Upstream to the first protective device: a filter trims, a barrier hides the source")
  func filterOrBarrier() throws {
    let topology = try TraceSketch.feeder.topology()
    let found = try topology.found(.upstream, from: ["z"]) { configuration, _ in
      configuration.filter.barriers = .hasCategory("Protective")
    }
    #expect(found == ["d", "dev", "e", "y", "z"])
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["z"]) { configuration, _ in
        configuration.traversability.barriers = .hasCategory("Protective")
      }
    }
    #expect(error?.code == .noControllers)
    #expect(error?.message.contains("dev") == true)
  }

  @Test("Between two sources everything is indeterminate, and upstream without it the start alone")
  func twoSources() throws {
    var sketch = TraceSketch()
    for name in ["S", "T"] {
      sketch.device(name, .single)
      sketch.control(name)
    }
    for name in ["x", "y"] { sketch.junction(name) }
    sketch.line("a", "S", "x")
    sketch.line("b", "x", "y")
    sketch.line("c", "y", "T")
    let topology = try sketch.topology()
    for type in [TraceType.upstream, .downstream] {
      #expect(try topology.found(type, from: ["x"]) == ["S", "T", "a", "b", "c", "x", "y"])
      let found = try topology.found(type, from: ["x"]) { configuration, _ in
        configuration.allowsIndeterminateFlow = false
      }
      #expect(found == ["x"])
    }
  }

  @Test("Of a ring on a feeder the loops are the ring; with its switch open there are none")
  func ring() throws {
    let condition = TraceCondition.isOpen
    for (status, expected) in [(0.0, ["b", "c", "d", "x", "y", "z"]), (1, [])] {
      let found = try TraceSketch.ring(status: status).topology().found(.loops, from: ["x"]) {
        configuration,
        _ in
        configuration.traversability.barriers = condition
      }
      #expect(found == expected)
    }
  }

  @Test(
    "Status 36 is content and connectivity, 21 container, content and visible content, 0 nothing"
  )
  func associationStatus() throws {
    #expect(AssociationStatus(rawValue: 36) == [.content, .connectivity])
    #expect(AssociationStatus(rawValue: 21) == [.container, .content, .visibleContent])
    #expect(AssociationStatus(rawValue: 0) == [])
    var sketch = TraceSketch.feeder
    sketch.contain("box", ["x"])
    sketch.contain("outer", ["box"])
    sketch.attach("pole", ["z"])
    let topology = try sketch.topology()
    func status(_ name: String) throws -> AssociationStatus {
      try topology.network.base.associationStatus(of: topology.place(name).feature)
    }
    #expect(try status("x") == [.content, .connectivity])
    #expect(try status("box") == [.container, .content])
    #expect(try status("pole") == .structure)
    #expect(try status("z") == [.attachment, .connectivity])
  }

  private static let widths: [(Int64, Bool, Int)] = [
    (2, false, 2), (2, true, 3), (7, false, 3), (1, false, 1),
  ]

  @Test(
    "A packed value takes as many bits as its greatest code, and one more for none",
    arguments: widths
  )
  func inlineWidth(greatest: Int64, isNullable: Bool, bits: Int) {
    #expect(
      NetworkAttribute.inlineBitCount(greatestCode: greatest, isNullable: isNullable) == bits
    )
  }
}
