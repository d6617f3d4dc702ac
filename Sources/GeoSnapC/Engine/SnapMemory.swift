internal import CGeoSnap
internal import GeoSnap

/// The snaps for a caller, in one block of memory; it is freed unless the caller has taken it.
@safe
final class SnapMemory: @unchecked Sendable {
  // Each thread fills another part of the arrays.
  private var given: UnsafeMutablePointer<geosnap_snaps>?
  private let kinds: UnsafeMutablePointer<UInt8>
  private let features: UnsafeMutablePointer<geosnap_feature>
  private let x: UnsafeMutablePointer<Double>
  private let y: UnsafeMutablePointer<Double>
  private let z: UnsafeMutablePointer<Double>
  private let distances: UnsafeMutablePointer<Double>
  private let fractions: UnsafeMutablePointer<Double>
  private let rules: UnsafeMutablePointer<Int64>

  init(places: Int, _ revision: UInt64) {
    var plan = MemoryPlan()
    let head = unsafe plan.add(1, of: geosnap_snaps.self)
    let kinds = plan.add(places, of: UInt8.self)
    let features = plan.add(places, of: geosnap_feature.self)
    let columns = plan.add(5 * places, of: Double.self)
    let rules = plan.add(places, of: Int64.self)
    let memory = plan.allocate()
    unsafe self.kinds = memory.array(kinds)
    unsafe self.features = memory.array(features)
    unsafe x = memory.array(columns)
    unsafe y = x + places
    unsafe z = x + 2 * places
    unsafe distances = x + 3 * places
    unsafe fractions = x + 4 * places
    unsafe self.rules = memory.array(rules)
    let start: UnsafeMutablePointer<geosnap_snaps> = unsafe memory.array(head)
    unsafe start.initialize(
      to: geosnap_snaps(
        count: UInt64(places),
        kinds: UnsafePointer(self.kinds),
        features: UnsafePointer(self.features),
        x: UnsafePointer(x),
        y: UnsafePointer(y),
        z: UnsafePointer(z),
        distances: UnsafePointer(distances),
        fractions: UnsafePointer(fractions),
        rules: UnsafePointer(self.rules),
        revision: revision
      )
    )
    unsafe given = start
  }

  deinit { unsafe release(given) }

  /// Stores the matches of consecutive points.
  func fill(from first: Int, _ matches: [SnapMatch?], of points: CallerPoints) {
    for (place, match) in matches.enumerated() { set(first + place, match, points[first + place]) }
  }

  func set(_ number: Int, _ match: SnapMatch?, _ point: Coordinate) {
    let place = match?.place
    unsafe (kinds + number).initialize(to: place.map { $0.kind.code } ?? UInt8(GEOSNAP_UNSNAPPED))
    unsafe (features + number).initialize(to: geosnap_feature(place?.feature))
    unsafe (x + number).initialize(to: place?.location.x ?? point.x)
    unsafe (y + number).initialize(to: place?.location.y ?? point.y)
    unsafe (z + number).initialize(to: place?.z ?? .nan)
    unsafe (distances + number).initialize(to: place?.distance ?? .nan)
    unsafe (fractions + number).initialize(to: place?.fraction ?? .nan)
    let rule: Int64 =
      switch match?.permission {
      case .rule(let id)?: Int64(id)
      case .sameAssetType?: -2
      case .unruled?, nil: -1
      }
    unsafe (rules + number).initialize(to: rule)
  }

  /// Passes the memory to the caller.
  func take() -> UnsafeMutablePointer<geosnap_snaps>? {
    defer { unsafe given = nil }
    return unsafe given
  }
}

extension SnapKind {
  /// The code in the header.
  fileprivate var code: UInt8 {
    let code =
      switch self {
      case .point: GEOSNAP_POINT
      case .lineEnd: GEOSNAP_LINE_END
      case .vertex: GEOSNAP_VERTEX
      case .intersection: GEOSNAP_INTERSECTION
      case .midpoint: GEOSNAP_MIDPOINT
      case .centroid: GEOSNAP_CENTROID
      case .segment: GEOSNAP_SEGMENT
      case .boundary: GEOSNAP_BOUNDARY
      case .area: GEOSNAP_AREA
      default: GEOSNAP_GUIDE
      }
    return UInt8(code)
  }
}
