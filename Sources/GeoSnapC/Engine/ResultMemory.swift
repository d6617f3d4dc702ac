internal import CGeoSnap
internal import Foundation
internal import GeoSnap
internal import GeoSnapTool

/// The hits for a caller; they are freed unless the caller has taken them.
@safe
final class HitMemory: @unchecked Sendable {
  // One thread at a time appends.
  private var given: UnsafeMutablePointer<ReturnedHits>?

  @unsafe
  private struct ReturnedHits {
    var hits: geosnap_hits
    var room: Int
    let isOneRun: Bool
  }

  init(places: Int, _ revision: UInt64) {
    let hits = unsafe geosnap_hits(
      point_count: 0,
      count: 0,
      ends: UnsafePointer(allocate(places, of: UInt64.self)),
      features: nil,
      distances: nil,
      x: nil,
      y: nil,
      z: nil,
      revision: revision
    )
    unsafe given = allocate(1, of: ReturnedHits.self)
    unsafe given?.initialize(to: ReturnedHits(hits: hits, room: 0, isOneRun: false))
  }

  /// The hits of a single place, in one block of memory.
  static func given(_ hits: [IdentifyHit], _ revision: UInt64) -> UnsafeMutablePointer<geosnap_hits>
  {
    var plan = MemoryPlan()
    let head = unsafe plan.add(1, of: ReturnedHits.self)
    let (ends, features) = (
      plan.add(1, of: UInt64.self), plan.add(hits.count, of: geosnap_feature.self)
    )
    let columns = plan.add(4 * hits.count, of: Double.self)
    let memory = plan.allocate()
    let end = unsafe memory.array(ends)
    unsafe end.initialize(to: UInt64(hits.count))
    let distances = unsafe memory.array(columns)
    let start = unsafe memory.array(head)
    unsafe start.initialize(
      to: ReturnedHits(
        hits: geosnap_hits(
          point_count: 1,
          count: UInt64(hits.count),
          ends: UnsafePointer(end),
          features: UnsafePointer(memory.array(features)),
          distances: UnsafePointer(distances),
          x: UnsafePointer(distances + hits.count),
          y: UnsafePointer(distances + 2 * hits.count),
          z: UnsafePointer(distances + 3 * hits.count),
          revision: revision
        ),
        // Arrays in the block never grow.
        room: max(hits.count, 1),
        isOneRun: true
      )
    )
    unsafe set(hits, from: 0, in: start.pointee.hits)
    return unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: geosnap_hits.self)
  }

  deinit { unsafe HitMemory.release(take()) }

  func append(_ answers: IdentifyAnswers) {
    guard let given = unsafe given else { return }
    let (place, first) = unsafe (Int(given.pointee.hits.point_count), Int(given.pointee.hits.count))
    let count = first + answers.hits.count
    unsafe makeRoom(count, in: given)
    let ends = unsafe UnsafeMutablePointer(mutating: given.pointee.hits.ends)
    for number in answers.indices {
      unsafe ends?[place + number] = UInt64(first + answers[number].endIndex)
    }
    unsafe HitMemory.set(answers.hits, from: first, in: given.pointee.hits)
    unsafe given.pointee.hits.point_count += UInt64(answers.count)
    unsafe given.pointee.hits.count = UInt64(count)
  }

  private func makeRoom(_ count: Int, in given: UnsafeMutablePointer<ReturnedHits>) {
    let room = unsafe given.pointee.room
    // At least one element, so that the arrays exist even when they are empty.
    guard count > room || room == 0 else { return }
    let wanted = max(count, 2 * room, 256)
    unsafe grow(&given.pointee.hits.features, to: wanted)
    unsafe grow(&given.pointee.hits.distances, to: wanted)
    unsafe grow(&given.pointee.hits.x, to: wanted)
    unsafe grow(&given.pointee.hits.y, to: wanted)
    unsafe grow(&given.pointee.hits.z, to: wanted)
    unsafe given.pointee.room = wanted
  }

  private static func set(_ hits: [IdentifyHit], from first: Int, in given: geosnap_hits) {
    guard let features = unsafe UnsafeMutablePointer(mutating: given.features),
      let distances = unsafe UnsafeMutablePointer(mutating: given.distances),
      let x = unsafe UnsafeMutablePointer(mutating: given.x),
      let y = unsafe UnsafeMutablePointer(mutating: given.y),
      let z = unsafe UnsafeMutablePointer(mutating: given.z)
    else { return }
    for number in hits.indices {
      let hit = hits[number]
      unsafe (features + (first + number)).initialize(to: geosnap_feature(hit.feature))
      unsafe (distances + (first + number)).initialize(to: hit.distance)
      unsafe (x + (first + number)).initialize(to: hit.location.x)
      unsafe (y + (first + number)).initialize(to: hit.location.y)
      unsafe (z + (first + number)).initialize(to: hit.z ?? .nan)
    }
  }

  func take() -> UnsafeMutablePointer<geosnap_hits>? {
    defer { unsafe given = nil }
    guard let given = unsafe given else { return nil }
    if unsafe given.pointee.room == 0 { unsafe makeRoom(0, in: given) }
    return unsafe UnsafeMutableRawPointer(given).assumingMemoryBound(to: geosnap_hits.self)
  }

  static func release(_ hits: UnsafeMutablePointer<geosnap_hits>?) {
    guard let hits = unsafe hits else { return }
    let given = unsafe UnsafeMutableRawPointer(hits).assumingMemoryBound(to: ReturnedHits.self)
    if unsafe !given.pointee.isOneRun {
      let hits = unsafe given.pointee.hits
      unsafe GeoSnapC.release(hits.ends)
      unsafe GeoSnapC.release(hits.features)
      unsafe GeoSnapC.release(hits.distances, hits.x, hits.y, hits.z)
    }
    unsafe GeoSnapC.release(given)
  }
}

/// Grows an array; pages of a large one are moved, not copied.
private func grow<Element: BitwiseCopyable>(_ array: inout UnsafePointer<Element>!, to count: Int) {
  let size = count * MemoryLayout<Element>.stride
  guard let memory = unsafe realloc(UnsafeMutableRawPointer(mutating: array), size) else {
    fatalError("There is no memory left for \(size) bytes")
  }
  #if os(Linux)
    let pageSize = 2 << 20
    if size >= 2 * pageSize {
      // Large pages make memory available in a fraction of the time. It is a hint, so failure is harmless.
      let start = (UInt(bitPattern: memory) + UInt(pageSize) - 1) / UInt(pageSize) * UInt(pageSize)
      let length = UInt(bitPattern: memory) + UInt(size) - start
      unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), Int(length), MADV_HUGEPAGE)
    }
  #endif
  unsafe array = UnsafePointer(memory.bindMemory(to: Element.self, capacity: count))
}

/// The snaps for a caller, in one block of memory; it is freed unless the caller has taken it.
@safe
final class SnapMemory: @unchecked Sendable {
  // Each thread fills another part of the arrays.
  private var given: UnsafeMutablePointer<geosnap_snaps>?
  private let kinds: UnsafeMutablePointer<UInt8>
  private let features: UnsafeMutablePointer<geosnap_feature>
  private let x: UnsafeMutablePointer<Double>
  private let y: UnsafeMutablePointer<Double>
  private let z: UnsafeMutablePointer<Double>
  private let distances: UnsafeMutablePointer<Double>
  private let fractions: UnsafeMutablePointer<Double>
  private let rules: UnsafeMutablePointer<Int64>

  init(places: Int, _ revision: UInt64) {
    var plan = MemoryPlan()
    let head = unsafe plan.add(1, of: geosnap_snaps.self)
    let kinds = plan.add(places, of: UInt8.self)
    let features = plan.add(places, of: geosnap_feature.self)
    let columns = plan.add(5 * places, of: Double.self)
    let rules = plan.add(places, of: Int64.self)
    let memory = plan.allocate()
    unsafe self.kinds = memory.array(kinds)
    unsafe self.features = memory.array(features)
    unsafe x = memory.array(columns)
    unsafe y = x + places
    unsafe z = x + 2 * places
    unsafe distances = x + 3 * places
    unsafe fractions = x + 4 * places
    unsafe self.rules = memory.array(rules)
    let start: UnsafeMutablePointer<geosnap_snaps> = unsafe memory.array(head)
    unsafe start.initialize(
      to: geosnap_snaps(
        count: UInt64(places),
        kinds: UnsafePointer(self.kinds),
        features: UnsafePointer(self.features),
        x: UnsafePointer(x),
        y: UnsafePointer(y),
        z: UnsafePointer(z),
        distances: UnsafePointer(distances),
        fractions: UnsafePointer(fractions),
        rules: UnsafePointer(self.rules),
        revision: revision
      )
    )
    unsafe given = start
  }

  deinit { unsafe release(given) }

  func fill(from first: Int, _ matches: [SnapMatch?], of points: CallerPoints) {
    for (place, match) in matches.enumerated() { set(first + place, match, points[first + place]) }
  }

  func set(_ number: Int, _ match: SnapMatch?, _ point: Coordinate) {
    let place = match?.place
    unsafe (kinds + number).initialize(to: place.map { $0.kind.code } ?? UInt8(GEOSNAP_UNSNAPPED))
    unsafe (features + number).initialize(to: geosnap_feature(place?.feature))
    unsafe (x + number).initialize(to: place?.location.x ?? point.x)
    unsafe (y + number).initialize(to: place?.location.y ?? point.y)
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

  func take() -> UnsafeMutablePointer<geosnap_snaps>? {
    defer { unsafe given = nil }
    return unsafe given
  }
}

extension SnapKind {
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

/// The traces for a caller, in one block of memory.
enum TraceMemory {
  typealias Document = @Sendable () throws(Failure) -> [UInt8]

  @unsafe
  private struct TraceBlock {
    var trace: geosnap_trace
    let maker: Unmanaged<Maker>
  }

  private final class Maker: Sendable {
    let document: Document

    init(_ document: @escaping Document) { self.document = document }
  }

  static func given(
    _ result: TraceResult,
    _ revision: UInt64,
    _ document: @escaping Document
  ) -> UnsafeMutablePointer<geosnap_trace> {
    let count = result.elements.count
    var plan = MemoryPlan()
    let head = unsafe plan.add(1, of: TraceBlock.self)
    let (planned, named) = (
      plan.add(count, of: geosnap_feature.self), plan.add(count, of: Int32.self)
    )
    let (starts, ends) = (plan.add(count, of: Double.self), plan.add(count, of: Double.self))
    let values = plan.add(result.functions.count, of: Double.self)
    let memory = plan.allocate()
    let (features, terminals) = unsafe (memory.array(planned), memory.array(named))
    let (from, to) = unsafe (memory.array(starts), memory.array(ends))
    for (number, element) in result.elements.enumerated() {
      unsafe (features + number).initialize(to: geosnap_feature(element.feature))
      unsafe (terminals + number).initialize(to: Int32(clamping: element.terminal?.id ?? -1))
      unsafe (from + number).initialize(to: element.positions?.lowerBound ?? .nan)
      unsafe (to + number).initialize(to: element.positions?.upperBound ?? .nan)
    }
    let functions = unsafe memory.array(values)
    for (number, function) in result.functions.enumerated() {
      unsafe (functions + number).initialize(to: function.value ?? .nan)
    }
    let start = unsafe memory.array(head)
    unsafe start.initialize(
      to: TraceBlock(
        trace: geosnap_trace(
          count: UInt64(count),
          features: UnsafePointer(features),
          terminals: UnsafePointer(terminals),
          from: UnsafePointer(from),
          to: UnsafePointer(to),
          function_count: UInt64(result.functions.count),
          function_values: UnsafePointer(functions),
          revision: revision
        ),
        maker: Unmanaged.passRetained(Maker(document))
      )
    )
    return unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: geosnap_trace.self)
  }

  static func document(of trace: UnsafePointer<geosnap_trace>) throws(Failure) -> [UInt8] {
    let given = unsafe UnsafeRawPointer(trace).assumingMemoryBound(to: TraceBlock.self)
    return try unsafe given.pointee.maker.takeUnretainedValue().document()
  }

  static func release(_ trace: UnsafeMutablePointer<geosnap_trace>?) {
    guard let trace = unsafe trace else { return }
    let given = unsafe UnsafeMutableRawPointer(trace).assumingMemoryBound(to: TraceBlock.self)
    unsafe given.pointee.maker.release()
    unsafe GeoSnapC.release(given)
  }
}
