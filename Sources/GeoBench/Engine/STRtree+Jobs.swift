import CGEOS
import GeoSnap

extension STRtree {
  func identify(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    for query in 0..<count {
      unsafe withPoint(workload.query(query)) { point, window in
        unsafe collect(meeting: window, into: &found)
        for feature in found {
          let distance = unsafe distance(feature, point)
          guard distance <= Workload.tolerance else { continue }
          checksum.hits += 1
          checksum.sum += distance
        }
      }
    }
    return checksum
  }

  func snapEdge(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    let lineCount = Int32(workload.lineCount)
    for query in 0..<count {
      unsafe withPoint(workload.query(query)) { point, window in
        unsafe collect(meeting: window, into: &found)
        var nearest: (feature: Int32, distance: Double)?
        for feature in found where feature < lineCount {
          let distance = unsafe distance(feature, point)
          guard distance <= nearest?.distance ?? Workload.tolerance else { continue }
          nearest = (feature, distance)
        }
        guard let nearest else { return }
        let location = unsafe nearestPlace(nearest.feature, point)
        checksum.add(nearest.distance, at: location)
      }
    }
    return checksum
  }

  func snapVertex(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    let lineCount = Int32(workload.lineCount)
    for query in 0..<count {
      let place = workload.query(query)
      collect(Envelope(around: place, radius: Workload.tolerance), into: &found)
      var nearest: (location: Coordinate, distance: Double)?
      for feature in found where feature < lineCount {
        forEachVertex(feature) { vertex in
          let distance = place.distance(to: vertex)
          if distance <= nearest?.distance ?? Workload.tolerance {
            nearest = (vertex, distance)
          }
        }
      }
      guard let nearest else { continue }
      checksum.add(nearest.distance, at: nearest.location)
    }
    return checksum
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
            guard let first = unsafe first, let second = unsafe second,
              let context = unsafe context
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

  /// Makes a point and the square around it for GEOS, which are valid during `body`.
  private func withPoint(
    _ place: Coordinate,
    _ body: (_ point: OpaquePointer, _ window: OpaquePointer) -> Void
  ) {
    let envelope = Envelope(around: place, radius: Workload.tolerance)
    guard let window = unsafe rectangle(envelope),
      let point = unsafe GEOSGeom_createPointFromXY_r(context, place.x, place.y)
    else { return }
    unsafe body(point, window)
    unsafe GEOSGeom_destroy_r(context, point)
    unsafe GEOSGeom_destroy_r(context, window)
  }

  @unsafe
  private func distance(_ feature: Int32, _ point: OpaquePointer) -> Double {
    var distance = Double.infinity
    // Features found are positions in items.
    unsafe GEOSDistance_r(context, items[Int(feature)].geometry, point, &distance)
    return distance
  }

  @unsafe
  private func nearestPlace(_ feature: Int32, _ point: OpaquePointer) -> Coordinate {
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
