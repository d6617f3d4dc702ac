/// The checked and completed arguments of a snap.
struct SnapQuery {
  var point: Coordinate
  /// The default tolerance of kinds.
  let tolerance: Double
  /// The greatest distance of a snap.
  let radius: Double
  /// The ordinal of the edited feature; -1 for none.
  let excluded: Int32
  /// Whether an inner vertex of a line follows the pointer.
  let isInner: Bool
}
