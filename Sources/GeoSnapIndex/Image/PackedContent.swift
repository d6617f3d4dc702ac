/// The content of an index in a file: packed trees without edits, and areas without gaps.
struct PackedContent {
  let segments: PackedTree
  let areas: AreaColumns
  // Invariant: the items are the positions in areas, each once.
  let areaBoxes: PackedTree

  init(_ index: FeatureIndex) {
    var segments = index.segments
    if segments.editedCount > 0 { segments.rebuild() }
    self.segments = segments.base
    if let packed = index.areas.packed {
      areas = packed
      areaBoxes = index.areas.tree.base
    } else {
      let all = index.areas.all
      areas = AreaColumns(all)
      areaBoxes = PackedContent.boxes(of: all)
    }
  }

  private static func boxes(of areas: [IndexedArea]) -> PackedTree {
    let boxes = areas.enumerated().compactMap { position, area in
      area.envelope.map { TreeEntry($0, item: Int32(position)) }
    }
    return EditableTree(checked: boxes).base
  }
}
