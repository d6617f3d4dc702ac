package import GeoSnap

extension Envelope {
  /// Of fewer things none is left out.
  private static let fewest = 20
  /// What share of the things at each of the four sides may be far off.
  private static let farShare = 0.02
  /// How many times as long as the rest the whole has to be before something is left out.
  private static let dotFactor = 4.0

  /// The rectangle to show of many: all of them or, when a few far-off ones would shrink the rest to a dot,
  /// the rest.
  ///
  /// The rest is what lies around the middle of most of them, and whatever lies no farther from that than
  /// it is long, and so on.
  ///
  /// - Parameter envelopes: The rectangles around the things.
  /// - Returns: The rectangle; nil when there are none.
  /// - Complexity: O(n log n).
  package static func fitting(_ envelopes: [Envelope]) -> Envelope? {
    guard let whole = combining(envelopes) else { return nil }
    guard envelopes.count >= fewest else { return whole }
    let centers = envelopes.map(\.center)
    let (xs, ys) = (centers.map(\.x).sorted(), centers.map(\.y).sorted())
    let cut = max(1, Int(Double(envelopes.count) * farShare))
    let last = envelopes.count - 1 - cut
    var core = Envelope(minX: xs[cut], minY: ys[cut], maxX: xs[last], maxY: ys[last])
    while core.side * dotFactor < whole.side {
      let reach = core.expanded(by: core.side)
      let near = combining(envelopes.lazy.map { reach.contains($0) ? $0 : nil })
      let grown = near.map { core.union($0) } ?? core
      if grown == core { return core }
      core = grown
    }
    return whole
  }

  /// The longer side.
  package var side: Double { max(width, height) }
}

extension NetworkReading {
  /// The rectangles around all features that have a place.
  package var envelopes: [Envelope] {
    features.compactMap { geometry(of: $0)?.envelope }
  }
}
