internal import Foundation
package import GeoSnap

/// Turns distances in data units into metres and back, near a place.
///
/// Degrees are taken on a sphere: exact enough for steps of a metre. Other units are kept as
/// they are, so "metre" means "unit" for them.
package struct PlaneScale {
  /// Whether the coordinates are longitudes and latitudes in degrees.
  package let isDegrees: Bool
  /// Whether they could be, whatever is declared: all within ten units and the range of degrees.
  let looksLikeDegrees: Bool

  /// The distance within which two places are the same: 1e-8 degrees or 0.001 units.
  var tolerance: Double { isDegrees ? 1e-8 : 0.001 }
  /// The tolerance in metres.
  var toleranceInMetres: Double { isDegrees ? 1e-8 * PlaneScale.metresPerDegree : 0.001 }

  private static let metresPerDegree = 111_319.490_793
  /// A little under the ten degrees that ``UtilityNetwork/coincidenceTolerance`` allows a network:
  /// what steps aside must not lift it over them.
  private static let widest = 9.99

  /// The scale of a reference system; EPSG numbers most geographic ones from 4000 to 4999.
  ///
  /// A code there whose coordinates fit no longitude and latitude is one of the few others.
  ///
  /// Where none is declared the coordinates decide. A network within ten units that fit longitude
  /// and latitude is one in degrees: none is so small in metres, and in a drawing without scale
  /// either will do. Steps of a metre would put its features a degree away.
  package init(srid: SRID?, coordinates: [Coordinate] = []) {
    self.init(srid: srid, extent: Envelope.combining(coordinates.map { Envelope($0) }))
  }

  /// The scale of a reference system where the coordinates are within an extent; nil when there are none.
  package init(srid: SRID?, extent: Envelope?) {
    let world = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
    let fitsWorld = extent.map { world.contains($0) }
    looksLikeDegrees =
      fitsWorld == true && (extent.map { max($0.width, $0.height) <= PlaneScale.widest } ?? false)
    if let srid {
      let isGeographic = (4000..<5000).contains(srid) || PlaneScale.laterGeographic.contains(srid)
      isDegrees = isGeographic && fitsWorld ?? true
    } else {
      isDegrees = looksLikeDegrees
    }
  }

  /// Geographic systems that were numbered after 4999 ran out.
  private static let laterGeographic: Set<SRID> = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]

  /// Metres per unit of x, at a y.
  private func metresPerX(_ y: Double) -> Double {
    guard isDegrees else { return 1 }
    return PlaneScale.metresPerDegree * max(cos(min(max(y, -89.9), 89.9) * .pi / 180), 0.001)
  }

  private var metresPerY: Double { isDegrees ? PlaneScale.metresPerDegree : 1 }

  /// The distance in metres.
  package func distance(_ first: Coordinate, _ second: Coordinate) -> Double {
    let dx = (second.x - first.x) * metresPerX((first.y + second.y) / 2)
    let dy = (second.y - first.y) * metresPerY
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The bearing from one place to another, in radians counter-clockwise from the x axis.
  func bearing(from first: Coordinate, to second: Coordinate) -> Double {
    atan2(
      (second.y - first.y) * metresPerY,
      (second.x - first.x) * metresPerX((first.y + second.y) / 2)
    )
  }

  /// The place a number of metres away in a direction.
  package func place(from start: Coordinate, bearing: Double, metres: Double) -> Coordinate {
    Coordinate(
      x: start.x + cos(bearing) * metres / metresPerX(start.y),
      y: start.y + sin(bearing) * metres / metresPerY
    )
  }

  /// The distance in data units that spans at least a number of metres in every direction.
  func units(metres: Double, at y: Double) -> Double {
    metres / min(metresPerX(y), metresPerY)
  }

  /// The rectangle that reaches a number of metres from a place in every direction.
  func envelope(around center: Coordinate, metres: Double) -> Envelope {
    Envelope(center).expanded(by: units(metres: metres, at: center.y))
  }
}
