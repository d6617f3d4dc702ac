package import GeoSnapColumns

extension FeatureIndex: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let segments: PackedTree = try image.read("segments")
    let boxes: PackedTree = try image.read("areaBoxes")
    self.init(
      segments: segments,
      areas: AreaIndex(try AreaColumns(from: &image), EditableTree(boxes))
    )
  }

  /// Writes the index, with its edits packed.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    let content = PackedContent(self)
    try image.write(content.segments, "segments")
    try image.write(content.areaBoxes, "areaBoxes")
    try content.areas.write(to: &image)
  }
}

extension PackedRTree: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { tree = try image.read("tree") }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(tree, "tree")
  }
}
