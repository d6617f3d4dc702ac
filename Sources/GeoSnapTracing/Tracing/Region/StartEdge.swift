/// A part of a line with a start, in the numbers of a region.
struct StartEdge {
  let edge: Int32
  /// The position of the start along the line.
  let fraction: Double
  /// The ends by which the trace leaves it.
  let exits: TraceRegion.Ways

  /// The same start with only those exits that are among `ways`.
  func leaving(by ways: TraceRegion.Ways) -> StartEdge {
    StartEdge(edge: edge, fraction: fraction, exits: exits.intersection(ways))
  }
}

extension TraceRegion {
  func start(onEdge number: Int) -> StartEdge {
    StartEdge(
      edge: startEdges[number],
      fraction: startFractions[number],
      exits: startExits[number]
    )
  }
}
