import GeoSnap
import GeoSnapProjection
import GeoSnapTool

/// The bbox of a request, which selects features exactly, in its own reference system.
struct BoundingBox: Sendable {
  /// One rectangle, or two at the antimeridian; x to the east and y to the north.
  private let boxes: [Envelope]
  private let system: ServedSystem

  /// Reads four numbers, or six with heights, which are ignored.
  ///
  /// - Throws: A refusal of a malformed box.
  init(_ text: String, in system: ServedSystem) throws(ServiceRefusal) {
    self.system = system
    guard
      let numbers = Parameter.numbers(text, count: 4)
        ?? Parameter.numbers(text, count: 6).map({ [$0[0], $0[1], $0[3], $0[4]] })
    else { throw .badRequest("bbox is \(text): neither four numbers nor six.") }
    let (x, y) = system.axes.read(
      first: (numbers[0], numbers[2]),
      second: (numbers[1], numbers[3])
    )
    guard y.0 <= y.1, x.0 <= x.1 || system.halfTurn != nil else {
      throw .badRequest("bbox is \(text): a minimum is greater than its maximum.")
    }
    if x.0 > x.1, let half = system.halfTurn {
      // A range from east to west crosses the antimeridian.
      boxes = [(x.0, max(half, x.0)), (min(-half, x.1), x.1)].map { west, east in
        Envelope(minX: west, minY: y.0, maxX: east, maxY: y.1)
      }
    } else {
      boxes = [Envelope(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)]
    }
  }

  /// The features of a table that intersect the box, followed by those without a geometry.
  ///
  /// OGC 17-069r4, requirement /req/core/fc-bbox-response, part C: a bbox also matches all features that have no
  /// geometry.
  func features(of table: Int, _ now: NetworkMoment) throws -> [FeatureID] {
    let index = try now.open.index()
    var ordinals: [Int32] = []
    for box in boxes {
      guard let way = system.transformation else {
        // The index is exact here.
        ordinals += index.features.features(intersecting: box)
        continue
      }
      guard let test = BoxTest(box, way, index.network) else { continue }
      let near = index.features.features(intersecting: test.reach)
      for (number, ordinal) in near.enumerated() {
        if number.isMultiple(of: 1_000) { try Task.checkCancellation() }
        let feature = index.network.feature(ordinal: ordinal)
        guard Int(feature.table) == table, let geometry = index.network.geometry(of: feature),
          test.holds(geometry)
        else { continue }
        ordinals.append(ordinal)
      }
    }
    if boxes.count > 1 { ordinals = Set(ordinals).sorted() }
    return ordinals.map { index.network.feature(ordinal: $0) }
      .filter { Int($0.table) == table } + now.reach(of: table).withoutGeometry
  }
}

/// Tests whether geometries of a network intersect a rectangle in another reference system.
private struct BoxTest {
  /// An envelope of all features that may intersect it, in the network's system.
  let reach: Envelope
  private let box: Envelope
  private let area: Geometry
  private let way: CoordinateTransformation
  /// The envelope of the transformed rectangle.
  private let around: Envelope
  /// Geometries in this rectangle intersect it without another test.
  private let inside: Envelope?

  /// Creates a test; nil when the rectangle is not near the network.
  ///
  /// `way` transforms from the network's system to that of the rectangle.
  init?(_ box: Envelope, _ way: CoordinateTransformation, _ network: EditedNetwork) {
    guard let own = network.envelope else { return nil }
    let size = max(own.width, own.height)
    // Far from a network its projection may fold, so only its surroundings are transformed.
    guard let seen = way.rectangle(around: own.expanded(by: size + 1)),
      let part = box.common(with: seen)
    else { return nil }
    let metre = BoxTest.metre(of: way.source)
    let length = min(2 * size, 50_000 * metre)
    let steps = length > 0 ? min(400, max(20, Int(6 * size / length))) : 20
    guard let around = way.inverse.rectangle(around: part, steps: steps) else { return nil }
    // Lines that are straight in one system are curved in the other: the border of the rectangle, and the segments of
    // lines. No segment in a network is longer than 50 km.
    let margin = 2 * way.bend(at: around.center, length) + 0.01 * metre
    reach = around.expanded(by: margin)
    self.box = box
    self.way = way
    self.around = around
    area = Geometry(box, srid: way.target.srid)
    inside = way.inverse.rectangle(inside: part, steps: steps).flatMap { inside in
      inside.width > 2 * margin && inside.height > 2 * margin
        ? Envelope(
          minX: inside.minX + margin,
          minY: inside.minY + margin,
          maxX: inside.maxX - margin,
          maxY: inside.maxY - margin
        ) : nil
    }
  }

  func holds(_ geometry: Geometry) -> Bool {
    guard let own = geometry.envelope else { return false }
    if let inside, inside.contains(own) { return true }
    // A geometry that cannot be transformed, as at the antimeridian, is tested by its envelope.
    guard let there = try? way.transform(geometry) else { return around.intersects(own) }
    guard let envelope = there.envelope, box.intersects(envelope) else { return false }
    return box.contains(envelope) || (try? area.intersects(there)) ?? true
  }

  /// The approximate length of a metre in the units of a system.
  private static func metre(of system: SpatialReference) -> Double {
    guard let factor = system.axes.first?.unitFactor, factor > 0 else { return 1 }
    return system.kind == .geographic ? 1 / (6_371_000 * factor) : 1 / factor
  }
}

extension CoordinateTransformation {
  /// The greatest distance between the middle of a straight line and that of its image, in the units of the source.
  fileprivate func bend(at middle: Coordinate, _ length: Double) -> Double {
    let half = length / 2
    let around = inverse
    var most = 0.0
    for (x, y) in [(1.0, 0.0), (0, 1), (1, 1), (1, -1)] {
      let start = Coordinate(x: middle.x - x * half, y: middle.y - y * half)
      let end = Coordinate(x: middle.x + x * half, y: middle.y + y * half)
      guard let one = try? transform(start), let other = try? transform(end),
        let back = try? around.transform(
          Coordinate(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
        )
      else { continue }
      most = max(most, back.distance(to: middle))
    }
    return most
  }
}
