/// The areas of features, to answer which of them hold a place.
package struct AreaIndex: Sendable {
  // Invariant: the feature of an entry is a slot that holds an area of the entry's envelope.
  private(set) var tree: EditableTree
  private(set) var slots: AreaSlots

  /// Areas under a tree whose items are their positions.
  init(_ areas: [IndexedArea], _ tree: EditableTree) {
    slots = AreaSlots(areas)
    self.tree = tree
  }

  package var isEmpty: Bool { tree.count == 0 }

  /// The number of areas inserted or removed since the tree was packed.
  var editedCount: Int { tree.editedCount }

  /// Bytes that the index occupies; coordinates are shared with the geometries and not counted.
  var byteCount: Int { tree.byteCount + slots.byteCount }

  /// Calls `body` with the feature of each area that holds a place.
  package func forEachArea(at point: Coordinate, _ body: (Int32) -> Void) {
    forEachArea(meeting: Envelope(point)) { _, area in
      if area.contains(point) { body(area.feature) }
    }
  }

  /// Calls `body` with each area whose envelope meets a rectangle, and its slot.
  func forEachArea(meeting envelope: Envelope, _ body: (_ slot: Int, IndexedArea) -> Void) {
    guard !isEmpty else { return }
    // What the closure holds is copied: not all of this.
    let slots = slots
    tree.forEachEntry(meeting: envelope) { entry in
      guard entry.envelope.intersects(envelope) else { return }
      let slot = Int(entry.label.feature)
      body(slot, slots[slot])
    }
  }

  /// Adds areas whose ordinates have been checked.
  mutating func insert(_ areas: [IndexedArea]) {
    for area in areas {
      guard let envelope = area.envelope else { continue }
      tree.insert(TreeEntry(envelope, item: Int32(slots.insert(area))))
    }
  }

  /// Takes out areas, all or none of them; false when one is not there.
  ///
  /// - Complexity: Linear in the coordinates of the feature's areas.
  mutating func remove(_ areas: [IndexedArea]) -> Bool {
    for (index, area) in areas.enumerated() where !remove(area) {
      insert(Array(areas[..<index]))
      return false
    }
    return true
  }

  private mutating func remove(_ area: IndexedArea) -> Bool {
    guard let envelope = area.envelope else { return true }
    var found: Int?
    forEachArea(meeting: envelope) { slot, other in
      if found == nil, other.isIdentical(to: area) { found = slot }
    }
    guard let found else { return false }
    let entry = [TreeEntry(envelope, item: Int32(found))]
    guard tree.remove(entry.span) == nil else { return false }
    slots.remove(found)
    return true
  }

  /// Packs the tree anew.
  mutating func rebuild() { tree.rebuild() }
}
