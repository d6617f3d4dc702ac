/// How the leaves of a packed tree keep the sides of their entries: as steps of a grid, or as they are.
///
/// A leaf is four rows of 16 numbers (least x, least y, greatest x, greatest y of its entries), then 16 features,
/// then 16 codes: all that a query needs of an entry lies together, and rows let one instruction test several
/// entries. Lanes without an entry fail every test.
protocol LeafFormat: Sendable {
  /// A rectangle's least x, least y, greatest x and greatest y, in the numbers of the rows.
  associatedtype Sides
  /// A rectangle as the rows are compared with it.
  associatedtype Window
  /// A place as the rows are measured from it.
  associatedtype Place
  /// A squared distance for each lane.
  associatedtype Distances: SIMD where Distances.Scalar: BinaryFloatingPoint

  /// Bytes of the four rows.
  static var rowsByteCount: Int { get }

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?)

  /// The first byte of the first leaf.
  var leaves: UnsafeRawPointer { get }

  func sides(of envelope: Envelope) -> Sides
  func window(_ sides: Sides) -> Window
  func place(_ point: Coordinate) -> Place

  /// One bit for each entry of a leaf whose box meets the window.
  func entries(of leaf: Int, in window: Window) -> UInt32

  /// One bit for each entry of a leaf whose box may come within a distance of a place, in coordinate units.
  func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32

  /// How far the segments of a leaf are from a place, squared and never above the truth, in the
  /// numbers of the rows; for exceptions and lanes without an entry it says nothing.
  func segmentDistances(of leaf: Int, from place: Place) -> Distances

  /// One bit for each lane of distances that may be within one in coordinate units.
  func lanes(of distances: Distances, within distance: Double) -> UInt32

  /// Whether ``segmentBounds(of:from:)`` holds for a place, in a tree of an extent.
  func reaches(_ place: Coordinate, in extent: Envelope) -> Bool

  /// Bounds of how far four segments of a leaf are from a place, squared, in units of their own.
  ///
  /// `falls` are those of ``falls(_:)``.
  func segmentBounds(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SegmentBounds

  /// As the bounds of a segment, of one whose squared distance has been computed exactly; for others
  /// than those of the rows.
  func bounds(ofSquaredDistance squared: Double) -> (least: Float, greatest: Float)

  /// The greatest that the least bound of a segment may be which lies within a distance in coordinate units.
  func cut(_ distance: Double) -> Float

  /// A distance in coordinate units that a segment does not exceed whose greatest bound is given.
  func reach(_ greatest: Float) -> Double

  /// The least and the greatest corner of an entry, exactly as given.
  func sides(_ leaf: Int, _ lane: Int) -> (least: Coordinate, greatest: Coordinate)
}
