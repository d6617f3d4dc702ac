package import GeoSnap
package import GeoSnapProjection
import GeoSnapTool

package struct ReferenceSystems: Sendable {
  package static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

  /// The name of the network's system; nil when it declares none.
  let storage: String?
  private let own: ServedSystem
  /// Longitude and latitude; the stored coordinates when the network declares no system.
  let standard: ServedSystem

  init(_ network: EditedNetwork) throws(ServiceRefusal) {
    guard let srid = network.srid else {
      storage = nil
      own = .unknown
      standard = .unknown
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
      standard = ServedSystem(
        transformation: srid == 4326
          ? nil : try CoordinateTransformation(from: system, to: SpatialReference(srid: 4326)),
        axes: .eastNorth,
        halfTurn: 180
      )
    } catch {
      throw ServiceRefusal(
        500,
        "noTransformation",
        "EPSG:\(srid) cannot be transformed to longitude and latitude: \(error)"
      )
    }
  }

  var all: [String] { storage.map { [ReferenceSystems.crs84, $0] } ?? [] }

  /// The system that `name`, the value of `parameter`, identifies; longitude and latitude for nil.
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
    return standard
  }

  func name(_ asked: String?) -> String? { storage == nil ? nil : asked ?? ReferenceSystems.crs84 }
}

struct ServedSystem: Sendable {
  /// The transformation from the network's system; nil when it is the same.
  let transformation: CoordinateTransformation?
  let axes: AxisOrder
  /// Half of the range of longitudes, when x is a longitude.
  let halfTurn: Double?

  static let unknown = ServedSystem(transformation: nil, axes: .eastNorth, halfTurn: nil)

  func written(_ geometry: Geometry) -> Geometry? {
    guard let transformation else { return axes.written(geometry) }
    return (try? transformation.transform(geometry)).map(axes.written)
  }
}

extension CoordinateTransformation {
  /// The rectangle around the transformed border of a rectangle, which may be curved; nil when no part can be
  /// transformed.
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

/// The order and the directions of the axes of a reference system, as its authority defines them.
///
/// Geometries always have x to the east and y to the north. Over HTTP, the address of an EPSG system implies EPSG's
/// order, which often is northing first.
package struct AxisOrder: Sendable, Equatable {
  private var isNorthFirst = false
  private var isWestward = false
  private var isSouthward = false

  static let eastNorth = AxisOrder()

  private init() {}

  package init(of system: SpatialReference) {
    let axes = system.axes
    guard axes.count >= 2 else { return }
    let (first, second) = (axes[0].direction, axes[1].direction)
    if first == second {
      // Around the poles all axes point north, or all south: their names distinguish them.
      isNorthFirst = axes[0].name.lowercased().hasPrefix("northing")
    } else {
      isNorthFirst = ["north", "south"].contains(first)
      isWestward = first == "west" || second == "west"
      isSouthward = first == "south" || second == "south"
    }
  }

  /// A geometry with its coordinates in the authority's order.
  package func written(_ geometry: Geometry) -> Geometry {
    guard self != .eastNorth else { return geometry }
    return geometry.mappingSequences { sequence in
      let width = sequence.dimensions.count
      var ordinates = sequence.ordinates
      for index in sequence.indices {
        let x = isWestward ? -sequence[index].x : sequence[index].x
        let y = isSouthward ? -sequence[index].y : sequence[index].y
        ordinates[index * width] = isNorthFirst ? y : x
        ordinates[index * width + 1] = isNorthFirst ? x : y
      }
      return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
    }
  }

  /// The x and y ranges, from west to east and from south to north, of two ranges in the authority's order.
  package func read(
    first: (Double, Double),
    second: (Double, Double)
  ) -> (x: (Double, Double), y: (Double, Double)) {
    let x = isNorthFirst ? second : first
    let y = isNorthFirst ? first : second
    return (isWestward ? (-x.1, -x.0) : x, isSouthward ? (-y.1, -y.0) : y)
  }
}

/// The bbox of a request, which selects features exactly, in its own reference system.
struct BoundingBox: Sendable {
  /// One rectangle, or two at the antimeridian; x to the east and y to the north.
  private let boxes: [Envelope]
  private let system: ServedSystem

  init(_ text: String, in system: ServedSystem) throws(ServiceRefusal) {
    self.system = system
    guard
      let numbers = Parameter.numbers(text, count: 4)
        ?? Parameter.numbers(text, count: 6).map({ [$0[0], $0[1], $0[3], $0[4]] })
    else { throw .badRequest("bbox is \(text): neither four numbers nor six.") }
    let (x, y) = system.axes.read(first: (numbers[0], numbers[2]), second: (numbers[1], numbers[3]))
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
  private let around: Envelope
  /// Geometries in this rectangle intersect it without another test.
  private let inside: Envelope?

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
