/// What a file holds of an index: packed trees without edits, and areas without gaps.
struct PackedContent {
  let segments: PackedTree
  let areas: [IndexedArea]
  // Invariant: the items are the positions in areas, each once.
  let areaBoxes: PackedTree

  /// Packs the edits of an index in, if there are any.
  init(_ index: FeatureIndex) {
    var segments = index.segments
    if segments.editedCount > 0 { segments.rebuild() }
    self.segments = segments.base
    areas = index.areas.slots.areas
    // A tree that was packed after edits may have items beyond the areas: slots keep gaps.
    let isAsBuilt = index.areas.editedCount == 0 && index.areas.slots.capacity == areas.count
    areaBoxes = isAsBuilt ? index.areas.tree.base : PackedContent.boxes(of: areas)
  }

  private static func boxes(of areas: [IndexedArea]) -> PackedTree {
    let boxes = areas.enumerated().compactMap { position, area in
      area.envelope.map { TreeEntry($0, item: Int32(position)) }
    }
    return EditableTree(checked: boxes).base
  }
}
