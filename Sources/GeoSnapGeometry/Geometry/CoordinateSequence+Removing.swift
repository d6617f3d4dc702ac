extension CoordinateSequence {
  /// The same coordinates without Z; the sequence itself when it has none.
  public func removingZ() -> CoordinateSequence { keeping(.xym) }

  /// The same coordinates without M; the sequence itself when it has none.
  public func removingM() -> CoordinateSequence { keeping(.xyz) }

  /// The same coordinates without Z and M; the sequence itself when it has neither.
  public func removingZAndM() -> CoordinateSequence { keeping(.xy) }

  /// The same coordinates with only those ordinates that are in `kept`.
  package func keeping(_ kept: CoordinateDimensions) -> CoordinateSequence {
    let kept = dimensions.intersection(kept)
    guard kept != dimensions else { return self }
    let width = dimensions.count
    var remaining: [Double] = []
    remaining.reserveCapacity(count * kept.count)
    for start in stride(from: 0, to: ordinates.count, by: width) {
      remaining.append(ordinates[start])
      remaining.append(ordinates[start + 1])
      if kept.hasZ { remaining.append(ordinates[start + 2]) }
      if kept.hasM { remaining.append(ordinates[start + width - 1]) }
    }
    return CoordinateSequence(trusted: remaining, dimensions: kept)
  }
}
