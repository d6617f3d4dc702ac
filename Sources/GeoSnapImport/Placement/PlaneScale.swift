internal import Foundation
package import GeoSnap

/// Converts between data units and metres near a place; degrees are on a sphere.
package struct PlaneScale {
  /// Whether the coordinates are longitudes and latitudes in degrees.
  package let isDegrees: Bool
  /// Whether they could be, regardless of the declaration: at most ten units wide and in the range of degrees.
  let looksLikeDegrees: Bool

  /// The distance within which two places are the same: 1e-8 degrees or 0.001 units.
  var tolerance: Double { isDegrees ? 1e-8 : 0.001 }
  var toleranceInMetres: Double { isDegrees ? 1e-8 * Self.metresPerDegree : 0.001 }

  private static let metresPerDegree = 111_319.490_793
  /// Slightly less than the ten degrees of `UtilityNetwork.coincidenceTolerance`, so that moves do not exceed them.
  private static let widest = 9.99

  /// Most geographic systems have EPSG codes from 4000 to 4999; without a code, coordinates in the range of degrees are
  /// degrees if they are at most ten units wide, since no network is so small in metres.
  package init(srid: SRID?, coordinates: [Coordinate] = []) {
    self.init(srid: srid, extent: Envelope.combining(coordinates.map { Envelope($0) }))
  }

  /// Creates the scale of a reference system with coordinates in an extent; nil for no coordinates.
  package init(srid: SRID?, extent: Envelope?) {
    let world = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
    let fitsWorld = extent.map { world.contains($0) }
    looksLikeDegrees =
      fitsWorld == true && (extent.map { max($0.width, $0.height) <= Self.widest } ?? false)
    if let srid {
      let isGeographic = (4000..<5000).contains(srid) || Self.laterGeographic.contains(srid)
      isDegrees = isGeographic && fitsWorld ?? true
    } else {
      isDegrees = looksLikeDegrees
    }
  }

  /// Geographic systems with codes after 4999.
  private static let laterGeographic: Set<SRID> = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]

  private func metresPerX(_ y: Double) -> Double {
    guard isDegrees else { return 1 }
    return Self.metresPerDegree * max(cos(min(max(y, -89.9), 89.9) * .pi / 180), 0.001)
  }

  private var metresPerY: Double { isDegrees ? Self.metresPerDegree : 1 }

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

  package func place(from start: Coordinate, bearing: Double, metres: Double) -> Coordinate {
    Coordinate(
      x: start.x + cos(bearing) * metres / metresPerX(start.y),
      y: start.y + sin(bearing) * metres / metresPerY
    )
  }

  /// The distance in data units that is at least a number of metres in every direction.
  func units(metres: Double, at y: Double) -> Double { metres / min(metresPerX(y), metresPerY) }

  func envelope(around center: Coordinate, metres: Double) -> Envelope {
    Envelope(center).expanded(by: units(metres: metres, at: center.y))
  }
}
