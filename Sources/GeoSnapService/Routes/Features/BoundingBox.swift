import GeoSnap
import GeoSnapProjection
import GeoSnapTool

/// The bbox of a request: which features meet it, exactly, in its own reference system.
struct BoundingBox: Sendable {
  /// One rectangle, or the two on both sides of the antimeridian: x to the east and y to the north.
  private let boxes: [Envelope]
  private let system: ServedSystem

  /// - Parameters:
  ///   - text: Four numbers, or six with heights, which play no part.
  ///   - system: The system that they are in.
  /// - Throws: A refusal of what is no box.
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
      throw .badRequest("bbox is \(text): its least is more than its most.")
    }
    if x.0 > x.1, let half = system.halfTurn {
      // From east to west it goes over the antimeridian.
      boxes = [(x.0, max(half, x.0)), (min(-half, x.1), x.1)].map { west, east in
        Envelope(minX: west, minY: y.0, maxX: east, maxY: y.1)
      }
    } else {
      boxes = [Envelope(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1)]
    }
  }

  /// The features of a table that meet it, and behind them those that have no geometry.
  ///
  /// OGC 17-069r4, requirement /req/core/fc-bbox-response, part C: a bbox matches all features as well that are not
  /// associated with a spatial geometry.
  func features(of table: Int, _ now: NetworkMoment) throws -> [FeatureID] {
    let index = try now.open.index()
    var ordinals: [Int32] = []
    for box in boxes {
      guard let way = system.transformation else {
        // Exact by itself.
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

/// Whether geometries of a network meet a rectangle of another reference system.
private struct BoxTest {
  /// Around all that may meet it, in the network's system.
  let reach: Envelope
  private let box: Envelope
  private let area: Geometry
  private let way: CoordinateTransformation
  /// Around what becomes of the rectangle.
  private let around: Envelope
  /// What lies in here meets it without another look.
  private let inside: Envelope?

  /// A test of a rectangle; nil where it is nowhere near the network.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - way: From the network's system to that of the rectangle.
  ///   - network: The network.
  init?(_ box: Envelope, _ way: CoordinateTransformation, _ network: EditedNetwork) {
    guard let own = network.envelope else { return nil }
    let size = max(own.width, own.height)
    // Far from a network its projection may fold: only what is near it is transformed.
    guard let seen = way.rectangle(around: own.expanded(by: size + 1)), box.intersects(seen) else {
      return nil
    }
    let part = Envelope(
      minX: max(box.minX, seen.minX),
      minY: max(box.minY, seen.minY),
      maxX: min(box.maxX, seen.maxX),
      maxY: min(box.maxY, seen.maxY)
    )
    let metre = BoxTest.metre(of: way.source)
    let length = min(2 * size, 50_000 * metre)
    let steps = length > 0 ? min(400, max(20, Int(6 * size / length))) : 20
    guard let around = way.inverse.rectangle(around: part, steps: steps) else { return nil }
    // A line that is straight in one system is bent in the other: the border of the rectangle, and lines between two
    // vertices. No line of a network is straight for more than 50 km.
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
    // What is torn there, as at the antimeridian, has no outline to be tested: what is around it has to do.
    guard let there = try? way.transform(geometry) else { return around.intersects(own) }
    guard let envelope = there.envelope, box.intersects(envelope) else { return false }
    return box.contains(envelope) || (try? area.intersects(there)) ?? true
  }

  /// A metre in the units of a system, about.
  private static func metre(of system: SpatialReference) -> Double {
    guard let factor = system.axes.first?.unitFactor, factor > 0 else { return 1 }
    return system.kind == .geographic ? 1 / (6_371_000 * factor) : 1 / factor
  }
}

extension CoordinateTransformation {
  /// How far the middle of a straight line may lie from that of its image, in the units of the source.
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
