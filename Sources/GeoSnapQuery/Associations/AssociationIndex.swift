/// Finds associations by extent.
struct AssociationIndex: Sendable {
  /// For each indexed association, its position in the network's list.
  private let positions: [Int32]
  /// For each indexed association, the box of its two anchors: both lie in a rectangle exactly
  /// when the box does.
  private let boxes: [Envelope]
  private let tree: PackedRTree

  init(_ network: UtilityNetwork) throws(IndexError) {
    var positions: [Int32] = []
    var boxes: [Envelope] = []
    for (position, association) in network.associations.enumerated() {
      guard association.kind != .containment,
        let from = network.anchor(of: association.from, in: association),
        let to = network.anchor(of: association.to, in: association)
      else { continue }
      positions.append(Int32(position))
      boxes.append(Segment(from, to).envelope)
    }
    tree = try PackedRTree(boxes)
    self.positions = positions
    self.boxes = boxes
  }

  /// Appends the positions of the associations whose anchors both lie in the closed rectangle.
  func collect(in extent: Envelope, into result: inout [Int32]) {
    tree.forEachItem(intersecting: extent) { item in
      if extent.contains(boxes[Int(item)]) { result.append(positions[Int(item)]) }
    }
  }
}
