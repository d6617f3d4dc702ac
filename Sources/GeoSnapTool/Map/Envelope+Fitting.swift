package import GeoSnap

extension Envelope {
  /// Of fewer envelopes none is left out.
  private static let fewest = 20
  /// The share of envelopes that may be far off at each of the four sides.
  private static let farShare = 0.02
  /// The ratio of the whole to the rest above which far-off envelopes are left out.
  private static let dotFactor = 4.0

  /// The envelope to show: of all envelopes or, when a few far-off ones would shrink the rest to a dot, of the rest;
  /// nil without envelopes.
  ///
  /// The rest begins with most of the centres, and grows by the envelopes no farther away than its longer side. The
  /// complexity is O(n log n).
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
  /// The envelopes of all features that have a geometry.
  package var envelopes: [Envelope] {
    features.compactMap { geometry(of: $0)?.envelope }
  }
}
