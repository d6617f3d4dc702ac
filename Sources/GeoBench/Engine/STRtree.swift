import CGEOS
import GeoSnap

/// GEOS's tree over whole features, queried through GEOS's C functions alone; used by one thread.
@safe final class STRtree {
  @unsafe struct Item {
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
      unsafe geosLine(Array(workload.associationOrdinates[4 * index..<4 * index + 4]), context)
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

  @unsafe func collect(meeting rectangle: OpaquePointer, into found: inout [Int32]) {
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

  @unsafe func rectangle(_ envelope: Envelope) -> OpaquePointer? {
    unsafe GEOSGeom_createRectangle_r(
      context,
      envelope.minX,
      envelope.minY,
      envelope.maxX,
      envelope.maxY
    )
  }

  func identify(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    unsafe forEachPoint(workload, count) { point, found in
      for feature in found {
        let distance = unsafe distance(feature, point)
        guard distance <= Workload.tolerance else { continue }
        checksum.hits += 1
        checksum.sum += distance
      }
    }
    return checksum
  }

  func snapEdge(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    let lineCount = Int32(workload.lineCount)
    unsafe forEachPoint(workload, count) { point, found in
      var nearest: (feature: Int32, distance: Double)?
      for feature in found where feature < lineCount {
        let distance = unsafe distance(feature, point)
        guard distance <= nearest?.distance ?? Workload.tolerance else { continue }
        nearest = (feature, distance)
      }
      guard let nearest else { return }
      checksum.add(nearest.distance, at: unsafe nearestPlace(nearest.feature, point))
    }
    return checksum
  }

  func snapVertex(_ workload: Workload, _ count: Int) -> Checksum {
    var found: [Int32] = []
    let lineCount = Int32(workload.lineCount)
    return Checksum(count) { query in
      let place = workload.query(query)
      collect(Envelope(around: place, radius: Workload.tolerance), into: &found)
      var nearest: (distance: Double, location: Coordinate)?
      for feature in found where feature < lineCount {
        forEachVertex(feature) { vertex in
          let distance = place.distance(to: vertex)
          if distance <= nearest?.distance ?? Workload.tolerance { nearest = (distance, vertex) }
        }
      }
      return nearest
    }
  }

  func extent(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    for query in 0..<count {
      guard let box = unsafe rectangle(workload.extent(query)) else { continue }
      unsafe collect(meeting: box, into: &found)
      for association in found {
        // found holds positions in items.
        guard unsafe GEOSIntersects_r(context, box, items[Int(association)].geometry) == 1 else {
          continue
        }
        checksum.hits += 1
        checksum.sumIDs += Int64(association)
      }
      unsafe GEOSGeom_destroy_r(context, box)
    }
    return checksum
  }

  func nearest(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    for query in 0..<count {
      let place = workload.query(query)
      guard let point = unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y) else {
        continue
      }
      var asked = unsafe Item(geometry: point, feature: -1)
      // `asked` outlives the call; GEOS hands it to the distance function as one of two items.
      let found = unsafe withUnsafeMutablePointer(to: &asked) { asked in
        unsafe GEOSSTRtree_nearest_generic_r(
          context,
          tree,
          asked,
          point,
          { first, second, distance, context in
            // The tree holds pointers to Item only; the last argument is the context given below.
            guard let first = unsafe first, let second = unsafe second, let context = unsafe context
            else { return 0 }
            return unsafe GEOSDistance_r(
              OpaquePointer(context),
              first.assumingMemoryBound(to: Item.self).pointee.geometry,
              second.assumingMemoryBound(to: Item.self).pointee.geometry,
              distance
            )
          },
          UnsafeMutableRawPointer(context)
        )
      }
      if let found = unsafe found {
        let feature = unsafe found.assumingMemoryBound(to: Item.self).pointee.feature
        checksum.hits += 1
        unsafe checksum.sum += distance(feature, point)
      }
      unsafe GEOSGeom_destroy_r(context, point)
    }
    return checksum
  }

  /// Calls `body` with each query point and the features whose envelopes meet the square around it.
  private func forEachPoint(
    _ workload: Workload,
    _ count: Int,
    _ body: (_ point: OpaquePointer, _ found: [Int32]) -> Void
  ) {
    var found: [Int32] = []
    for query in 0..<count {
      let place = workload.query(query)
      collect(Envelope(around: place, radius: Workload.tolerance), into: &found)
      guard let point = unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y) else {
        continue
      }
      unsafe body(point, found)
      unsafe GEOSGeom_destroy_r(context, point)
    }
  }

  @unsafe private func distance(_ feature: Int32, _ point: OpaquePointer) -> Double {
    var distance = Double.infinity
    // Features found are positions in items.
    unsafe GEOSDistance_r(context, items[Int(feature)].geometry, point, &distance)
    return distance
  }

  @unsafe private func nearestPlace(_ feature: Int32, _ point: OpaquePointer) -> Coordinate {
    var place = Coordinate(x: .nan, y: .nan)
    // Features found are positions in items; the sequence is ours to destroy.
    guard let pair = unsafe GEOSNearestPoints_r(context, items[Int(feature)].geometry, point)
    else { return place }
    unsafe GEOSCoordSeq_getXY_r(context, pair, 0, &place.x, &place.y)
    unsafe GEOSCoordSeq_destroy_r(context, pair)
    return place
  }

  private func forEachVertex(_ feature: Int32, _ body: (Coordinate) -> Void) {
    // Features found are positions in items; the geometry keeps its sequence.
    guard let sequence = unsafe GEOSGeom_getCoordSeq_r(context, items[Int(feature)].geometry)
    else { return }
    var count: UInt32 = 0
    unsafe GEOSCoordSeq_getSize_r(context, sequence, &count)
    for index in 0..<count {
      var vertex = Coordinate(x: .nan, y: .nan)
      unsafe GEOSCoordSeq_getXY_r(context, sequence, index, &vertex.x, &vertex.y)
      body(vertex)
    }
  }
}
