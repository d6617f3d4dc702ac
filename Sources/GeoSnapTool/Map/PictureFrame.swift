import GeoSnap

/// What a picture shows, and how wide it is.
struct PictureFrame {
  static let standardWidth = 1160.0

  /// A rectangle to show.
  var extent: Envelope?
  /// Instead of it the sides of the square around a place.
  var size: Double?
  /// The width of the picture, in pixels.
  var width = standardWidth

  /// What to show of a network: the extent, the square, or what goes with a tolerance; everything
  /// when there is no place.
  ///
  /// - Parameters:
  ///   - place: The place asked about; nil for none.
  ///   - tolerance: The radius around it; nil for none.
  ///   - network: The network.
  /// - Returns: The extent; a map may show a little more at two sides.
  /// - Throws: `Failure` when nothing says what to show, or numbers cannot tell its places apart.
  func shown(
    around place: Coordinate?,
    tolerance: Double?,
    in network: UtilityNetwork
  ) throws -> Envelope {
    if let extent { return try checked(extent) }
    guard let place else {
      guard let whole = Envelope.combining(network.tables.map(\.extent)) else {
        throw Failure.usage(
          "The network has no feature with a place, so there is nothing to draw. geosnap render draws "
            + "an empty map where --extent says which."
        )
      }
      let side = max(whole.width, whole.height)
      let margin = max(side > 0 ? side * 0.03 : 2, whole.farthestOrdinate.ulp * 1e4)
      return try checked(whole.expanded(by: margin))
    }
    if let size { return try checked(Envelope(around: place, radius: size / 2)) }
    guard let tolerance, tolerance > 0 else {
      throw Failure.usage(
        "Nothing says how much to show: give --size, --extent or a --tolerance above 0."
      )
    }
    return try checked(Envelope(around: place, radius: tolerance * 3))
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
}

extension UtilityNetwork {
  /// Whether coordinates are known to be degrees: the geographic systems that networks are kept in.
  var isInDegrees: Bool {
    let systems: Set<SRID> = [
      4326, 4979, 4258, 4937, 4230, 4277, 4314, 4269, 4267, 4617, 4283, 7844, 4167, 4148, 4612,
      6668,
      4674, 9057,
    ]
    return srid.map(systems.contains) ?? false
  }

  /// The unit of coordinates as a scale bar writes it.
  var unitName: String {
    if isInDegrees { return "°" }
    return switch srid {
    // Transverse Mercator zones of ETRS89, WGS 84 and DHDN, and the Mercator of web maps.
    case .some(25828...25838), .some(32601...32660), .some(32701...32760), .some(31466...31469),
      .some(3857):
      "m"
    default: "units"
    }
  }
}
