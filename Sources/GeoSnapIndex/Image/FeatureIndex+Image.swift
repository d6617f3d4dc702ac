package import GeoSnapColumns

extension FeatureIndex: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let segments: PackedTree = try image.read("segments")
    let boxes: PackedTree = try image.read("areaBoxes")
    let features: Column<Int32> = try image.read("areaFeatures")
    let areaEnds: Column<Int> = try image.read("areaEnds")
    let ringEnds: Column<Int> = try image.read("ringEnds")
    let ordinates: Column<Double> = try image.read("ordinates")
    func isRising(_ ends: Column<Int>, to last: Int) -> Bool {
      ends.last ?? 0 == last && (ends.first ?? 0) >= 0
        && zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard features.count == areaEnds.count, isRising(areaEnds, to: ringEnds.count),
      isRising(ringEnds, to: ordinates.count / 2), ordinates.count % 2 == 0
    else { throw ImageError("Areas have rings that are not there.") }
    // Areas are few beside lines, and searches want them as sequences.
    let coordinates = CoordinateSequence(ordinates: Array(ordinates), dimensions: .xy)
    var (ring, start) = (0, 0)
    let areas = zip(features, areaEnds).map { feature, end in
      let rings = (ring..<max(ring, end)).map { ring in
        let range = start..<max(start, ringEnds[ring])
        start = range.upperBound
        return range
      }
      ring = max(ring, end)
      return IndexedArea(feature: feature, coordinates: coordinates, rings: rings)
    }
    self.init(segments: segments, areas: AreaIndex(areas, EditableTree(boxes)))
  }

  /// Writes the index; edits are packed in first.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    let content = PackedContent(self)
    try image.write(content.segments, "segments")
    try image.write(content.areaBoxes, "areaBoxes")
    var areaEnds = Column<Int>()
    var ringEnds = Column<Int>()
    var ordinates = Column<Double>()
    for area in content.areas {
      for ring in area.rings {
        for place in ring {
          ordinates.append(area.coordinates[place].x)
          ordinates.append(area.coordinates[place].y)
        }
        ringEnds.append(ordinates.count / 2)
      }
      areaEnds.append(ringEnds.count)
    }
    try image.write(Column(content.areas.map(\.feature)), "areaFeatures")
    try image.write(areaEnds, "areaEnds")
    try image.write(ringEnds, "ringEnds")
    try image.write(ordinates, "ordinates")
  }
}

extension PackedRTree: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { tree = try image.read("tree") }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(tree, "tree")
  }
}
