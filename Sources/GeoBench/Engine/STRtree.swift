import CGEOS
import GeoSnap

/// GEOS's tree over whole features, queried through GEOS's C functions alone; used by one thread.
@safe
final class STRtree {
  /// An entry of the tree: a geometry and its feature.
  @unsafe
  struct Item {
    let geometry: OpaquePointer
    let feature: Int32
  }

  let context: GEOSContextHandle_t
  /// Owned: `count` items with their geometries, at addresses that never change.
  let items: UnsafeMutablePointer<Item>
  let count: Int
  private(set) var tree: OpaquePointer
  /// The number of bytes by which the process grew while tree and geometries were made.
  private(set) var byteCount = 0

  static var version: String {
    // GEOSversion returns a constant string.
    unsafe String(cString: GEOSversion())
  }

  convenience init(featuresOf workload: Workload) {
    let lineCount = workload.lineCount
    unsafe self.init(count: lineCount + workload.junctionCount) { context, feature in
      guard feature >= lineCount else {
        return unsafe geosLine(Array(workload.ordinates(ofLine: feature)), context)
      }
      let place = workload.junction(feature - lineCount)
      return unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y)
    }
  }

  convenience init(associationsOf workload: Workload) {
    unsafe self.init(count: workload.associationCount) { context, index in
      unsafe geosLine(
        Array(workload.associationOrdinates[4 * index..<4 * index + 4]),
        context
      )
    }
  }

  private init(count: Int, _ geometry: (GEOSContextHandle_t, Int) -> OpaquePointer?) {
    let before = Machine.residentBytes
    // Every context and geometry below is made by GEOS with memory at hand; it returns nil only
    // without, and a benchmark without memory has nothing to measure.
    guard let context = unsafe GEOS_init_r(), let tree = unsafe GEOSSTRtree_create_r(context, 10)
    else { preconditionFailure("GEOS has no memory for a context and a tree") }
    unsafe self.context = context
    unsafe self.tree = tree
    self.count = count
    unsafe items = .allocate(capacity: max(count, 1))
    for feature in 0..<count {
      guard let made = unsafe geometry(context, feature) else {
        preconditionFailure("GEOS has no memory for geometry \(feature)")
      }
      // feature < count, the capacity.
      unsafe (items + feature).initialize(to: Item(geometry: made, feature: Int32(feature)))
    }
    insertItems()
    byteCount = Machine.residentBytes - before
  }

  deinit {
    unsafe GEOSSTRtree_destroy_r(context, tree)
    for feature in 0..<count { unsafe GEOSGeom_destroy_r(context, items[feature].geometry) }
    unsafe items.deallocate()
    unsafe GEOS_finish_r(context)
  }

  /// Destroys the tree and builds it again; the geometries stay.
  func rebuild() -> Checksum {
    guard let fresh = unsafe GEOSSTRtree_create_r(context, 10) else { return Checksum() }
    unsafe GEOSSTRtree_destroy_r(context, tree)
    unsafe tree = fresh
    insertItems()
    return Checksum(hits: count)
  }

  /// Fills the tree, and queries it once, since GEOS packs it at the first query.
  private func insertItems() {
    for feature in 0..<count {
      unsafe GEOSSTRtree_insert_r(context, tree, items[feature].geometry, items + feature)
    }
    var found: [Int32] = []
    collect(Envelope(Coordinate(x: 0, y: 0)), into: &found)
  }

  /// Replaces the content of `found` by the features whose envelopes intersect `envelope`.
  func collect(_ envelope: Envelope, into found: inout [Int32]) {
    guard let rectangle = unsafe rectangle(envelope) else { return }
    unsafe collect(meeting: rectangle, into: &found)
    unsafe GEOSGeom_destroy_r(context, rectangle)
  }

  @unsafe
  func collect(meeting rectangle: OpaquePointer, into found: inout [Int32]) {
    found.removeAll(keepingCapacity: true)
    // The pointer to `found` is used only during the call.
    unsafe withUnsafeMutablePointer(to: &found) { found in
      unsafe GEOSSTRtree_query_r(
        context,
        tree,
        rectangle,
        { item, found in
          // The tree holds pointers to Item only; `found` is the pointer given above.
          guard let item = unsafe item, let found = unsafe found else { return }
          let feature = unsafe item.assumingMemoryBound(to: Item.self).pointee.feature
          unsafe found.assumingMemoryBound(to: [Int32].self).pointee.append(feature)
        },
        found
      )
    }
  }

  @unsafe
  func rectangle(_ envelope: Envelope) -> OpaquePointer? {
    unsafe GEOSGeom_createRectangle_r(
      context,
      envelope.minX,
      envelope.minY,
      envelope.maxX,
      envelope.maxY
    )
  }
}
