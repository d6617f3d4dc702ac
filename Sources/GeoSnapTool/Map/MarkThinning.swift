internal import GeoSnap

/// A feature that may be drawn, with the properties that distinguish its mark from others.
struct Mark {
  let feature: FeatureID
  /// The number of its class.
  let look: Int
  /// The pixels of its first and last place, or of its middle when it has no vertices.
  private let ends: (Coordinate, Coordinate)
  private let middle: Coordinate
  /// The longer side of its envelope, in pixels.
  private let size: Double

  init(
    _ feature: FeatureID,
    _ look: Int,
    _ geometry: Geometry,
    _ envelope: Envelope,
    _ projection: MapProjection
  ) {
    self.feature = feature
    self.look = look
    let center = envelope.center
    middle = projection.pixel(center)
    let places = geometry.coordinates
    ends = (projection.pixel(places.first ?? center), projection.pixel(places.last ?? center))
    size = max(envelope.width, envelope.height) / projection.unitsPerPixel
  }

  /// Whether it is a single place at a detail in pixels.
  func isDot(at detail: Double) -> Bool { size < detail }

  /// The key that is equal for marks that look alike at a detail.
  func key(at detail: Double) -> Key {
    let (first, last) = isDot(at: detail) ? (middle, middle) : ends
    // Beyond a million pixels everything is invisible, and Int32 must not overflow.
    func cell(_ pixel: Double) -> Int32 {
      Int32((min(max(pixel, -1e6), 1e6) / detail).rounded(.down))
    }
    return Key(
      look: look,
      first: [cell(first.x), cell(first.y)],
      last: [cell(last.x), cell(last.y)]
    )
  }

  /// A class and the cells of both ends.
  struct Key: Hashable {
    let look: Int
    let first: SIMD2<Int32>
    let last: SIMD2<Int32>
  }
}

/// Leaves out marks that another one hides; the more marks, the coarser the comparison.
enum MarkThinning {
  /// The number of marks that a browser draws without a pause.
  private static let limit = 20_000
  private static let coarsestDetail = 64.0

  /// Keeps the first of marks that look alike, and returns the detail in pixels.
  ///
  /// Dots share a mark on the same half pixel. While there are too many marks, the detail is made coarser by a factor
  /// of two, and features whose ends share cells share a mark. The complexity is linear in the number of marks for
  /// each detail.
  static func thin(_ marks: inout [Mark]) -> Double {
    var detail = MapCounts.finestDetail
    var taken: Set<Mark.Key> = []
    marks = marks.filter { !$0.isDot(at: detail) || taken.insert($0.key(at: detail)).inserted }
    while marks.count > limit, detail < coarsestDetail {
      detail *= 2
      taken.removeAll(keepingCapacity: true)
      marks = marks.filter { taken.insert($0.key(at: detail)).inserted }
    }
    return detail
  }
}
