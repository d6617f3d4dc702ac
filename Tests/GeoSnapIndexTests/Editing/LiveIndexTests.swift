import Foundation
import GeoSnap
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Live index")
struct LiveIndexTests {
  @Test("Edits are seen by the next snapshot, and a restored one undoes them")
  func undo() throws {
    let live = LiveIndex(try FeatureIndex([pointAt(0, 0)]))
    let origin = c(0, 0)
    let before = live.snapshot
    try live.apply([.move(0, from: pointAt(0, 0), to: pointAt(5, 0))])
    let after = live.snapshot
    #expect(before.hits(at: origin, within: 1).count == 1)
    #expect(after.hits(at: origin, within: 1).isEmpty)
    live.restore(before)
    #expect(live.snapshot.hits(at: origin, within: 1).count == 1)
    live.restore(after)
    #expect(live.snapshot.hits(at: origin, within: 1).isEmpty)
  }

  @Test("Of edits that cannot all be done none is")
  func allOrNone() throws {
    let live = LiveIndex(try FeatureIndex([pointAt(0, 0)]))
    let error = #expect(throws: IndexError.self) {
      try live.apply([
        .insert(1, at: pointAt(1, 0)), .remove(0, at: pointAt(0, 0)),
        .remove(2, at: pointAt(0, 0)),
      ])
    }
    #expect(error?.code == .notIndexed)
    #expect(live.snapshot.segmentCount == 1)
    #expect(live.snapshot.hits(at: c(0, 0), within: 0).count == 1)
  }

  @Test("Queries finish while an edit is under way, and see the index as it was before")
  func pausedWriter() async throws {
    let live = LiveIndex(try FeatureIndex([pointAt(0, 0)]))
    let (paused, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let edits: [FeatureEdit] = [.insert(1, at: pointAt(0, 1)), .remove(0, at: pointAt(0, 0))]
    let writer = Thread {
      // The iterator stops between the two edits, in the middle of `apply`.
      let slow = edits.enumerated().lazy.map { step, edit in
        if step == 1 {
          paused.signal()
          goOn.wait()
        }
        return edit
      }
      try? live.apply(slow)
      paused.signal()
    }
    writer.start()
    paused.wait()
    for _ in 0..<100 {
      let hits = live.snapshot.hits(at: c(0, 0), within: 2)
      #expect(hits.map(\.feature) == [0])
    }
    goOn.signal()
    paused.wait()
    #expect(live.snapshot.hits(at: c(0, 0), within: 2).map(\.feature) == [1])
  }

  @Test("Many edits have the index built anew, without an edit lost")
  func rebuilding() async throws {
    let live = LiveIndex(try FeatureIndex([]))
    var geometries: [Geometry?] = []
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      var edits: [FeatureEdit] = []
      for _ in 0..<400 {
        if geometries.count > 1000, random.oneIn(2) {
          let feature = random.int(0...geometries.count - 1)
          let new = Scene.town.coordinate(&random)
          if let old = geometries[feature] {
            edits.append(.move(Int32(feature), from: old, to: .point(Point(new))))
            geometries[feature] = .point(Point(new))
          }
        } else {
          let place = Geometry.point(Point(Scene.town.coordinate(&random)))
          edits.append(.insert(Int32(geometries.count), at: place))
          geometries.append(place)
        }
      }
      try live.apply(edits)
    }
    await live.settle()
    let edited = live.snapshot
    let built = try FeatureIndex(geometries)
    #expect(edited.segmentCount == built.segmentCount)
    #expect(edited.editedCount <= max(4096, edited.segmentCount / 16))
    for _ in 0..<200 {
      let place = Scene.town.coordinate(&random)
      #expect(edited.hits(at: place, within: 3) == built.hits(at: place, within: 3))
    }
  }

  @Test("After many an undo and redo, what was restored last is what is built anew")
  func restoring() async throws {
    let live = LiveIndex(try FeatureIndex([pointAt(0, 0)]))
    let before = live.snapshot
    // So many edits that each redo begins to build anew.
    var after = try FeatureIndex((0..<10_000).map { pointAt(Double($0), 0) })
    for feature in 10_000..<16_000 {
      try after.insert(Int32(feature), at: pointAt(Double(feature), 0))
    }
    for _ in 0..<50 {
      live.restore(after)
      try live.apply([.insert(16_000, at: pointAt(0, 1))])
      live.restore(before)
    }
    live.restore(after)
    try live.apply([.remove(0, at: pointAt(0, 0))])
    await live.settle()
    let settled = live.snapshot
    #expect(settled.segmentCount == 15_999)
    #expect(settled.editedCount <= 1)
    #expect(settled.hits(at: c(0, 0), within: 1).map(\.feature) == [1])
    live.restore(before)
    await live.settle()
    #expect(live.snapshot.segmentCount == 1)
  }

  @Test("Readers and writers on many threads disturb no one")
  func concurrentReaders() async throws {
    let count = 3000
    let live = LiveIndex(try FeatureIndex((0..<count).map { pointAt(Double($0), 0) }))
    let isDone = Flag()
    await withTaskGroup(of: Void.self) { group in
      for reader in 0..<3 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(reader))
          repeat {
            let index = live.snapshot
            // Each snapshot has every feature once, on one of two lines.
            let x = Double(random.int(0...count - 1))
            let found = index.hits(at: c(x, 0), within: 0).count
            let moved = index.hits(at: c(x, 9), within: 0).count
            #expect(found + moved == 1)
            #expect(index.segmentCount == count)
            await Task.yield()
          } while !isDone.isSet
        }
      }
      group.addTask {
        var random = SeededGenerator(seed: 99)
        var isMoved = [Bool](repeating: false, count: count)
        for step in 0..<250 {
          let before = live.snapshot
          var edits: [FeatureEdit] = []
          for _ in 0..<random.int(1...12) {
            let feature = random.int(0...count - 1)
            let (here, there) = (pointAt(Double(feature), 0), pointAt(Double(feature), 9))
            let (old, new) = isMoved[feature] ? (there, here) : (here, there)
            edits.append(.move(Int32(feature), from: old, to: new))
            isMoved[feature].toggle()
          }
          #expect(throws: Never.self) { try live.apply(edits) }
          if step.isMultiple(of: 50) {
            let after = live.snapshot
            live.restore(before)
            live.restore(after)
          }
        }
        isDone.set()
      }
    }
    await live.settle()
  }
}

/// A flag that threads share.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
