extension Geometry {
  /// Calls `body` with an entry for each segment and each single point, in stored order.
  @inline(__always)
  func forEachEntry(of feature: Int32, _ body: (TreeEntry) -> Void) {
    switch self {
    case .point(let point):
      if let place = point.coordinate { body(TreeEntry(place, feature: feature, part: 0)) }
    case .lineString(let line):
      let coordinates = line.coordinates
      coordinates.forEachEntry(of: feature, part: 0, kind: [], 0..<coordinates.count, body)
    default:
      forEachPath { path in
        path.sequence.forEachEntry(
          of: feature,
          part: Int32(path.part),
          kind: path.kind == .ring ? .ring : [],
          path.range,
          body
        )
      }
    }
  }
}

extension CoordinateSequence {
  @inline(__always)
  fileprivate func forEachEntry(
    of feature: Int32,
    part: Int32,
    kind: PathFlags,
    _ range: Range<Int>,
    _ body: (TreeEntry) -> Void
  ) {
    guard range.count > 1 else {
      if let only = range.first { body(TreeEntry(self[only], feature: feature, part: part)) }
      return
    }
    let last = range.count - 2
    var start = self[range.lowerBound]
    for index in 0...last {
      let end = self[range.lowerBound + index + 1]
      var flags = kind
      if index == 0 { flags.insert(.startsPart) }
      if index == last { flags.insert(.endsPart) }
      let label = EntryLabel(feature, part: part, segment: Int32(index), flags: flags)
      body(TreeEntry(first: start, second: end, label: label))
      start = end
    }
  }
}

extension TreeEntry {
  fileprivate init(_ place: Coordinate, feature: Int32, part: Int32) {
    self.init(
      first: place,
      second: place,
      label: EntryLabel(feature, part: part, flags: [.startsPart, .endsPart, .place])
    )
  }
}
