package import GeoSnap
import GeoSnapProjection

package struct PictureFrame {
  package init(extent: Envelope? = nil, size: Double? = nil, width: Double = standardWidth) {
    self.extent = extent
    self.size = size
    self.width = width
  }
  static let standardWidth = 1160.0

  var extent: Envelope?
  /// The side of a square around a place, instead of a rectangle.
  var size: Double?
  var width = standardWidth

  /// The extent to show of a network: the rectangle, the square, or one that fits the tolerance.
  package func shown(
    around place: Coordinate?,
    tolerance: Double?,
    in network: some NetworkReading
  ) throws -> Envelope {
    if let extent { return try checked(extent) }
    guard let place else {
      guard let whole = Envelope.fitting(network.envelopes) else {
        throw Failure.usage(
          "The network has no feature with a place, so there is nothing to draw. With --extent, "
            + "geosnap render draws an empty map."
        )
      }
      return try checked(whole.withMargin(share: 0.03))
    }
    if let size { return try checked(Envelope(around: place, radius: size / 2)) }
    guard let tolerance, tolerance > 0 else {
      throw Failure.usage(
        "The extent of the picture is not given: give --size, --extent or a --tolerance above 0."
      )
    }
    return try checked(Envelope(around: place, radius: tolerance * 3))
  }

  /// The extent to show of an answer: its subject with some surroundings; throws `Failure` as
  /// `shown(around:tolerance:in:)` does.
  package func shown(
    fitting subject: [Envelope],
    in network: some NetworkReading,
    isClose: Bool = false
  ) throws -> Envelope {
    guard extent == nil, let fitted = Envelope.fitting(subject) else {
      return try shown(around: nil, tolerance: nil, in: network)
    }
    if isClose, fitted.side > 0 { return try checked(fitted.withMargin(share: 0.12)) }
    // A single valve needs the streets around it for orientation.
    let least = (Envelope.fitting(network.envelopes)?.side ?? 0) * 0.02
    let around = fitted.expanded(by: max(0, (least - fitted.side) / 2))
    return try checked(around.withMargin(share: 0.1))
  }

  /// Refuses an extent that is too wide to measure, or too small for its distance from the origin.
  private func checked(_ extent: Envelope) throws -> Envelope {
    let farthest = extent.farthestOrdinate
    guard farthest < 1e150 else {
      throw Failure.usage(
        "The coordinates of the extent are too large to draw: give an --extent of smaller numbers."
      )
    }
    let side = max(extent.width, extent.height)
    guard side > farthest.ulp * 1e4 || (side == 0 && farthest < 1e9) else {
      throw Failure.usage(
        "The extent is too small to draw that far from the origin: give a wider extent."
      )
    }
    return extent
  }
}

extension Envelope {
  fileprivate var farthestOrdinate: Double {
    max(max(minX.magnitude, maxX.magnitude), max(minY.magnitude, maxY.magnitude))
  }

  /// The rectangle with a margin: a share of its longer side, or two units where it has none.
  fileprivate func withMargin(share: Double) -> Envelope {
    expanded(by: max(side > 0 ? side * share : 2, farthestOrdinate.ulp * 1e4))
  }

  /// Of fewer envelopes none is left out.
  private static let fewest = 20
  /// The share of envelopes that may be far off at each of the four sides.
  private static let farShare = 0.02
  /// The ratio of the whole to the rest above which far-off envelopes are left out.
  private static let dotFactor = 4.0

  /// The envelope to show: of all envelopes or, when a few far-off ones would shrink the rest to a dot, of the rest;
  /// nil without envelopes.
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

  package var side: Double { max(width, height) }
}

extension NetworkReading {
  /// The unit of coordinates on a scale bar.
  var unitName: String {
    if base.isInDegrees { return "°" }
    let system = base.srid.flatMap { try? SpatialReference(srid: $0) }
    return switch system?.axes.first?.unit {
    case "metre": "m"
    case "foot": "ft"
    case "US survey foot": "US survey ft"
    case let unit? where system?.kind == .projected: unit
    default: "units"
    }
  }

  package var envelopes: [Envelope] { features.compactMap { geometry(of: $0)?.envelope } }
}
