internal import Foundation
internal import GeoSnap

/// Turns distances in data units into metres and back, near a place.
///
/// Degrees are taken on a sphere: exact enough for steps of a metre. Other units are kept as
/// they are, so "metre" means "unit" for them.
struct PlaneScale {
  /// Whether the coordinates are longitudes and latitudes in degrees.
  let isDegrees: Bool

  /// The distance within which two places are the same: 1e-8 degrees or 0.001 units.
  var tolerance: Double { isDegrees ? 1e-8 : 0.001 }
  /// The tolerance in metres.
  var toleranceInMetres: Double { isDegrees ? 1e-8 * PlaneScale.metresPerDegree : 0.001 }

  private static let metresPerDegree = 111_319.490_793

  /// The scale of a reference system; EPSG numbers geographic ones from 4000 to 4999.
  ///
  /// Where none is declared the coordinates decide. A network within ten units that fit longitude
  /// and latitude is one in degrees: none is so small in metres, and in a drawing without scale
  /// either will do. Steps of a metre would put its features a degree away.
  init(srid: SRID?, coordinates: [Coordinate] = []) {
    if let srid {
      isDegrees = (4000..<5000).contains(srid)
    } else if let extent = Envelope.combining(coordinates.map { Envelope($0) }) {
      isDegrees =
        max(extent.width, extent.height) <= 10
        && Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90).contains(extent)
    } else {
      isDegrees = false
    }
  }

  /// Metres per unit of x, at a y.
  private func metresPerX(_ y: Double) -> Double {
    guard isDegrees else { return 1 }
    return PlaneScale.metresPerDegree * max(cos(min(max(y, -89.9), 89.9) * .pi / 180), 0.001)
  }

  private var metresPerY: Double { isDegrees ? PlaneScale.metresPerDegree : 1 }

  /// The distance in metres.
  func distance(_ first: Coordinate, _ second: Coordinate) -> Double {
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
  func place(from start: Coordinate, bearing: Double, metres: Double) -> Coordinate {
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
