extension CoordinateSequence {
  /// The vertices of a line that thinning keeps; others are at most `deviation` from the segment that replaces them.
  ///
  /// A ring's first vertex is also removed when the segment between its neighbours stays within the deviation.
  /// Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
  /// line", 1973.
  package func thinned(_ range: Range<Int>, deviation: Double, isRing: Bool) -> [Int] {
    guard range.count > 2 else { return Array(range) }
    var isKept = [Bool](repeating: false, count: range.count)
    isKept[0] = true
    isKept[range.count - 1] = true
    // Open stretches are kept in a list instead of the stack: lines have millions of vertices.
    var open = [range.lowerBound..<range.upperBound - 1]
    while let stretch = open.popLast() {
      let chord = Segment(self[stretch.lowerBound], self[stretch.upperBound])
      var farthest = (index: 0, squaredDistance: -1.0)
      for index in stretch.dropFirst() {
        let squaredDistance = chord.squaredDistance(to: self[index])
        if squaredDistance > farthest.squaredDistance { farthest = (index, squaredDistance) }
      }
      guard farthest.squaredDistance > deviation * deviation else { continue }
      isKept[farthest.index - range.lowerBound] = true
      open.append(stretch.lowerBound..<farthest.index)
      open.append(farthest.index..<stretch.upperBound)
    }
    var kept = range.filter { isKept[$0 - range.lowerBound] }
    if isRing, kept.count >= 4 {
      let before = kept[kept.count - 2]
      let across = Segment(self[kept[1]], self[before])
      // Vertices that were removed on both sides of it count as well.
      let seam = [range.lowerBound..<kept[1], before + 1..<range.upperBound].joined()
      if seam.allSatisfy({ across.squaredDistance(to: self[$0]) <= deviation * deviation }) {
        kept = Array(kept[1..<kept.count - 1]) + [kept[1]]
      }
    }
    return kept
  }
}
