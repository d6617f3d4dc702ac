import GeoSnap
import GeoSnapProjection

/// The reference systems in which features are served: that of the network, and longitude and latitude.
struct ReferenceSystems: Sendable {
  /// Longitude and latitude, as OGC names it.
  static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

  /// The name of the network's own; nil where it says none.
  let storage: String?
  private let toCRS84: CoordinateTransformation?

  /// - Throws: A refusal when the network's system cannot be transformed.
  init(_ network: EditedNetwork) throws(ServiceRefusal) {
    guard let srid = network.srid else {
      storage = nil
      toCRS84 = nil
      return
    }
    storage = "http://www.opengis.net/def/crs/EPSG/0/\(srid)"
    do throws(ProjectionError) {
      toCRS84 =
        srid == 4326
        ? nil
        : try CoordinateTransformation(
          from: SpatialReference(srid: srid),
          to: SpatialReference(srid: 4326)
        )
    } catch {
      throw ServiceRefusal(
        status: 500,
        code: "noTransformation",
        message: "EPSG:\(srid) cannot be transformed to longitude and latitude: \(error)"
      )
    }
  }

  /// All names.
  var all: [String] { storage.map { [ReferenceSystems.crs84, $0] } ?? [] }

  /// What a request asks for: a transformation from the network's system, nil for none.
  ///
  /// - Parameters:
  ///   - name: The name of the system; nil for longitude and latitude.
  ///   - parameter: The parameter that names it.
  /// - Returns: The transformation.
  /// - Throws: A refusal when it is none of those.
  func transformation(
    to name: String?,
    _ parameter: String
  ) throws(ServiceRefusal) -> CoordinateTransformation? {
    guard let storage else {
      guard name == nil else {
        throw .badRequest(
          "\(parameter): The network does not say its reference system: nothing is transformed."
        )
      }
      return nil
    }
    if name == storage { return nil }
    guard name == nil || name == ReferenceSystems.crs84 else {
      throw .badRequest("\(parameter) is none of \(all.joined(separator: ", ")).")
    }
    return toCRS84
  }

  /// The name of what features come in.
  func name(_ asked: String?) -> String? { storage == nil ? nil : asked ?? ReferenceSystems.crs84 }
}

extension CoordinateTransformation {
  /// The rectangle around what becomes of the border of a rectangle, which may bend.
  ///
  /// - Returns: The rectangle; nil where none of it has a place there.
  func rectangle(around envelope: Envelope) -> Envelope? {
    let steps = 20
    var around: Envelope?
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = envelope.minX + envelope.width * share
      let y = envelope.minY + envelope.height * share
      for place in [
        Coordinate(x: x, y: envelope.minY), Coordinate(x: x, y: envelope.maxY),
        Coordinate(x: envelope.minX, y: y), Coordinate(x: envelope.maxX, y: y),
      ] {
        guard let found = try? transform(place) else { continue }
        around = around.map { $0.union(Envelope(found)) } ?? Envelope(found)
      }
    }
    return around
  }
}
