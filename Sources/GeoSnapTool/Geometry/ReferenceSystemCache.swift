import GeoSnap
import GeoSnapProjection
import Synchronization

/// The reference systems and transformations that all lines of a batch share: each lookup takes milliseconds.
final class ReferenceSystemCache: Sendable {
  static let shared = ReferenceSystemCache()

  private struct Pair: Hashable {
    var source: SRID
    var target: SRID
    /// The extent in whole degrees, or in tens of kilometres: the best operation depends on it.
    var extent: [Int]?
  }

  private let geodesies = Mutex<[SRID: Geodesy]>([:])
  private let transformations = Mutex<[Pair: CoordinateTransformation]>([:])

  /// Notes for users about the transformations.
  var notes: [String] {
    Set(transformations.withLock { $0.values.flatMap(\.notes) }).sorted()
  }

  func geodesy(_ srid: SRID) throws -> Geodesy {
    if let known = geodesies.withLock({ $0[srid] }) { return known }
    let geodesy = try Geodesy(of: SpatialReference(srid: srid))
    geodesies.withLock { $0[srid] = geodesy }
    return geodesy
  }

  /// The best transformation for coordinates near an envelope.
  func transformation(
    from source: SRID,
    to target: SRID,
    covering envelope: Envelope?
  ) throws -> CoordinateTransformation {
    let from = try SpatialReference(srid: source)
    let cell = from.kind == .geographic ? 1.0 : 10_000
    // Rounded outwards to whole cells, so that lines of one town share an operation.
    let extent = envelope.flatMap { envelope in
      let sides = [envelope.minX, envelope.minY, envelope.maxX, envelope.maxY].map { $0 / cell }
      return sides.allSatisfy { abs($0) < 1e9 }
        ? [
          Int(sides[0].rounded(.down)), Int(sides[1].rounded(.down)),
          Int(sides[2].rounded(.up)), Int(sides[3].rounded(.up)),
        ] : nil
    }
    let pair = Pair(source: source, target: target, extent: extent)
    if let known = transformations.withLock({ $0[pair] }) { return known }
    let transformation = try CoordinateTransformation(
      from: from,
      to: SpatialReference(srid: target),
      covering: extent.map {
        Envelope(
          minX: Double($0[0]) * cell,
          minY: Double($0[1]) * cell,
          maxX: Double($0[2]) * cell,
          maxY: Double($0[3]) * cell
        )
      }
    )
    transformations.withLock { $0[pair] = transformation }
    return transformation
  }
}
