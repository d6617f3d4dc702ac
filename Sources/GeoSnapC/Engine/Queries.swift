// geosnap.h names these functions, and says what they do.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGeoSnap
internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapTool

/// The points of two arrays.
private func points(
  _ x: UnsafePointer<Double>?,
  _ y: UnsafePointer<Double>?,
  _ count: Int
) throws(Failure) -> [Coordinate] {
  let x = try unsafe elements(x, count, "x")
  let y = try unsafe elements(y, count, "y")
  return unsafe Array(unsafeUninitializedCapacity: x.count) { points, filled in
    for number in 0..<x.count {
      unsafe points.initializeElement(
        at: number,
        to: Coordinate(x: unsafe x[number], y: unsafe y[number])
      )
    }
    filled = x.count
  }
}

/// `geosnap_identify` of geosnap.h.
@c @implementation
public func geosnap_identify(
  _ network: OpaquePointer?,
  _ x: UnsafePointer<Double>?,
  _ y: UnsafePointer<Double>?,
  _ count: Int,
  _ options: UnsafePointer<geosnap_identify_options>?,
  _ hits: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_hits>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let open = try unsafe object(network, "network", as: NetworkHandle.self).open
    let hits = try unsafe place(hits, "hits")
    guard unsafe options != nil else { throw .misuse("options is NULL: a tolerance is needed.") }
    let options = try unsafe known(options, geosnap_identify_options(), size: \.size)
    let tolerance = unsafe options.tolerance
    guard tolerance >= 0, tolerance.isFinite else {
      throw .misuse("tolerance is \(tolerance): give a number from 0.")
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
    let points = try unsafe points(x, y, count)
    let index = try open.madeIndex()
    let answers: IdentifyAnswers
    if try unsafe isParallel(options.threads, count) {
      let progress = unsafe ProgressCall(options.progress, options.context)
      answers = try waiting(for: progress) { tell in
        var told: (@Sendable (Int) -> Void)?
        if let tell { told = { tell(Double($0) / Double(points.count)) } }
        return try await index.identify(atEach: points, as: request, progress: told)
      }
    } else {
      answers = index.identify(atEach: points, as: request)
    }
    unsafe hits.pointee = give(geosnap_hits(given: answers))
    return GEOSNAP_OK
  }
}

extension geosnap_hits {
  fileprivate init(given answers: IdentifyAnswers) {
    let count = answers.hits.count
    let ends = unsafe allocate(answers.count, of: UInt64.self)
    let features = unsafe allocate(count, of: geosnap_feature.self)
    let distances = unsafe allocate(count, of: Double.self)
    let (x, y, z) = unsafe (
      allocate(count, of: Double.self), allocate(count, of: Double.self),
      allocate(count, of: Double.self)
    )
    for point in answers.indices {
      unsafe (ends + point).initialize(to: UInt64(answers[point].endIndex))
    }
    for (number, hit) in answers.hits.enumerated() {
      unsafe (features + number).initialize(to: geosnap_feature(hit.feature))
      unsafe (distances + number).initialize(to: hit.distance)
      unsafe (x + number).initialize(to: hit.location.x)
      unsafe (y + number).initialize(to: hit.location.y)
      unsafe (z + number).initialize(to: hit.z ?? .nan)
    }
    unsafe self.init(
      point_count: UInt64(answers.count),
      count: UInt64(count),
      ends: UnsafePointer(ends),
      features: UnsafePointer(features),
      distances: UnsafePointer(distances),
      x: UnsafePointer(x),
      y: UnsafePointer(y),
      z: UnsafePointer(z)
    )
  }
}

/// `geosnap_hits_free` of geosnap.h.
@c @implementation
public func geosnap_hits_free(_ hits: UnsafeMutablePointer<geosnap_hits>?) {
  guard let hits = unsafe hits else { return }
  let given = unsafe hits.pointee
  unsafe release(given.ends)
  unsafe release(given.features)
  unsafe release(given.distances, given.x, given.y, given.z)
  unsafe release(hits)
}

/// A snapper of a caller's.
private final class SnapperHandle: Sendable {
  let prepared: PreparedSnapper

  init(_ prepared: PreparedSnapper) { self.prepared = prepared }
}

/// `geosnap_snapper_make` of geosnap.h.
@c @implementation
public func geosnap_snapper_make(
  _ network: OpaquePointer?,
  _ words: UnsafePointer<geosnap_text>?,
  _ word_count: Int,
  _ snapper: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let open = try unsafe object(network, "network", as: NetworkHandle.self).open
    let snapper = try unsafe place(snapper, "snapper")
    let prepared = try open.snapper(try unsafe strings(words, word_count, "words"))
    unsafe snapper.pointee = handle(SnapperHandle(prepared))
    return GEOSNAP_OK
  }
}

/// `geosnap_snapper_free` of geosnap.h.
@c @implementation
public func geosnap_snapper_free(_ snapper: OpaquePointer?) {
  unsafe letGo(snapper, SnapperHandle.self)
}

/// `geosnap_snap` of geosnap.h.
@c @implementation
public func geosnap_snap(
  _ snapper: OpaquePointer?,
  _ x: UnsafePointer<Double>?,
  _ y: UnsafePointer<Double>?,
  _ count: Int,
  _ tolerance: Double,
  _ threads: Int32,
  _ snaps: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_snaps>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let prepared = try unsafe object(snapper, "snapper", as: SnapperHandle.self).prepared
    let snaps = try unsafe place(snaps, "snaps")
    guard tolerance >= 0, tolerance.isFinite else {
      throw .misuse("tolerance is \(tolerance): give a number from 0.")
    }
    let points = try unsafe points(x, y, count)
    let matches: [SnapMatch?]
    if try isParallel(threads, count) {
      matches = try waiting(for: nil) { _ in
        try await prepared.snapper.snap(
          atEach: points,
          tolerance: tolerance,
          role: prepared.role,
          editing: prepared.edited,
          progress: nil
        )
      }
    } else {
      matches = prepared.snapper.snap(
        atEach: points,
        tolerance: tolerance,
        role: prepared.role,
        editing: prepared.edited
      )
    }
    unsafe snaps.pointee = give(geosnap_snaps(given: matches, of: points))
    return GEOSNAP_OK
  }
}

extension geosnap_snaps {
  fileprivate init(given matches: [SnapMatch?], of points: [Coordinate]) {
    let count = matches.count
    let kinds = unsafe allocate(count, of: UInt8.self)
    let features = unsafe allocate(count, of: geosnap_feature.self)
    let (x, y, z) = unsafe (
      allocate(count, of: Double.self), allocate(count, of: Double.self),
      allocate(count, of: Double.self)
    )
    let distances = unsafe allocate(count, of: Double.self)
    let fractions = unsafe allocate(count, of: Double.self)
    let rules = unsafe allocate(count, of: Int64.self)
    for (number, match) in matches.enumerated() {
      let place = match?.place
      unsafe (kinds + number).initialize(to: place.map { $0.kind.code } ?? UInt8(GEOSNAP_UNSNAPPED))
      unsafe (features + number).initialize(to: geosnap_feature(place?.feature))
      unsafe (x + number).initialize(to: place?.location.x ?? points[number].x)
      unsafe (y + number).initialize(to: place?.location.y ?? points[number].y)
      unsafe (z + number).initialize(to: place?.z ?? .nan)
      unsafe (distances + number).initialize(to: place?.distance ?? .nan)
      unsafe (fractions + number).initialize(to: place?.fraction ?? .nan)
      let rule: Int64 =
        switch match?.permission {
        case .rule(let id)?: Int64(id)
        case .sameAssetType?: -2
        case .unruled?, nil: -1
        }
      unsafe (rules + number).initialize(to: rule)
    }
    unsafe self.init(
      count: UInt64(count),
      kinds: UnsafePointer(kinds),
      features: UnsafePointer(features),
      x: UnsafePointer(x),
      y: UnsafePointer(y),
      z: UnsafePointer(z),
      distances: UnsafePointer(distances),
      fractions: UnsafePointer(fractions),
      rules: UnsafePointer(rules)
    )
  }
}

extension SnapKind {
  /// What the header calls it.
  fileprivate var code: UInt8 {
    let code =
      switch self {
      case .point: GEOSNAP_POINT
      case .lineEnd: GEOSNAP_LINE_END
      case .vertex: GEOSNAP_VERTEX
      case .intersection: GEOSNAP_INTERSECTION
      case .midpoint: GEOSNAP_MIDPOINT
      case .centroid: GEOSNAP_CENTROID
      case .segment: GEOSNAP_SEGMENT
      case .boundary: GEOSNAP_BOUNDARY
      case .area: GEOSNAP_AREA
      default: GEOSNAP_GUIDE
      }
    return UInt8(code)
  }
}

/// `geosnap_snaps_free` of geosnap.h.
@c @implementation
public func geosnap_snaps_free(_ snaps: UnsafeMutablePointer<geosnap_snaps>?) {
  guard let snaps = unsafe snaps else { return }
  let given = unsafe snaps.pointee
  unsafe release(given.kinds)
  unsafe release(given.features)
  unsafe release(given.x, given.y, given.z, given.distances, given.fractions)
  unsafe release(given.rules)
  unsafe release(snaps)
}

/// `geosnap_associations_in` of geosnap.h.
@c @implementation
public func geosnap_associations_in(
  _ network: OpaquePointer?,
  _ extent: UnsafePointer<Double>?,
  _ associations: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_associations>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let open = try unsafe object(network, "network", as: NetworkHandle.self).open
    let associations = try unsafe place(associations, "associations")
    let extent = try unsafe envelope(extent)
    let index = try open.madeIndex()
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
        to_terminals: give(terminals(\.to))
      )
    )
    return GEOSNAP_OK
  }
}

/// `geosnap_associations_free` of geosnap.h.
@c @implementation
public func geosnap_associations_free(_ associations: UnsafeMutablePointer<geosnap_associations>?) {
  guard let associations = unsafe associations else { return }
  let given = unsafe associations.pointee
  unsafe release(given.global_ids)
  unsafe release(given.kinds, given.from_terminals, given.to_terminals)
  unsafe release(given.from, given.to)
  unsafe release(associations)
}

extension OpenNetwork {
  /// The index.
  func madeIndex() throws(Failure) -> NetworkIndex {
    do { return try index() } catch { throw .telling(error) }
  }
}
