package import GeoSnapColumns

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

/// The areas of features in columns, created from geometries or mapped from an image.
// A class, so that the copies of an index for snapshots count one reference.
package final class AreaColumns: ImagePart, Sendable {
  private let features: Column<Int32>
  /// The end of each area's rings in `ringEnds`.
  private let areaEnds: Column<Int>
  /// The end of each ring's coordinates.
  private let ringEnds: Column<Int>
  /// The coordinates of all rings: x, y, x, y.
  private let ordinates: Column<Double>

  init(_ areas: some Sequence<IndexedArea>) {
    var features = Column<Int32>()
    var areaEnds = Column<Int>()
    var ringEnds = Column<Int>()
    var ordinates = Column<Double>()
    for area in areas {
      for ring in area.rings {
        for place in ring {
          ordinates.append(area.coordinates[place].x)
          ordinates.append(area.coordinates[place].y)
        }
        ringEnds.append(ordinates.count / 2)
      }
      areaEnds.append(ringEnds.count)
      features.append(area.feature)
    }
    (self.features, self.areaEnds) = (features, areaEnds)
    (self.ringEnds, self.ordinates) = (ringEnds, ordinates)
  }

  var count: Int { features.count }

  var byteCount: Int {
    features.byteCount + areaEnds.byteCount + ringEnds.byteCount + ordinates.byteCount
  }

  func feature(_ area: Int) -> Int32 { features[area] }

  private func rings(_ area: Int) -> Range<Int> {
    (area == 0 ? 0 : areaEnds[area - 1])..<areaEnds[area]
  }

  private func places(_ ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  private func coordinate(_ place: Int) -> Coordinate {
    Coordinate(x: ordinates[2 * place], y: ordinates[2 * place + 1])
  }

  /// A copy of an area.
  subscript(area: Int) -> IndexedArea {
    let rings = rings(area)
    let first = rings.isEmpty ? 0 : places(rings.lowerBound).lowerBound
    let end = rings.isEmpty ? 0 : places(rings.upperBound - 1).upperBound
    return IndexedArea(
      feature: features[area],
      coordinates: CoordinateSequence(
        trusted: ordinates.copied(2 * first..<2 * end),
        dimensions: .xy
      ),
      rings: rings.map { places($0).lowerBound - first..<places($0).upperBound - first }
    )
  }

  /// Whether an area has the same feature as another and the same rings, bit for bit.
  func isIdentical(_ area: Int, to other: IndexedArea) -> Bool {
    features[area] == other.feature
      && areIdentical(rings(area).map(places), coordinate, other.rings, { other.coordinates[$0] })
  }

  /// Whether an area or its boundary contains a point, by the even-odd rule, in linear time.
  func contains(_ point: Coordinate, in area: Int) -> Bool {
    ringsContain(point, rings(area).lazy.map(places), coordinate)
  }

  // MARK: Images

  package init(from image: inout ImageReader) throws(ImageError) {
    features = try image.read("areaFeatures")
    areaEnds = try image.read("areaEnds")
    ringEnds = try image.read("ringEnds")
    ordinates = try image.read("ordinates")
    func isRising(_ ends: Column<Int>, to last: Int) -> Bool {
      ends.last ?? 0 == last && (ends.first ?? 0) >= 0
        && zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard features.count == areaEnds.count, isRising(areaEnds, to: ringEnds.count),
      isRising(ringEnds, to: ordinates.count / 2), ordinates.count % 2 == 0
    else { throw ImageError("Areas refer to rings that do not exist.") }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(features, "areaFeatures")
    try image.write(areaEnds, "areaEnds")
    try image.write(ringEnds, "ringEnds")
    try image.write(ordinates, "ordinates")
  }
}

/// Numbered slots for areas, in pages that copies share until one of them writes.
struct AreaSlots: Sendable {
  private var pages: [[IndexedArea?]] = []
  private var free: [Int32] = []

  private static var pageCapacity: Int { 256 }

  /// The number of slots, empty ones included.
  var capacity: Int { pages.reduce(0) { $0 + $1.count } }

  /// The area of a slot that is in use.
  subscript(slot: Int) -> IndexedArea {
    guard let area = pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] else {
      preconditionFailure("The slot holds no area")
    }
    return area
  }

  /// Stores an area in a free slot, and returns the slot.
  mutating func insert(_ area: IndexedArea) -> Int {
    if let slot = free.popLast().map(Int.init) {
      pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] = area
      return slot
    }
    if (pages.last?.count ?? AreaSlots.pageCapacity) == AreaSlots.pageCapacity { pages.append([]) }
    let page = pages.count - 1
    pages[page].append(area)
    return page * AreaSlots.pageCapacity + pages[page].count - 1
  }

  mutating func remove(_ slot: Int) {
    pages[slot / AreaSlots.pageCapacity][slot % AreaSlots.pageCapacity] = nil
    free.append(Int32(slot))
  }

  var byteCount: Int {
    pages.reduce(free.count * MemoryLayout<Int32>.stride) {
      $0 + $1.capacity * MemoryLayout<IndexedArea?>.stride
    }
  }
}

/// A polygon of a feature, to test whether it contains a point.
package struct IndexedArea: Sendable {
  package let feature: Int32
  let coordinates: CoordinateSequence
  let rings: [Range<Int>]

  /// Whether the area or its boundary contains the point, by the even-odd rule, in linear time.
  package func contains(_ point: Coordinate) -> Bool {
    ringsContain(point, rings) { coordinates[$0] }
  }

  var envelope: Envelope? {
    var envelope: Envelope?
    for ring in rings {
      for index in ring {
        let place = Envelope(coordinates[index])
        envelope = envelope?.union(place) ?? place
      }
    }
    return envelope
  }

  /// Whether the other area has the same feature and the same rings, bit for bit in x and y.
  func isIdentical(to other: IndexedArea) -> Bool {
    feature == other.feature
      && areIdentical(rings, { coordinates[$0] }, other.rings, { other.coordinates[$0] })
  }

  /// The areas of a geometry, including members of collections.
  package static func areas(of geometry: Geometry, feature: Int32) -> [IndexedArea] {
    switch geometry {
    case .polygon(let polygon):
      let rings = ranges(polygon.ringEnds)
      return rings.isEmpty
        ? [] : [IndexedArea(feature: feature, coordinates: polygon.coordinates, rings: rings)]
    case .multiPolygon(let polygons):
      let rings = ranges(polygons.ringEnds)
      return polygons.polygonRings.map { range in
        IndexedArea(feature: feature, coordinates: polygons.coordinates, rings: Array(rings[range]))
      }
    case .collection(let collection):
      return collection.geometries.flatMap { areas(of: $0, feature: feature) }
    case .point, .multiPoint, .lineString, .multiLineString: return []
    }
  }

  private static func ranges(_ ends: [Int]) -> [Range<Int>] {
    zip([0] + ends.dropLast(), ends).map { $0..<$1 }
  }
}

@inline(__always) func ringsContain(
  _ point: Coordinate,
  _ rings: some Sequence<Range<Int>>,
  _ coordinate: (Int) -> Coordinate
) -> Bool {
  var isInside = false
  for ring in rings {
    for index in ring.dropLast() {
      switch crossing(Segment(coordinate(index), coordinate(index + 1)), rightOf: point) {
      case .none: break
      case .crosses: isInside.toggle()
      case .touches: return true
      }
    }
  }
  return isInside
}

/// Whether two areas have the same rings, bit for bit in x and y.
@inline(__always) func areIdentical(
  _ rings: [Range<Int>],
  _ coordinate: (Int) -> Coordinate,
  _ others: [Range<Int>],
  _ otherCoordinate: (Int) -> Coordinate
) -> Bool {
  rings.map(\.count) == others.map(\.count)
    && zip(rings.joined(), others.joined()).allSatisfy {
      let (one, other) = (coordinate($0), otherCoordinate($1))
      return one.x.bitPattern == other.x.bitPattern && one.y.bitPattern == other.y.bitPattern
    }
}
