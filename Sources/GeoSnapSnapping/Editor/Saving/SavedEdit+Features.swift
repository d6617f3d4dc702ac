extension SavedEdit {
  /// The stored feature that was edited or created; nil for a sketch and for a feature that is not stored yet.
  ///
  /// After ``GeometryEditor/save(ignoringErrors:)`` with a session, the session's state has this identifier.
  public var feature: FeatureID? {
    if case .feature(let feature)? = target { feature } else { nil }
  }

  /// The stored lines that it was placed on, each once, which get a vertex there or are split.
  ///
  /// A split line is the piece that keeps the identifier. A line that had a vertex at the place is not in the list.
  ///
  /// - Complexity: Linear in the edit's proposals.
  public var joinedLines: [FeatureID] {
    var lines: [FeatureID] = []
    for target in splits.compactMap(\.line) + insertions.map(\.segment.target) {
      if case .feature(let line) = target, !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
