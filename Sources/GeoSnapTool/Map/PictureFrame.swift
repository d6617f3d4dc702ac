package import GeoSnap
import GeoSnapProjection

/// What a picture shows, and how wide it is.
package struct PictureFrame {
  package init(extent: Envelope? = nil, size: Double? = nil, width: Double = standardWidth) {
    self.extent = extent
    self.size = size
    self.width = width
  }
  static let standardWidth = 1160.0

  /// A rectangle to show.
  var extent: Envelope?
  /// Instead of it the sides of the square around a place.
  var size: Double?
  /// The width of the picture, in pixels.
  var width = standardWidth

  /// What to show of a network: the extent, the square, or what goes with a tolerance; when there is no
  /// place everything, but for a few features that lie far off.
  ///
  /// - Parameters:
  ///   - place: The place asked about; nil for none.
  ///   - tolerance: The radius around it; nil for none.
  ///   - network: The network.
  /// - Returns: The extent; a map may show a little more at two sides.
  /// - Throws: `Failure` when nothing says what to show, or numbers cannot tell its places apart.
  package func shown(
    around place: Coordinate?,
    tolerance: Double?,
    in network: some NetworkReading
  ) throws -> Envelope {
    if let extent { return try checked(extent) }
    guard let place else {
      guard let whole = Envelope.fitting(network.envelopes) else {
        throw Failure.usage(
          "The network has no feature with a place, so there is nothing to draw. geosnap render draws "
            + "an empty map where --extent says which."
        )
      }
      return try checked(whole.withMargin(share: 0.03))
    }
    if let size { return try checked(Envelope(around: place, radius: size / 2)) }
    guard let tolerance, tolerance > 0 else {
      throw Failure.usage(
        "Nothing says how much to show: give --size, --extent or a --tolerance above 0."
      )
    }
    return try checked(Envelope(around: place, radius: tolerance * 3))
  }

  /// What to show of an answer: what it is about, with some of what is around it.
  ///
  /// - Parameters:
  ///   - subject: The rectangles around what the answer is about; none for the whole network.
  ///   - network: The network.
  ///   - isClose: Whether the surroundings matter little, as around the content of a container.
  /// - Returns: The extent; a map may show a little more at two sides.
  /// - Throws: `Failure` as `shown` does.
  package func shown(
    fitting subject: [Envelope],
    in network: some NetworkReading,
    isClose: Bool = false
  ) throws -> Envelope {
    guard extent == nil, let fitted = Envelope.fitting(subject) else {
      return try shown(around: nil, tolerance: nil, in: network)
    }
    if isClose, fitted.side > 0 { return try checked(fitted.withMargin(share: 0.12)) }
    // A single valve says little without the streets around it.
    let least = (Envelope.fitting(network.envelopes)?.side ?? 0) * 0.02
    let around = fitted.expanded(by: max(0, (least - fitted.side) / 2))
    return try checked(around.withMargin(share: 0.1))
  }

  /// Refuses what is too wide to measure, or too small that far from the origin.
  private func checked(_ extent: Envelope) throws -> Envelope {
    let farthest = extent.farthestOrdinate
    guard farthest < 1e150 else {
      throw Failure.usage("The extent is too wide to draw: give an --extent of smaller numbers.")
    }
    let side = max(extent.width, extent.height)
    guard side > farthest.ulp * 1e4 || (side == 0 && farthest < 1e9) else {
      throw Failure.usage(
        "The extent is too small to draw that far from the origin: give a wider one."
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

  /// The rectangle with a margin of a share of its longer side, or of two units where it has none.
  fileprivate func withMargin(share: Double) -> Envelope {
    expanded(by: max(side > 0 ? side * share : 2, farthestOrdinate.ulp * 1e4))
  }
}

extension NetworkReading {
  /// The unit of coordinates as a scale bar writes it.
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
