internal import CGeoSnap
internal import Foundation
internal import GeoSnap

/// The hits for a caller; they are freed unless the caller has taken them.
@safe
final class HitMemory: @unchecked Sendable {
  // One thread at a time appends.
  private var given: UnsafeMutablePointer<ReturnedHits>?

  /// The result for the caller, and how it is freed.
  @unsafe
  private struct ReturnedHits {
    var hits: geosnap_hits
    /// The capacity, in hits.
    var room: Int
    /// Whether all arrays are in one block of memory with this.
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

  /// Adds the hits of the next places.
  func append(_ answers: IdentifyAnswers) {
    guard let given = unsafe given else { return }
    let (place, first) = unsafe (
      Int(given.pointee.hits.point_count), Int(given.pointee.hits.count)
    )
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
    guard
      let features = unsafe UnsafeMutablePointer(mutating: given.features),
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

  /// Passes the hits to the caller.
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
