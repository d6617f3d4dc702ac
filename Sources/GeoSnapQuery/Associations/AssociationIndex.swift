internal import GeoSnapColumns
internal import GeoSnapSupport

/// An index of associations by extent.
struct AssociationIndex: Sendable {
  /// The position of each packed association in the network's list.
  private let positions: Column<Int32>
  /// The box of each packed association's anchors: both lie in a rectangle exactly when the box does.
  private let boxes: Column<Envelope>
  private let tree: PackedRTree
  /// The associations that edits have inserted, moved or deleted, by position, with their current anchors; nil where
  /// they have none.
  private var changed = PersistentMap<Int32, Segment?>()
  /// The first anchor of each association with anchors, under its position.
  private var spans = FeatureIndex()

  init(_ network: UtilityNetwork) throws(IndexError) {
    var positions: [Int32] = []
    var boxes: [Envelope] = []
    for (position, association) in network.associations.enumerated() {
      guard let anchors = network.anchors(of: association) else { continue }
      positions.append(Int32(position))
      boxes.append(anchors.envelope)
    }
    tree = try PackedRTree(boxes)
    self.positions = Column(positions)
    self.boxes = Column(boxes)
  }

  /// Appends the positions of the associations whose anchors both lie in the closed rectangle.
  func collect(in extent: Envelope, into result: inout [Int32]) {
    tree.forEachItem(intersecting: extent) { item in
      guard extent.contains(boxes[Int(item)]) else { return }
      let position = positions[Int(item)]
      if changed.isEmpty || changed.find(position) == nil { result.append(position) }
    }
    guard !changed.isEmpty else { return }
    for position in spans.features(intersecting: extent) {
      if let span = changed.find(position) ?? nil, extent.contains(span.envelope) {
        result.append(position)
      }
    }
  }

  /// Takes over a commit's change of an association; throws when an anchor is too far away to measure with.
  mutating func update(_ position: Int32, in network: EditedNetwork) throws(IndexError) {
    let old = changed.find(position) ?? nil
    let new = network.association(at: position).flatMap { network.anchors(of: $0) }
    if let old, old == new { return }
    if let new { try spans.insert(position, at: .point(Point(new.start))) }
    if let old { try spans.remove(position, at: .point(Point(old.start))) }
    changed.set(new, for: position)
  }
}

extension AssociationIndex: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    positions = try image.read("positions")
    boxes = try image.read("boxes")
    tree = try image.read("boxTree")
  }

  /// Writes the index, which has no edits.
  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(positions, "positions")
    try image.write(boxes, "boxes")
    try image.write(tree, "boxTree")
  }
}

extension NetworkReading {
  /// The point where an association meets one of its ends; nil for objects, which have no geometry, and empty
  /// geometries.
  ///
  /// A point is its own anchor. On a line, kinds 4 to 6 name the anchor (its end, a fraction, its start); for other
  /// kinds it is the midpoint. In an area it is a point on its surface.
  package func anchor(of end: Association.End, in association: Association) -> Coordinate? {
    feature(globalID: end.globalID).flatMap { geometry(of: $0) }
      .flatMap { association.anchor(on: $0) }
  }

  /// The straight line between the two anchors, from the from-side to the to-side; nil when an end has no anchor.
  ///
  /// It is also nil for containment, which has no geometry by definition.
  public func geometry(of association: Association) -> LineString? {
    anchors(of: association).flatMap { try? LineString([$0.start, $0.end], srid: base.srid) }
  }

  /// The anchors at the two ends; nil for containment, and when an end has no anchor.
  func anchors(of association: Association) -> Segment? {
    guard association.kind != .containment,
      let from = anchor(of: association.from, in: association),
      let to = anchor(of: association.to, in: association)
    else { return nil }
    return Segment(from, to)
  }
}

extension Association {
  fileprivate func anchor(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point, .multiPoint, .lineString, .multiLineString: return place(on: geometry)
    case .polygon, .multiPolygon, .collection:
      // A ring so invalid that GEOS finds no point inside still has a first vertex.
      let inside = try? geometry.pointOnSurface()
      return inside?.coordinate ?? place(on: geometry)
    }
  }
}
