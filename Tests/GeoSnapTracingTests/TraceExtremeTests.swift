import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces of extreme values, starts that bar and tasks that are cancelled")
struct TraceExtremeTests {
  @Test("Loops share bits of any number: all of them, the highest, none")
  func bitsOfLoops() throws {
    func loops(_ values: [Double?]) throws -> [String] {
      var sketch = TraceSketch()
      for name in ["x", "y", "z"] { sketch.junction(name) }
      for (number, ends) in [("x", "y"), ("y", "z"), ("z", "x")].enumerated() {
        sketch.line("l\(number)", ends.0, ends.1, [TraceSketch.bits: values[number]])
      }
      return try sketch.topology().found(.loops, from: ["x"]) { configuration, _ in
        configuration.filter.bitsetAttributeName = TraceSketch.bits
      }
    }
    let all = ["l0", "l1", "l2", "x", "y", "z"]
    #expect(try loops([-1, -1, -1]) == all)
    #expect(try loops([-1, -4_611_686_018_427_387_904, nil]) == all)
    #expect(try loops([nil, nil, nil]) == all)
    #expect(try loops([0, nil, nil]) == [])
    #expect(try loops([1, 2, nil]) == [])
  }

  @Test("A loop whose members share a bit is found, whatever bits the way to it has")
  func loopBehindOtherBits() throws {
    var sketch = TraceSketch()
    for name in ["start", "x", "y"] { sketch.junction(name) }
    sketch.line("way", "start", "x", [TraceSketch.bits: 1])
    sketch.line("a", "x", "y", [TraceSketch.bits: 2])
    sketch.line("b", "y", "x", [TraceSketch.bits: 2])
    let topology = try sketch.topology()
    func loops() throws -> [String] {
      try topology.found(.loops, from: ["start"]) { configuration, _ in
        configuration.filter.bitsetAttributeName = TraceSketch.bits
      }
    }
    #expect(try loops() == ["a", "b", "x", "y"])
    // A junction is a member too.
    sketch.junction("z", [TraceSketch.bits: 1])
    sketch.line("c", "x", "z", [TraceSketch.bits: 2])
    sketch.line("d", "z", "x", [TraceSketch.bits: 2])
    let found = try sketch.topology().found(.loops, from: ["start"]) { configuration, _ in
      configuration.filter.bitsetAttributeName = TraceSketch.bits
    }
    #expect(found == ["a", "b", "x", "y"])
  }

  @Test("A substitution has groups of any number of bits", arguments: [3, 31, 62, 63, 64, 1000])
  func substitution(bitSize: Int) throws {
    var sketch = TraceSketch()
    sketch.device("S", .single, [TraceSketch.bits: 1])
    sketch.control("S")
    sketch.device("tap", .protective, ["Substitution": 1])
    sketch.line("a", "S", "tap")
    let drawn = try sketch.topology().network
    var definition = drawn.definition
    let number = try #require(
      definition.networkAttributes.firstIndex { $0.name == TraceSketch.bits }
    )
    definition.networkAttributes[number].bitSize = bitSize
    let topology = Topology(
      try UtilityNetwork(
        definition: definition,
        srid: nil,
        tables: drawn.base.tables,
        associations: drawn.associations,
        rules: drawn.rules
      )
    )
    let found = try topology.found(.subnetwork, from: ["S"]) { configuration, _ in
      configuration.propagators = [
        TracePropagator(
          .bitwiseAnd,
          of: TraceSketch.bits,
          .includesAny,
          1,
          substitutionAttributeName: "Substitution"
        )
      ]
    }
    #expect(found == ["S", "a", "tap"])
  }

  @Test("A start that bars is returned alone, and told as the place where the trace stopped")
  func barringStart() throws {
    let topology = try TraceSketch.feeder.topology()
    for type in [TraceType.connected, .subnetwork, .upstream, .downstream] {
      let result = try topology.traced(type, from: ["y"], barriers: ["y"])
      #expect(result.elements.map(topology.sketchName) == ["y"], "\(type)")
      #expect(
        result.stops.map { "\(topology.sketchName($0.element)) \($0.reason)" } == ["y barrier"],
        "\(type)"
      )
    }
  }

  @Test("Where nothing that is propagated arrives, the error says so")
  func noPropagatedValue() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    for name in ["x", "y"] { sketch.junction(name) }
    sketch.line("a", "S", "x", [TraceSketch.phases: 4])
    sketch.line("b", "x", "y", [TraceSketch.phases: 3])
    let topology = try sketch.topology()
    let error = #expect(throws: TraceError.self) {
      try topology.found(.upstream, from: ["y"]) { configuration, _ in
        configuration.propagators = [
          TracePropagator(.bitwiseAnd, of: TraceSketch.phases, .includesAny, 7)
        ]
      }
    }
    #expect(error?.code == .noControllers)
    #expect(error?.stops.map(\.reason) == [.propagator])
    #expect(error?.stops.map { topology.sketchName($0.element) } == ["b"])
  }

  @Test("An isolation trace tells what is propagated to what has to be shut")
  func propagatedToValves() throws {
    var sketch = TraceSketch.valves
    sketch.device("U", .single, [TraceSketch.phases: 5])
    sketch.control("U")
    sketch.line("g", "U", "x")
    let result = try sketch.topology().traced(.isolation, from: ["end"]) {
      configuration,
      question in
      configuration.filter.barriers = .isValve
      question.propagatedAttributeNames = [TraceSketch.phases]
    }
    #expect(result.elements.count == 1)
    // Of S and T, which have no value, all bits arrive.
    #expect(result.propagated.map(\.values) == [[nil]])
    let alone = try TraceSketch.feeder.topology().traced(
      .isolation,
      from: ["z"],
      filterBarriers: ["y"]
    ) { _, question in question.propagatedAttributeNames = [TraceSketch.length] }
    #expect(alone.elements.count == 1 && alone.propagated.map(\.values) == [[1]])
  }

  @Test("Drawing counts for no other type of trace than upstream and downstream")
  func drawing() throws {
    let topology = try TraceSketch.ring().topology()
    for type in [TraceType.connected, .subnetwork, .subnetworkControllers, .loops] {
      func found(asDrawn: Bool) throws -> [String] {
        try topology.found(type, from: ["end"]) { configuration, _ in
          configuration.usesDigitizedDirection = asDrawn
          configuration.propagators = [
            TracePropagator(.bitwiseAnd, of: TraceSketch.bits, .includesAny, 1)
          ]
        }
      }
      #expect(try found(asDrawn: true) == found(asDrawn: false), "\(type)")
    }
    // Drawn towards the source.
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.junction("x")
    sketch.line("a", "x", "S")
    let found = try sketch.topology().found(.subnetwork, from: ["x"]) { configuration, _ in
      configuration.usesDigitizedDirection = true
    }
    #expect(found == ["S", "a", "x"])
  }

  @Test("From a line that bars nothing is reached, its own other places neither")
  func whyOnBarringLine() throws {
    let topology = try TraceSketch.ring(status: 1).topology()
    var configuration = TraceConfiguration()
    configuration.traversability.barriers = .isOpen
    let (from, to) = (try topology.place("c@0.25"), try topology.place("c@0.75"))
    let answer = try topology.why(from: from, to: to, configuration: configuration)
    #expect(!answer.isReached && answer.path.isEmpty)
    #expect(answer.blockers.map { topology.sketchName($0.element) } == ["c"])
    let free = try topology.why(from: from, to: to, configuration: TraceConfiguration())
    #expect(free.isReached && free.path.map(topology.sketchName) == ["c"])
  }

  @Test("A feature of another network is refused wherever it is named")
  func foreignFeatures() throws {
    let topology = try TraceSketch.feeder.topology()
    let known = try topology.place("x")
    for feature in [
      FeatureID(table: 99, row: 0), FeatureID(table: -1, row: 0),
      FeatureID(table: Int(known.feature.table), row: 1000),
      FeatureID(table: Int(known.feature.table), row: -1),
    ] {
      let foreign = TraceLocation(feature)
      var questions = [
        TraceParameters(.connected, from: [foreign]),
        TraceParameters(.connected, from: [known], barriers: [foreign]),
        TraceParameters(.connected, from: [known], filterBarriers: [foreign]),
      ]
      for assumptions in [
        TraceAssumptions(blocked: [feature]), TraceAssumptions(unblocked: [feature]),
        TraceAssumptions(values: [.init(feature, TraceSketch.status, 1)]),
      ] {
        var question = TraceParameters(.connected, from: [known])
        question.assumptions = assumptions
        questions.append(question)
      }
      for question in questions {
        let error = #expect(throws: TraceError.self) { try topology.trace(question) }
        #expect(error?.code == .badLocation)
      }
    }
  }

  @Test("Fractions that are none, and terminals that there are not, are refused")
  func wrongPlaces() throws {
    let topology = try TraceSketch.feeder.topology()
    let (line, device) = (try topology.place("a").feature, try topology.place("sw#1").feature)
    for place in [
      TraceLocation(line, fractionAlongEdge: .nan), TraceLocation(line, fractionAlongEdge: -0.1),
      TraceLocation(line, fractionAlongEdge: .infinity), TraceLocation(line, terminalID: 1),
      TraceLocation(device, terminalID: 3), TraceLocation(device, fractionAlongEdge: 0.5),
    ] {
      let error = #expect(throws: TraceError.self) {
        try topology.trace(TraceParameters(.connected, from: [place]))
      }
      #expect(error?.code == .badLocation, "\(place)")
    }
    for fraction in [0.0, 1] {
      let place = TraceLocation(line, fractionAlongEdge: fraction)
      let found = try topology.trace(TraceParameters(.connected, from: [place, place]))
      #expect(found.elements.count == 12)
    }
  }

  @Test("A neighbour is measured from the place of the start, and not through what bars")
  func neighborPlaces() throws {
    var sketch = TraceSketch()
    for name in ["x", "y", "z"] { sketch.junction(name) }
    for name in ["p", "q"] { sketch.device(name, .protective) }
    sketch.line("a", "x", "y", [TraceSketch.length: 10])
    sketch.line("b", "x", "p", [TraceSketch.length: 3])
    sketch.line("c", "y", "q", [TraceSketch.length: 1])
    let topology = try sketch.topology()
    func nearest(_ start: String) throws -> [String] {
      try topology.found(.connected, from: [start]) { configuration, _ in
        configuration.filter.nearestNeighbors = NearestNeighbors(
          count: 1,
          costAttributeName: TraceSketch.length,
          categories: ["Protective"]
        )
      }
    }
    #expect(try nearest("a@0.25") == ["p"] && nearest("a@0.75") == ["q"])
    // `x` is barred: `p` lies beyond it, and what is left is farther.
    let found = try topology.found(.connected, from: ["a@0.25"], filterBarriers: ["x"]) {
      configuration,
      _ in
      configuration.filter.nearestNeighbors = NearestNeighbors(
        count: 2,
        costAttributeName: TraceSketch.length,
        categories: ["Protective"]
      )
    }
    #expect(found == ["q"])
  }

  @Test("A trace of a task that is cancelled ends, while conditions are asked too")
  func cancelled() async throws {
    let topology = try TraceSketch.feeder.topology()
    for condition in [nil, TraceCondition.attribute(TraceSketch.length, .greaterThan, 100)] {
      let task = Task { () -> TraceError.Code? in
        while !Task.isCancelled { await Task.yield() }
        do {
          _ = try topology.found(.connected, from: ["x"]) { configuration, _ in
            configuration.traversability.barriers = condition
          }
          return nil
        } catch { return (error as? TraceError)?.code }
      }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test("Segments and subnetworks for a task that is cancelled end, on all threads")
  func cancelledQuestions() async throws {
    let topology = try TraceSketch.feeder.topology()
    let questions: [@Sendable () throws -> Void] = [
      { _ = try topology.subnetworks() },
      {
        _ = try topology.isolationSegments(
          valves: .attribute(TraceSketch.length, .greaterThan, 100)
        )
      },
    ]
    for question in questions {
      try question()
      let task = Task { () -> TraceError.Code? in
        while !Task.isCancelled { await Task.yield() }
        do {
          try question()
          return nil
        } catch { return (error as? TraceError)?.code }
      }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test("Traces from many threads at once find what one finds")
  func threads() async throws {
    let topology = try TraceSketch.ring().topology()
    @Sendable func answer(_ number: Int) -> [String]? {
      let start = ["x", "y", "z", "end"][number % 4]
      let type = [TraceType.upstream, .downstream, .connected, .loops][number / 4 % 4]
      return try? topology.found(type, from: [start]) { configuration, _ in
        configuration.traversability.barriers =
          .attribute(TraceSketch.length, .greaterThan, .integer(Int64(number % 5 + 1)))
        configuration.filter.bitsetAttributeName = number % 3 == 0 ? TraceSketch.bits : nil
      }
    }
    let expected = (0..<240).map(answer)
    let found = await withTaskGroup(of: [(Int, [String]?)].self) { group in
      for turn in 0..<4 {
        group.addTask { (0..<240).map { (($0 * 7 + turn) % 240, answer(($0 * 7 + turn) % 240)) } }
      }
      var all: [(Int, [String]?)] = []
      for await some in group { all += some }
      return all
    }
    #expect(found.count == 960 && found.allSatisfy { expected[$0.0] == $0.1 })
  }
}
