internal import GeoSnapSupport

/// A static R-tree over envelopes, which finds those that meet a rectangle or lie near a point.
///
/// An item is the position of its envelope in the input. Queries with a NaN, a negative distance or a point beyond
/// ±1e150 find nothing. The structure is the packed Hilbert R-tree of Kamel and Faloutsos (1993).
package struct PackedRTree: Sendable {
  // Invariant: an entry's corners are those of an envelope, and its label's feature is its item.
  package let tree: PackedTree

  /// Builds a tree over all of `envelopes`, in O(n).
  package init(_ envelopes: [Envelope]) throws(IndexError) {
    try checkEntryCount(envelopes.count)
    for (entry, envelope) in envelopes.enumerated() {
      if let problem = envelopeProblem(envelope, entry: entry) { throw problem }
    }
    self.init(checked: envelopes, items: Array(0..<Int32(envelopes.count)))
  }

  /// Builds a tree over checked envelopes.
  package init(checked envelopes: [Envelope], items: [Int32]) {
    let builder = TreeBuilder(zip(envelopes, items).map { TreeEntry($0, item: $1) })
    builder.run()
    tree = builder.tree()
  }

  /// Calls `body` for each item whose envelope meets `envelope`; touching counts.
  package func forEachItem(intersecting envelope: Envelope, _ body: (Int32) -> Void) {
    tree.forEachEntry(meeting: envelope) { entry in
      if entry.segment.envelope.intersects(envelope) { body(entry.label.feature) }
    }
  }

  /// The items whose envelopes meet `envelope`; touching counts.
  package func items(intersecting envelope: Envelope) -> [Int32] {
    var found: [Int32] = []
    forEachItem(intersecting: envelope) { found.append($0) }
    return found
  }

  /// The items whose envelopes are within `distance`, in coordinate units, of a point; the distance is 0 inside.
  package func items(within distance: Double, of point: Coordinate) -> [Int32] {
    guard let tolerance = Tolerance(distance, at: point) else { return [] }
    var found: [Int32] = []
    tree.forEachEntry(meeting: tree.extent.window(within: distance, of: point)) { entry in
      let squaredDistance = entry.segment.envelope.squaredDistance(to: point)
      if tolerance.admits(squaredDistance: squaredDistance) { found.append(entry.label.feature) }
    }
    return found
  }
}

/// The problem of an envelope that cannot be indexed; nil otherwise.
private func envelopeProblem(_ envelope: Envelope, entry: Int) -> IndexError? {
  let least = Coordinate(x: envelope.minX, y: envelope.minY)
  let greatest = Coordinate(x: envelope.maxX, y: envelope.maxY)
  if let problem = coordinateProblem(least, entry: entry) { return problem }
  if let problem = coordinateProblem(greatest, entry: entry) { return problem }
  guard least.x > greatest.x || least.y > greatest.y else { return nil }
  return IndexError(
    .invertedEnvelope,
    "Entry \(entry) runs from \(least) to \(greatest): give the smaller ordinates first.",
    entry: entry
  )
}
