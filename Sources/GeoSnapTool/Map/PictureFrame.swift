package import GeoSnap
import GeoSnapProjection

/// The extent and the width of a picture.
package struct PictureFrame {
  package init(extent: Envelope? = nil, size: Double? = nil, width: Double = standardWidth) {
    self.extent = extent
    self.size = size
    self.width = width
  }
  static let standardWidth = 1160.0

  /// A rectangle to show.
  var extent: Envelope?
  /// The side of a square around a place, instead of a rectangle.
  var size: Double?
  /// The width of the picture, in pixels.
  var width = standardWidth

  /// The extent to show of a network: the rectangle, the square, or one that fits the tolerance.
  ///
  /// Without a place it is the whole network, except a few features that are far off. A map may show a little more at
  /// two sides. Throws `Failure` when the extent is not determined, or coordinates are too imprecise for it.
  ///
  /// - `place`: The place of the question; nil for none.
  /// - `tolerance`: The radius around it; nil for none.
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

  /// The extent to show of an answer: its subject with some surroundings.
  ///
  /// A map may show a little more at two sides. Throws `Failure` as `shown(around:tolerance:in:)` does.
  ///
  /// - `subject`: The envelopes of the answer's subject; none for the whole network.
  /// - `isClose`: Whether the surroundings matter little, as around the content of a container.
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
  /// The magnitude of the ordinate that is farthest from 0.
  fileprivate var farthestOrdinate: Double {
    max(max(minX.magnitude, maxX.magnitude), max(minY.magnitude, maxY.magnitude))
  }

  /// The rectangle with a margin: a share of its longer side, or two units where it has none.
  fileprivate func withMargin(share: Double) -> Envelope {
    expanded(by: max(side > 0 ? side * share : 2, farthestOrdinate.ulp * 1e4))
  }
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
}
