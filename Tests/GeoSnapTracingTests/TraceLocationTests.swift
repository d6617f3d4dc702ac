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
  ) throws -> String {
    let feature = try feature(origin)
    let error = try #require(throws: TraceError.self) {
      let place = GasFixture.c(x, y)
      return try topology.traceLocation(on: feature, closestTo: place, tolerance: tolerance)
    }
    #expect(error.code == .badLocation)
    return error.message
  }

  @Test("A place beside a line has the fraction of the closest place on it, within the tolerance")
  func fractions() throws {
    let service = try feature("pipe/1")
    for (y, tolerance, fraction) in [
      (12.5, FractionTolerance.betweenEnds, 0.25), (12.5, .within(3), 0.25), (10, .within(3), 0),
      (20, .unlimited, 1), (27, .unlimited, 1), (3, .unlimited, 0),
    ] {
      let place = GasFixture.c(23, y)
      let location = try topology.traceLocation(on: service, closestTo: place, tolerance: tolerance)
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
        == "pipe/1 does not reach the place, which lies 4.0 beyond one end."
    )
    #expect(try refusal("pipe/1", .nan, 12).contains("no place closest"))
    #expect(try refusal("pipe/1", 20, 12, .within(-1)).contains("0 or more"))
  }

  @Test("What is no line of the graph has no fraction")
  func noLine() throws {
    #expect(try refusal("valve/0", 62, 0).contains("valve/0 is not an edge"))
    #expect(try refusal("station/0", 62, 0).contains("station/0 is not an edge"))
    let drawn = try Topology(sketch: "x -a- y")
    let line = try drawn.place("a").feature
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
    func message(_ name: String, _ ways: String) throws -> String {
      let topology = try Topology(sketch: ways)
      let error = try #require(throws: TraceError.self) {
        try topology.traced(.subnetwork, from: "") { $0.subnetworkName = name }
      }
      #expect(error.code == .noControllers)
      return error.message
    }
    let six = "a*north, b*South, c*east, d*west, e*centre, f*harbour"
    let nearest = "Did you mean north, South, east, west or centre?"
    #expect(try message("Nroth", six).hasSuffix(nearest))
    #expect(try message("wst", six).contains("Did you mean west, east,"))
    #expect(try message("x", "").hasPrefix("There is no subnetwork 'x': no controller"))
  }

  @Test("A stop before associations against the flow names what lies beyond")
  func directionStops() throws {
    let devices = (1...6).map { "z = d\($0):single" }.joined(separator: ", ")
    let topology = try Topology(sketch: "S* = x = y, x -a- z, \(devices)")
    for (start, expected) in [
      ("x", ["x": "y, a"]), ("z", ["x": "y", "z": "d1, d2, d3, d4, d5 and 1 more"]),
    ] {
      let stops = try topology.traced(.upstream, from: start).stops
      let details = stops.filter { $0.reason == .direction }.map {
        (topology.name($0.element), $0.detail)
      }
      #expect(
        Dictionary(uniqueKeysWithValues: details)
          == expected.mapValues { "The flow does not lead to \($0), or may run either way." }
      )
    }
  }
}
