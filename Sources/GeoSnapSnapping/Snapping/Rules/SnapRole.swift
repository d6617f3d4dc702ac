/// The part of the edited feature that follows the pointer.
public enum SnapRole: String, Hashable, Sendable, CaseIterable {
  /// The feature is a point.
  case point
  /// The first or last vertex of a line.
  case lineEnd = "line-end"
  /// A vertex between the ends of a line.
  case innerVertex = "inner-vertex"
}
