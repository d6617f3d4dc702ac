import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces of extreme values, starts that bar and tasks that are cancelled")
struct TraceExtremeTests {
  @Test("Loops share bits of any number: all of them, the highest, none")
  func bitsOfLoops() throws {
    for (values, isLoop) in [
      ([-1, -1, -1], true), ([-1, -4_611_686_018_427_387_904, nil], true), ([nil, nil, nil], true),
      ([0, nil, nil], false), ([1, 2, nil], false),
    ] as [([Double?], Bool)] {
      let topology = try Topology(
        sketch: "x -a- y -b- z -c- x",
        ["a": ["Bits": values[0]], "b": ["Bits": values[1]], "c": ["Bits": values[2]]]
      )
      let found = topology.found(.loops, from: "x") { $0.filter.bitsetAttributeName = "Bits" }
      #expect(found == (isLoop ? "a b c x y z" : ""), "\(values)")
    }
  }

  @Test("A loop whose members share a bit is found, whatever bits the way to it has")
  func loopBehindOtherBits() throws {
    let two = ["Bits": 2] as TraceSketch.Values
    var sketch = TraceSketch("start -way- x -a- y -b- x", ["way": ["Bits": 1], "a": two, "b": two])
    func loops() throws -> String {
      try sketch.topology().found(.loops, from: "start") { $0.filter.bitsetAttributeName = "Bits" }
    }
    #expect(try loops() == "a b x y")
    // A junction is a member too.
    sketch.draw("x -c- z -d- x", ["z": ["Bits": 1], "c": two, "d": two])
    #expect(try loops() == "a b x y")
  }

  @Test("A substitution has groups of any number of bits", arguments: [3, 31, 62, 63, 64, 1000])
  func substitution(bitSize: Int) throws {
    let drawn = try Topology(
      sketch: "S* -a- tap:protective",
      ["S": ["Bits": 1], "tap": ["Substitution": 1]]
    ).network.base
    var definition = drawn.definition
    definition.networkAttributes[4].bitSize = bitSize
    #expect(definition.networkAttributes[4].name == "Bits")
    let topology = Topology(try drawn.with(definition: definition))
    let found = topology.found(.subnetwork, from: "S") { $0.propagators = [.substituting] }
    #expect(found == "S a tap")
  }

  @Test("A start that bars is returned alone, and told as the place where the trace stopped")
  func barringStart() throws {
    let topology = try TraceSketch.feeder.topology()
    for type in [TraceType.connected, .subnetwork, .upstream, .downstream] {
      let result = try topology.traced(type, from: "y", barriers: "y")
      #expect(topology.names(result.elements) == "y", "\(type)")
      let stops = result.stops.map { "\(topology.name($0.element)) \($0.reason)" }
      #expect(stops == ["y barrier"], "\(type)")
    }
  }

  @Test("Where nothing that is propagated arrives, the error says so")
  func noPropagatedValue() throws {
    let topology = try Topology(sketch: "S* -a- x -b- y", ["a": ["Bits": 4], "b": ["Bits": 3]])
    let error = #expect(throws: TraceError.self) {
      try topology.traced(.upstream, from: "y") {
        $0.propagators = [TracePropagator(.bitwiseAnd, of: "Bits", .includesAny, 7)]
      }
    }
    #expect(error?.code == .noControllers)
    let stops = error?.stops.map { "\(topology.name($0.element)) \($0.reason)" }
    #expect(stops == ["b propagator"])
  }

  @Test("An isolation trace tells what is propagated to what has to be shut")
  func propagatedToValves() throws {
    var sketch = TraceSketch.valves
    sketch.draw("U* -g- x", ["U": ["Bits": 5]])
    let result = try sketch.topology().traced(.isolation, from: "end", telling: ["Bits"]) {
      $0.filter.barriers = .isValve
    }
    #expect(result.elements.count == 1)
    // Of S and T, which have no value, all bits arrive.
    #expect(result.propagated.map(\.values) == [[nil]])
    let alone = try TraceSketch.feeder.topology()
      .traced(.isolation, from: "z", filterBarriers: "y", telling: ["Length"])
    #expect(alone.elements.count == 1 && alone.propagated.map(\.values) == [[1]])
  }

  @Test("Drawing counts for no other type of trace than upstream and downstream")
  func drawing() throws {
    let topology = try TraceSketch.ring().topology()
    for type in [TraceType.connected, .subnetwork, .subnetworkControllers, .loops] {
      let found = [true, false].map { isDrawn in
        topology.found(type, from: "end") {
          $0.usesDigitizedDirection = isDrawn
          $0.propagators = [TracePropagator(.bitwiseAnd, of: "Bits", .includesAny, 1)]
        }
      }
      #expect(found[0] == found[1] && !found[0].contains("no"), "\(type)")
    }
    // Drawn towards the source.
    let towards = try Topology(sketch: "x -a- S*")
    let found = towards.found(.subnetwork, from: "x") { $0.usesDigitizedDirection = true }
    #expect(found == "S a x")
  }

  @Test("From a line that bars nothing is reached, its own other places neither")
  func whyOnBarringLine() throws {
    let topology = try TraceSketch.ring(status: 1).topology()
    var configuration = TraceConfiguration()
    let (from, to) = (try topology.place("c@0.25"), try topology.place("c@0.75"))
    let free = try topology.why(from: from, to: to, configuration: configuration)
    #expect(free.isReached && topology.names(free.path) == "c")
    configuration.traversability.barriers = .isOpen
    let answer = try topology.why(from: from, to: to, configuration: configuration)
    #expect(!answer.isReached && answer.path.isEmpty)
    #expect(topology.names(answer.blockers.map(\.element)) == "c")
  }

  private func isRefused(_ question: TraceParameters, _ topology: Topology) -> Bool {
    do throws(TraceError) {
      _ = try topology.trace(question)
      return false
    } catch { return error.code == .badLocation }
  }

  @Test("A feature of another network is refused wherever it is named")
  func foreignFeatures() throws {
    let topology = try TraceSketch.feeder.topology()
    let known = try topology.place("x")
    let table = Int(known.feature.table)
    for feature in [
      FeatureID(table: 99, row: 0), FeatureID(table: -1, row: 0),
      FeatureID(table: table, row: 1000), FeatureID(table: table, row: -1),
    ] {
      let foreign = TraceLocation(feature)
      var questions = [
        TraceParameters(.connected, from: [foreign]),
        TraceParameters(.connected, from: [known], barriers: [foreign]),
        TraceParameters(.connected, from: [known], filterBarriers: [foreign]),
      ]
      for assumptions in [
        TraceAssumptions(blocked: [feature]), TraceAssumptions(unblocked: [feature]),
        TraceAssumptions(values: [.init(feature, "Status", 1)]),
      ] {
        var question = TraceParameters(.connected, from: [known])
        question.assumptions = assumptions
        questions.append(question)
      }
      for question in questions { #expect(isRefused(question, topology), "\(question)") }
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
    ] { #expect(isRefused(TraceParameters(.connected, from: [place]), topology), "\(place)") }
    for fraction in [0.0, 1] {
      let place = TraceLocation(line, fractionAlongEdge: fraction)
      let found = try topology.trace(TraceParameters(.connected, from: [place, place]))
      #expect(found.elements.count == 12)
    }
  }

  @Test("A neighbour is measured from the place of the start, and not through what bars")
  func neighborPlaces() throws {
    let topology = try Topology(
      sketch: "x -a- y, x -b- p:protective, y -c- q:protective",
      ["a": ["Length": 10], "b": ["Length": 3], "c": ["Length": 1]]
    )
    func nearest(_ start: String, count: Int = 1, barriers: String = "") -> String {
      topology.found(.connected, from: start, filterBarriers: barriers) {
        $0.filter.nearestNeighbors = NearestNeighbors(
          count: count,
          costAttributeName: "Length",
          categories: ["Protective"]
        )
      }
    }
    #expect(nearest("a@0.25") == "p" && nearest("a@0.75") == "q")
    // `x` is barred: `p` lies beyond it, and what is left is farther.
    #expect(nearest("a@0.25", count: 2, barriers: "x") == "q")
  }

  @Test("What a task asks that is cancelled ends: traces, segments and subnetworks, on all threads")
  func cancelled() async throws {
    let topology = try TraceSketch.feeder.topology()
    let long = TraceCondition.attribute("Length", .greaterThan, 100)
    let questions: [@Sendable () throws -> Void] = [
      { _ = try topology.traced(.connected, from: "x") },
      { _ = try topology.traced(.connected, from: "x") { $0.traversability.barriers = long } },
      { _ = try topology.subnetworks() }, { _ = try topology.isolationSegments(valves: long) },
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
    @Sendable func answer(_ number: Int) -> String {
      let start = ["x", "y", "z", "end"][number % 4]
      let type = [TraceType.upstream, .downstream, .connected, .loops][number / 4 % 4]
      return topology.found(type, from: start) {
        $0.traversability.barriers =
          .attribute("Length", .greaterThan, .integer(Int64(number % 5 + 1)))
        $0.filter.bitsetAttributeName = number % 3 == 0 ? "Bits" : nil
      }
    }
    let expected = (0..<240).map(answer)
    let found = await withTaskGroup(of: [(Int, String)].self) { group in
      for turn in 0..<4 {
        group.addTask { (0..<240).map { (($0 * 7 + turn) % 240, answer(($0 * 7 + turn) % 240)) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(found.count == 960 && found.allSatisfy { expected[$0.0] == $0.1 })
  }
}
