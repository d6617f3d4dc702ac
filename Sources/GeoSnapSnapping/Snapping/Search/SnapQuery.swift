/// One question to a snapper: its arguments, checked and completed.
struct SnapQuery {
  let point: Coordinate
  /// The tolerance of kinds that have none of their own.
  let tolerance: Double
  /// The greatest distance at which anything may be snapped to.
  let radius: Double
  /// The ordinal of the edited feature; -1 for none.
  let excluded: Int32
  /// Whether an inner vertex of a line follows the pointer.
  let isInner: Bool
}
