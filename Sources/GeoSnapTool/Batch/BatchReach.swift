import GeoSnap
import GeoSnapStore

/// How far the points of a batch look, in a network of which only an extent may have been read.
struct BatchReach: Sendable {
  /// Where the network ends, if only an extent of it was read.
  let edge: NetworkEdge?
  let tolerance: Double

  /// How many of some places there may be more near to than was read.
  func unknownCount(_ places: [Coordinate]) -> Int {
    guard let edge else { return 0 }
    return places.count { !edge.encloses($0, within: tolerance) }
  }
}
