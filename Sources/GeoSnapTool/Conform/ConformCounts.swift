import GeoSnap

/// The counts of features and vertices.
package struct ConformCounts: Sendable {
  package var features = 0
  var vertices = 0
  var moved = 0
  /// The number of vertices or features that did not move, by reason.
  var unmoved: [String: Int] = [:]
  var greatestDistance = 0.0
  /// Whether all vertices that stayed may be longitudes and latitudes.
  var fitsDegrees = true

  mutating func add(_ other: ConformCounts) {
    features += other.features
    vertices += other.vertices
    moved += other.moved
    unmoved.merge(other.unmoved) { $0 + $1 }
    fitsDegrees = fitsDegrees && other.fitsDegrees
    greatestDistance = max(greatestDistance, other.greatestDistance)
  }

  /// The counts as text.
  var lines: [String] {
    let farthest = moved > 0 ? ", at most by \(plain(greatestDistance))" : ""
    let stayed = unmoved.values.reduce(0, +)
    return [
      "\(count(features, "feature")): \(moved) of \(vertices) \(vertices == 1 ? "vertex" : "vertices") moved"
        + farthest + (stayed > 0 ? "; stayed:" : "")
    ] + unmoved.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "  \($0.key) \($0.value)" }
  }

  var json: String {
    let reasons = unmoved.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return "{\"features\":\(features),\"vertices\":\(vertices),\"moved\":\(moved),"
      + "\"unmoved\":{\(reasons.joined(separator: ","))},\"greatestDistance\":\(greatestDistance)}"
  }
}
