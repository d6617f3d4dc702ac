import GeoSnap
import GeoSnapProjection

/// The reference systems of the service: the network's, and longitude and latitude.
package struct ReferenceSystems: Sendable {
  /// OGC's name of longitude and latitude.
  package static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

  /// The name of the network's system; nil when it declares none.
  let storage: String?
  private let own: ServedSystem
  private let degrees: ServedSystem

  /// Throws a refusal when the network's system cannot be transformed.
  init(_ network: EditedNetwork) throws(ServiceRefusal) {
    guard let srid = network.srid else {
      storage = nil
      own = .unknown
      degrees = .unknown
      return
    }
    storage = "http://www.opengis.net/def/crs/EPSG/0/\(srid)"
    do throws(ProjectionError) {
      let system = try SpatialReference(srid: srid)
      own = ServedSystem(
        transformation: nil,
        axes: AxisOrder(of: system),
        halfTurn: system.kind == .geographic ? .pi / system.axes[0].unitFactor : nil
      )
      degrees = ServedSystem(
        transformation: srid == 4326
          ? nil : try CoordinateTransformation(from: system, to: SpatialReference(srid: 4326)),
        axes: .eastNorth,
        halfTurn: 180
      )
    } catch {
      throw ServiceRefusal(
        status: 500,
        code: "noTransformation",
        message: "EPSG:\(srid) cannot be transformed to longitude and latitude: \(error)"
      )
    }
  }

  var all: [String] { storage.map { [ReferenceSystems.crs84, $0] } ?? [] }

  /// Longitude and latitude; the stored coordinates when the network declares no system.
  var standard: ServedSystem { degrees }

  /// The system that `name`, the value of `parameter`, identifies; longitude and latitude for nil.
  ///
  /// - Throws: A refusal when it is not supported.
  func system(_ name: String?, _ parameter: String) throws(ServiceRefusal) -> ServedSystem {
    guard let storage else {
      guard name == nil else {
        throw .badRequest(
          "\(parameter): The network declares no reference system: its coordinates cannot be transformed."
        )
      }
      return own
    }
    if name == storage { return own }
    guard name == nil || name == ReferenceSystems.crs84 else {
      throw .badRequest("\(parameter) must be \(Words.list(all, "or")).")
    }
    return degrees
  }

  func name(_ asked: String?) -> String? { storage == nil ? nil : asked ?? ReferenceSystems.crs84 }
}

/// A reference system in which coordinates are served.
struct ServedSystem: Sendable {
  /// The transformation from the network's system; nil when it is the same.
  let transformation: CoordinateTransformation?
  let axes: AxisOrder
  /// Half of the range of longitudes, when x is a longitude.
  let halfTurn: Double?

  /// The system of a network that declares none.
  static let unknown = ServedSystem(transformation: nil, axes: .eastNorth, halfTurn: nil)

  /// A geometry of the network in this system; nil when it cannot be transformed.
  func written(_ geometry: Geometry) -> Geometry? {
    guard let transformation else { return axes.written(geometry) }
    return (try? transformation.transform(geometry)).map(axes.written)
  }
}

extension CoordinateTransformation {
  /// The rectangle around the transformed border of a rectangle, which may be curved; nil when no part can be
  /// transformed.
  ///
  /// Each side is sampled at `steps` intervals.
  func rectangle(around envelope: Envelope, steps: Int = 20) -> Envelope? {
    var around: Envelope?
    for side in sides(of: envelope, steps) {
      for place in side {
        guard let found = try? transform(place) else { continue }
        around = around.map { $0.union(Envelope(found)) } ?? Envelope(found)
      }
    }
    return around
  }

  /// A rectangle inside the transformed border of a rectangle; nil when there is none, or the border is mirrored.
  func rectangle(inside envelope: Envelope, steps: Int = 20) -> Envelope? {
    var found: [[Coordinate]] = []
    for side in sides(of: envelope, steps) {
      let places = side.compactMap { try? transform($0) }
      guard places.count == side.count else { return nil }
      found.append(places)
    }
    guard let minY = found[0].map(\.y).max(), let maxY = found[1].map(\.y).min(),
      let minX = found[2].map(\.x).max(), let maxX = found[3].map(\.x).min(), minX < maxX,
      minY < maxY
    else { return nil }
    return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// Places on the four sides of a rectangle: the lower, the upper, the left and the right one.
  private func sides(of envelope: Envelope, _ steps: Int) -> [[Coordinate]] {
    let shares = (0...steps).map { Double($0) / Double(steps) }
    // The last place is exactly the far corner.
    let xs = shares.map { $0 == 1 ? envelope.maxX : envelope.minX + envelope.width * $0 }
    let ys = shares.map { $0 == 1 ? envelope.maxY : envelope.minY + envelope.height * $0 }
    return [
      xs.map { Coordinate(x: $0, y: envelope.minY) },
      xs.map { Coordinate(x: $0, y: envelope.maxY) },
      ys.map { Coordinate(x: envelope.minX, y: $0) },
      ys.map { Coordinate(x: envelope.maxX, y: $0) },
    ]
  }
}
