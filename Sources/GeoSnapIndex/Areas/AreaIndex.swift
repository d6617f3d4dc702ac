/// The areas of features, to find those that contain a point.
package struct AreaIndex: Sendable {
  // Invariant: the feature of an entry is the number of an area with the entry's envelope: an area in the columns or,
  // from their count on, a slot of the inserted areas.
  package private(set) var tree: EditableTree
  private let columns: AreaColumns
  private var slots = AreaSlots()

  /// Creates an index of areas and a tree whose items are their positions.
  init(_ columns: AreaColumns, _ tree: EditableTree) {
    self.columns = columns
    self.tree = tree
  }

  package var isEmpty: Bool { tree.count == 0 }

  /// The number of areas inserted or removed since the tree was packed.
  var editedCount: Int { tree.editedCount }

  /// The size in bytes, without coordinates of inserted areas, which are shared with the geometries.
  var byteCount: Int { tree.byteCount + columns.byteCount + slots.byteCount }

  /// Calls `body` with the feature of each area that contains a point.
  package func forEachArea(at point: Coordinate, _ body: (Int32) -> Void) {
    // The closure captures copies of these only.
    let (columns, slots) = (columns, slots)
    forEachNumber(meeting: Envelope(point)) { number in
      if number < columns.count {
        if columns.contains(point, in: number) { body(columns.feature(number)) }
      } else {
        let area = slots[number - columns.count]
        if area.contains(point) { body(area.feature) }
      }
    }
  }

  private func forEachNumber(meeting envelope: Envelope, _ body: (Int) -> Void) {
    guard !isEmpty else { return }
    tree.forEachEntry(meeting: envelope) { entry in
      if entry.envelope.intersects(envelope) { body(Int(entry.label.feature)) }
    }
  }

  /// A copy of the area of a number.
  package subscript(number: Int) -> IndexedArea {
    number < columns.count ? columns[number] : slots[number - columns.count]
  }

  /// The columns, with the numbers of the tree; nil after edits.
  var packed: AreaColumns? {
    tree.editedCount == 0 && tree.count == columns.count && slots.capacity == 0 ? columns : nil
  }

  /// All areas, sorted by number.
  var all: [IndexedArea] {
    var numbers: [Int] = []
    tree.base.forEachEntry { numbers.append(Int($0.label.feature)) }
    tree.overlay.forEachEntry { numbers.append(Int($0.label.feature)) }
    return numbers.sorted().map { self[$0] }
  }

  /// Inserts areas with checked ordinates.
  mutating func insert(_ areas: [IndexedArea]) {
    for area in areas {
      guard let envelope = area.envelope else { continue }
      tree.insert(TreeEntry(envelope, item: Int32(columns.count + slots.insert(area))))
    }
  }

  /// Removes all of some areas, or none; false when one does not exist.
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
    forEachNumber(meeting: envelope) { number in
      guard found == nil else { return }
      let isFound =
        number < columns.count
        ? columns.isIdentical(number, to: area)
        : slots[number - columns.count].isIdentical(to: area)
      if isFound { found = number }
    }
    guard let found else { return false }
    let entry = [TreeEntry(envelope, item: Int32(found))]
    guard tree.remove(entry.span) == nil else { return false }
    if found >= columns.count { slots.remove(found - columns.count) }
    return true
  }

  mutating func rebuild() { tree.rebuild() }
}
