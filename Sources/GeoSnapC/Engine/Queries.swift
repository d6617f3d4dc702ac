// geosnap.h names these functions, and says what they do.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CGeoSnap
internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapTool

@c @implementation package func geosnap_identify(
  _ network: OpaquePointer?,
  _ x: UnsafePointer<Double>?,
  _ y: UnsafePointer<Double>?,
  _ count: Int,
  _ options: UnsafePointer<geosnap_identify_options>?,
  _ hits: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_hits>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let (open, revision) = try unsafe object(network, "network", as: NetworkHandle.self).asked
    let hits = try unsafe place(hits, "hits")
    guard unsafe options != nil else { throw .misuse("options is NULL: a tolerance is needed.") }
    let options = try unsafe known(options, geosnap_identify_options())
    let tolerance = unsafe options.tolerance
    guard tolerance >= 0, tolerance.isFinite else {
      throw .misuse("tolerance is \(tolerance): give a finite number of 0 or more.")
    }
    let sources = try unsafe strings(options.sources, options.source_count, "sources")
    if !sources.isEmpty { try open.checkSources(sources) }
    let limit = unsafe options.limit
    let request = IdentifyRequest(
      at: Coordinate(x: 0, y: 0),
      tolerance: tolerance,
      sources: sources.isEmpty ? nil : sources,
      limit: limit == 0 ? nil : Int(clamping: limit)
    )
    let points = try unsafe CallerPoints(x, y, count)
    let held = try open.madeIndex()
    let progress = unsafe ProgressCall(options.progress, options.context)
    let isParallel = try unsafe isParallel(options.threads, count)
    if count == 1 {
      var request = request
      request.coordinate = points[0]
      unsafe hits.pointee = HitMemory.given(held.identify(request), revision)
      return
    }
    let memory = HitMemory(places: count, revision)
    try inChunks(of: count, isParallel: isParallel, progress) { range in
      held.index.identify(atEach: points.coordinates(range), as: request)
    } collect: {
      memory.append($0)
    }
    unsafe hits.pointee = memory.take()
  }
}

@c @implementation package func geosnap_hits_free(_ hits: UnsafeMutablePointer<geosnap_hits>?) {
  unsafe HitMemory.release(hits)
}

private final class SnapperHandle: Sendable {
  let prepared: PreparedSnapper
  let revision: UInt64

  init(_ prepared: PreparedSnapper, _ revision: UInt64) {
    self.prepared = prepared
    self.revision = revision
  }
}

@c @implementation package func geosnap_snapper_make(
  _ network: OpaquePointer?,
  _ words: UnsafePointer<geosnap_text>?,
  _ word_count: Int,
  _ snapper: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let (open, revision) = try unsafe object(network, "network", as: NetworkHandle.self).asked
    let snapper = try unsafe place(snapper, "snapper")
    let prepared = try open.snapper(try unsafe strings(words, word_count, "words"))
    unsafe snapper.pointee = handle(SnapperHandle(prepared, revision))
  }
}

@c @implementation package func geosnap_snapper_free(_ snapper: OpaquePointer?) {
  unsafe letGo(snapper, SnapperHandle.self)
}

@c @implementation package func geosnap_snap(
  _ snapper: OpaquePointer?,
  _ x: UnsafePointer<Double>?,
  _ y: UnsafePointer<Double>?,
  _ count: Int,
  _ options: UnsafePointer<geosnap_snap_options>?,
  _ snaps: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_snaps>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let snapping = try unsafe object(snapper, "snapper", as: SnapperHandle.self)
    let prepared = snapping.prepared
    let snaps = try unsafe place(snaps, "snaps")
    guard unsafe options != nil else { throw .misuse("options is NULL: a tolerance is needed.") }
    let options = try unsafe known(options, geosnap_snap_options())
    let tolerance = unsafe options.tolerance
    guard tolerance >= 0, tolerance.isFinite else {
      throw .misuse("tolerance is \(tolerance): give a finite number of 0 or more.")
    }
    let points = try unsafe CallerPoints(x, y, count)
    let isParallel = try unsafe isParallel(options.threads, count)
    let memory = SnapMemory(places: count, snapping.revision)
    if count == 1 {
      // The options were checked when they were read.
      let match = try? prepared.snapper.snap(
        at: points[0],
        tolerance: tolerance,
        role: prepared.role,
        editing: prepared.edited
      )
      memory.set(0, match, points[0])
      unsafe snaps.pointee = memory.take()
      return
    }
    try inChunks(
      of: count,
      isParallel: isParallel,
      unsafe ProgressCall(options.progress, options.context)
    ) { range in
      let matches = prepared.matches(atEach: points.coordinates(range), tolerance: tolerance)
      memory.fill(from: range.lowerBound, matches, of: points)
    } collect: {
    }
    unsafe snaps.pointee = memory.take()
  }
}

@c @implementation package func geosnap_snaps_free(_ snaps: UnsafeMutablePointer<geosnap_snaps>?) {
  unsafe release(snaps)
}

@c @implementation package func geosnap_associations_in(
  _ network: OpaquePointer?,
  _ extent: UnsafePointer<Double>?,
  _ associations: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_associations>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let (open, revision) = try unsafe object(network, "network", as: NetworkHandle.self).asked
    let associations = try unsafe place(associations, "associations")
    let extent = try unsafe envelope(extent)
    let index = try open.madeIndex().index
    let found = index.associations(in: extent)
    let network = open.network
    var ids: [UInt8] = []
    for id in found.map(\.globalID) {
      for word in [id.high, id.low] {
        for byte in 0..<8 { ids.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * byte))) }
      }
    }
    func ends(_ end: (Association) -> Association.End) -> [geosnap_feature] {
      found.map { geosnap_feature(network.feature(globalID: end($0).globalID)) }
    }
    func terminals(_ end: (Association) -> Association.End) -> [Int32] {
      found.map { Int32(clamping: end($0).terminalID ?? -1) }
    }
    unsafe associations.pointee = give(
      geosnap_associations(
        count: UInt64(found.count),
        global_ids: give(ids),
        kinds: give(found.map { Int32($0.kind.rawValue) }),
        from: give(ends(\.from)),
        to: give(ends(\.to)),
        from_terminals: give(terminals(\.from)),
        to_terminals: give(terminals(\.to)),
        revision: revision
      )
    )
  }
}

@c @implementation
package func geosnap_associations_free(_ associations: UnsafeMutablePointer<geosnap_associations>?)
{
  guard let associations = unsafe associations else { return }
  let given = unsafe associations.pointee
  unsafe release(given.global_ids)
  unsafe release(given.kinds, given.from_terminals, given.to_terminals)
  unsafe release(given.from, given.to)
  unsafe release(associations)
}

extension OpenNetwork {
  func madeIndex() throws(Failure) -> SharedIndex {
    do { return try heldIndex() } catch { throw .telling(error) }
  }
}
