import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Test vectors of traces")
struct TraceVectorTests {
  static let operators: [(value: Double, given: Int64, expected: [Bool])] = [
    (6, 4, [true, false, true, false]), (6, 5, [false, true, true, false]),
    (6, 1, [false, true, false, true]), (7, 7, [true, false, true, false]),
    (0, 4, [false, true, false, true]), (6, 0, [true, false, false, true]),
  ]

  @Test(
    "The four operators on bits hold as their formulas say",
    arguments: TraceVectorTests.operators
  )
  func bitOperators(value: Double, given: Int64, expected: [Bool]) throws {
    let topology = try Topology(sketch: "x", ["x": ["Bits": value]])
    let comparisons: [TraceConditionOperator] = [
      .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny,
    ]
    let holding = comparisons.map { comparison in
      topology.found(.connected, from: "x") {
        $0.output.conditions = .attribute("Bits", comparison, .integer(given))
      }
    }
    #expect(holding == expected.map { $0 ? "x" : "" }, "\(value) \(given)")
  }

  private static let functions: [(TraceFunctionType, Double)] = [
    (.min, 20), (.max, 30), (.add, 50), (.average, 25), (.count, 2), (.subtract, -10),
  ]

  @Test("Of 20 and 30 the functions make 20, 30, 50, 25, 2 and -10", arguments: functions)
  func accumulators(function: TraceFunctionType, expected: Double) throws {
    let topology = try Topology(sketch: "x -a- y -b- z", ["a": ["Load": 20], "b": ["Load": 30]])
    let result = try topology.traced(.connected, from: "x") {
      $0.functions = [TraceFunction(function, of: "Load")]
    }
    #expect(result.functions.map(\.value) == [expected])
    // The same accumulator as a barrier: it rises at the second line where the value is reached.
    let found = topology.found(.connected, from: "x") {
      $0.includesBarriers = false
      $0.traversability.functionBarriers = [
        TraceFunctionBarrier(function, of: "Load", .equal, expected)
      ]
    }
    #expect(found == (function == .min ? "x" : "a x y"))
  }

  private let two: TraceSketch.Values = ["Length": 2]

  @Test("The sum of lengths 2, 2, 2 reaches 4 at the second line, and the third is never found")
  func sumOfLengths() throws {
    let topology = try Topology(sketch: "w -a- x -b- y -c- z", ["a": two, "b": two, "c": two])
    for (includesBarriers, expected) in [(true, "a b w x"), (false, "a w x")] {
      let found = topology.found(.connected, from: "w") {
        $0.includesBarriers = includesBarriers
        $0.traversability.functionBarriers = [
          TraceFunctionBarrier(.add, of: "Length", .greaterThanEqual, 4)
        ]
      }
      #expect(found == expected)
    }
  }

  @Test("Counted for each way neither arm of a Y stops; counted for all the second arm does")
  func localAndGlobal() throws {
    let topology = try Topology(
      sketch: "s -first- m -one- p, m -other- q",
      ["first": two, "one": two, "other": two]
    )
    // Counted for all it is full by then: what is visited next, behind the first arm, bars as well.
    for (isLocal, expected) in [(true, "first m one other p q s"), (false, "first m one other s")] {
      let found = topology.found(.connected, from: "s") {
        $0.traversability.functionBarriers = [
          .init(.add, of: "Length", .greaterThanEqual, 5, usesLocalValues: isLocal)
        ]
      }
      #expect(found == expected)
    }
  }

  @Test("A tap of 512 makes B of ABC; one of 1057 leaves every bit as it is")
  func substitution() throws {
    for (tap, expected) in [(512.0, 2.0), (1057, 7)] {
      let topology = try Topology(
        sketch: "S* -a- x -b- tap:two#1, tap#2 -c- y",
        ["S": ["Bits": 7], "tap": ["Substitution": tap]]
      )
      let result = try topology.traced(.subnetwork, from: "y", telling: ["Bits"]) {
        $0.propagators = [.substituting]
      }
      #expect(topology.names(result.elements) == "S a x b tap#1 tap#2 c y")
      let four = [Double?](repeating: expected, count: 4)
      #expect(result.propagated[0].values == [7, 7, 7, 7] + four)
    }
  }

  @Test("Upstream to the first protective device: a filter trims, a barrier hides the source")
  func filterOrBarrier() throws {
    let topology = try TraceSketch.feeder.topology()
    let found = topology.found(.upstream, from: "z") { $0.filter.barriers = .isProtective }
    #expect(found == "d dev e y z")
    let error = #expect(throws: TraceError.self) {
      try topology.traced(.upstream, from: "z") { $0.traversability.barriers = .isProtective }
    }
    #expect(error?.code == .noControllers && error?.message.contains("dev") == true)
  }

  @Test("Between two sources everything is indeterminate, and upstream without it the start alone")
  func twoSources() throws {
    let topology = try Topology(sketch: "S* -a- x -b- y -c- T*")
    for type in [TraceType.upstream, .downstream] {
      #expect(topology.found(type, from: "x") == "S T a b c x y")
      #expect(topology.found(type, from: "x") { $0.allowsIndeterminateFlow = false } == "x")
    }
  }

  @Test("Of a ring on a feeder the loops are the ring; with its switch open there are none")
  func ring() throws {
    for (status, expected) in [(0.0, "b c d x y z"), (1, "")] {
      let topology = try TraceSketch.ring(status: status).topology()
      #expect(
        topology.found(.loops, from: "x") { $0.traversability.barriers = .isOpen } == expected
      )
    }
  }

  @Test("Status 36 is content and connectivity, 21 container and (visible) content, 0 nothing")
  func associationStatus() throws {
    #expect(AssociationStatus(rawValue: 36) == [.content, .connectivity])
    #expect(AssociationStatus(rawValue: 21) == [.container, .content, .visibleContent])
    #expect(AssociationStatus(rawValue: 0) == [])
    var sketch = TraceSketch.feeder
    sketch.contain("box", "x")
    sketch.contain("outer", "box")
    sketch.attach("pole", "z")
    let topology = try sketch.topology()
    let status = try ["x", "box", "pole", "z"].map {
      try topology.network.base.associationStatus(of: topology.place($0).feature)
    }
    #expect(
      status == [
        [.content, .connectivity], [.container, .content], .structure,
        [.attachment, .connectivity],
      ]
    )
  }

  @Test("A packed value takes as many bits as its greatest code, and one more for none")
  func inlineWidth() {
    for (greatest, isNullable, bits) in [
      (2 as Int64, false, 2), (2, true, 3), (7, false, 3), (1, false, 1),
    ] {
      let count = NetworkAttribute.inlineBitCount(greatestCode: greatest, isNullable: isNullable)
      #expect(count == bits)
    }
  }
}

extension TracePropagator {
  /// Bits that taps rewrite, as long as there are any.
  static let substituting = TracePropagator(
    .bitwiseAnd,
    of: "Bits",
    .includesAny,
    15,
    substitutionAttributeName: "Substitution"
  )
}
