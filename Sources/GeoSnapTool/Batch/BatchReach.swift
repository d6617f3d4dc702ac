import GeoSnap
import GeoSnapStore

/// The distance that a batch searches around its points, and the edge of the network that was read.
struct BatchReach: Sendable {
  /// The edge of the network, if only an extent of it was read.
  let edge: NetworkEdge?
  let tolerance: Double

  /// The number of places whose tolerance reaches beyond the extent that was read.
  func unknownCount(_ places: [Coordinate]) -> Int {
    guard let edge else { return 0 }
    return places.count { !edge.encloses($0, within: tolerance) }
  }
}
