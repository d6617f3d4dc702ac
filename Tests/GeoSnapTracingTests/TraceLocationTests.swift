import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Where traces start, as people point at it")
struct TraceLocationTests {
  /// A main of two parts, with its tap halfway at (20 10); a service from there to a meter.
  let topology: Topology

  init() throws { topology = Topology(try GasFixture.network(), tolerance: .millimetre) }

  private func feature(_ origin: String) throws -> FeatureID {
    try #require(topology.network.base.features(origin: origin).first)
  }

  private func refusal(
    _ origin: String,
    _ x: Double,
    _ y: Double,
    _ tolerance: FractionTolerance = .betweenEnds
  ) throws -> String? {
    let feature = try feature(origin)
    let error = #expect(throws: TraceError.self) {
      try topology.traceLocation(
        on: feature,
        closestTo: GasFixture.c(x, y),
        tolerance: tolerance
      )
    }
    #expect(error?.code == .badLocation)
    return error?.message
  }

  @Test("A place beside a line has the fraction of the closest place on it, within the tolerance")
  func fractions() throws {
    let service = try feature("pipe/1")
    for (y, tolerance, fraction) in [
      (12.5, FractionTolerance.betweenEnds, 0.25), (12.5, .within(3), 0.25), (10, .within(3), 0),
      (20, .unlimited, 1), (27, .unlimited, 1), (3, .unlimited, 0),
    ] {
      let location = try topology.traceLocation(
        on: service,
        closestTo: GasFixture.c(23, y),
        tolerance: tolerance
      )
      #expect(location == TraceLocation(service, fractionAlongEdge: fraction), "\(y)")
    }
    // A trace starts from what is returned.
    let main = try feature("pipe/0")
    let start = try topology.traceLocation(on: main, closestTo: GasFixture.c(5, 1))
    let result = try topology.trace(TraceParameters(.connected, from: [start]))
    #expect(result.elements.first?.feature == main)
    #expect(result.elements.first?.positions?.lowerBound == 0)
  }

  @Test("What is too far away is refused with its distance")
  func tolerance() throws {
    #expect(
      try refusal("pipe/1", 23, 12.5, .within(2))
        == "pipe/1 is 3.0 from the place, farther than the tolerance of 2.0."
    )
    #expect(
      try refusal("pipe/1", 20, 24)
        == "pipe/1 ends before the place, which lies 4.0 beyond its end."
    )
    #expect(try refusal("pipe/1", .nan, 12)?.contains("no place closest") == true)
    #expect(try refusal("pipe/1", 20, 12, .within(-1))?.contains("0 or more") == true)
  }

  @Test("What is no line of the graph has no fraction")
  func noLine() throws {
    #expect(try refusal("valve/0", 62, 0)?.contains("valve/0 is no edge") == true)
    #expect(try refusal("station/0", 62, 0)?.contains("station/0 is no edge") == true)
    var sketch = TraceSketch()
    sketch.junction("x")
    sketch.junction("y")
    sketch.line("a", "x", "y")
    let drawn = try sketch.topology()
    let line = try #require(drawn.network.features(origin: "a").first)
    let error = #expect(throws: TraceError.self) {
      try drawn.traceLocation(on: line, closestTo: GasFixture.c(0, 0))
    }
    #expect(error?.message == "a has no geometry: give the fraction, from 0 to 1.")
  }

  @Test("Terminals are offered where there are several")
  func terminals() throws {
    #expect(try topology.terminals(of: feature("ext_grid/0")).map(\.name) == ["In", "Out"])
    for origin in ["valve/0", "junction/2", "pipe/0", "station/0"] {
      #expect(try topology.terminals(of: feature(origin)).isEmpty, "\(origin)")
    }
  }

  @Test("A name that no subnetwork has is told with the nearest ones")
  func nearNames() throws {
    var sketch = TraceSketch()
    for (number, name) in ["north", "South", "east", "west", "centre", "harbour"].enumerated() {
      sketch.device("d\(number)", .single)
      sketch.control("d\(number)", name)
    }
    let topology = try sketch.topology()
    func message(_ name: String) throws -> String? {
      let error = #expect(throws: TraceError.self) {
        try topology.found(.subnetwork, from: []) { configuration, _ in
          configuration.subnetworkName = name
        }
      }
      #expect(error?.code == .noControllers)
      return error?.message
    }
    #expect(
      try message("Nroth")?.hasSuffix("the nearest names are north, South, east, west, centre.")
        == true
    )
    #expect(try message("wst")?.contains("the nearest names are west, east,") == true)
    let none = try TraceSketch().topology()
    let error = #expect(throws: TraceError.self) {
      try none.found(.subnetwork, from: []) { configuration, _ in
        configuration.subnetworkName = "x"
      }
    }
    #expect(error?.message.hasSuffix("'x': there are no controllers.") == true)
  }

  @Test("A stop before associations against the flow names what lies beyond")
  func directionStops() throws {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    for name in ["x", "y", "z"] { sketch.junction(name) }
    sketch.join("S", "x")
    sketch.join("x", "y")
    for number in 1...6 {
      sketch.device("d\(number)", .single)
      sketch.join("z", "d\(number)")
    }
    sketch.line("a", "x", "z")
    let topology = try sketch.topology()
    func details(from start: String) throws -> [String: String] {
      let stops = try topology.traced(.upstream, from: [start]).stops
      return Dictionary(
        uniqueKeysWithValues: stops.filter { $0.reason == .direction }.map {
          (topology.sketchName($0.element), $0.detail)
        }
      )
    }
    #expect(
      try details(from: "x") == [
        "x": "The flow does not lead to y, a, or may run either way."
      ]
    )
    #expect(
      try details(from: "z") == [
        "x": "The flow does not lead to y, or may run either way.",
        "z": "The flow does not lead to d1, d2, d3, d4, d5 and 1 more, or may run either way.",
      ]
    )
  }
}
