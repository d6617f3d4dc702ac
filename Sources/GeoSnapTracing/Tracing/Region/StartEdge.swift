/// A part of a line on which a trace starts, in the numbers of a region.
struct StartEdge {
  let edge: Int32
  /// Where along the line it starts.
  let fraction: Double
  /// The ends by which the trace leaves it.
  let exits: TraceRegion.Ways

  /// The same start, left by those of its ends that are among some ways.
  func leaving(by ways: TraceRegion.Ways) -> StartEdge {
    StartEdge(edge: edge, fraction: fraction, exits: exits.intersection(ways))
  }
}

extension TraceRegion {
  /// One of the starts on edges.
  func start(onEdge number: Int) -> StartEdge {
    StartEdge(
      edge: startEdges[number],
      fraction: startFractions[number],
      exits: startExits[number]
    )
  }
}
