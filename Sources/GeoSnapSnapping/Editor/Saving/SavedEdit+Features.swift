extension SavedEdit {
  /// The feature that was edited or created, as it is stored; nil for a sketch, and for what is stored nowhere yet.
  ///
  /// A session has stored it when ``GeometryEditor/save(ignoringErrors:)`` returns, and its state knows it by this
  /// identifier.
  public var feature: FeatureID? {
    if case .feature(let feature)? = target { feature } else { nil }
  }

  /// The stored lines that it was put on, each once: they get a vertex there, or are split.
  ///
  /// A line that was split is the piece that keeps the identifier. None where the line had a vertex at the place.
  ///
  /// - Complexity: Linear in what the edit proposes.
  public var joinedLines: [FeatureID] {
    var lines: [FeatureID] = []
    for target in splits.compactMap(\.line) + insertions.map(\.segment.target) {
      if case .feature(let line) = target, !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
