/// The format of a packed tree's leaves, whose sides are steps of a grid or doubles.
///
/// A leaf is four rows of 16 numbers (least x, least y, greatest x, greatest y of its entries), then 16 features,
/// then 16 codes. So the data of an entry is contiguous, and one instruction tests several entries. Lanes without an
/// entry fail every test.
protocol LeafFormat: Sendable {
  /// A rectangle's least x, least y, greatest x and greatest y, as numbers of the rows.
  associatedtype Sides
  /// A rectangle for comparison with the rows.
  associatedtype Window
  /// A point for distances from the rows.
  associatedtype Place
  associatedtype Distances: SIMD where Distances.Scalar: BinaryFloatingPoint

  static var rowsByteCount: Int { get }

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?)

  var leaves: UnsafeRawPointer { get }

  func sides(of envelope: Envelope) -> Sides
  func window(_ sides: Sides) -> Window
  func place(_ point: Coordinate) -> Place

  /// One bit for each entry of a leaf whose box meets the window.
  func entries(of leaf: Int, in window: Window) -> UInt32

  /// One bit for each entry of a leaf whose box may be within a distance, in coordinate units, of a point.
  func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32

  /// Lower bounds of the squared distances of a leaf's segments from a point, in units of the rows; undefined for
  /// exceptions and lanes without an entry.
  func segmentDistances(of leaf: Int, from place: Place) -> Distances

  /// One bit for each lane whose distance may be within one in coordinate units.
  func lanes(of distances: Distances, within distance: Double) -> UInt32

  /// Whether ``segmentBounds(of:_:_:from:)`` is valid for a point, in a tree of an extent.
  func reaches(_ place: Coordinate, in extent: Envelope) -> Bool

  /// Bounds of the squared distances of four segments of a leaf from a point, in the format's units, given
  /// ``falls(_:)``.
  func segmentBounds(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SegmentBounds

  /// The bounds of a segment whose exact squared distance is known, for exceptions.
  func bounds(ofSquaredDistance squared: Double) -> (least: Float, greatest: Float)

  /// The greatest lower bound of a segment within a distance in coordinate units.
  func cut(_ distance: Double) -> Float

  /// A distance in coordinate units that a segment with a given upper bound does not exceed.
  func reach(_ greatest: Float) -> Double

  /// The least and the greatest corner of an entry, exactly.
  func sides(_ leaf: Int, _ lane: Int) -> (least: Coordinate, greatest: Coordinate)
}
