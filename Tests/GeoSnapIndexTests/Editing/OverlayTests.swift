import Foundation
import GeoSnap
import GeoSnapIndex
import GeoSnapSupport
import GeoSnapTestSupport
import Testing

@Suite("Overlay")
struct OverlayTests {
  @Test("Random edits and queries agree with a plain list, and snapshots stay as they were")
  func randomEdits() {
    for seed in UInt64(1)...(Extent.count(1, long: 3, full: 12)) {
      var generator = SeededGenerator(seed: seed)
      let world = OverlayWorld(side: [1000, 50, 1e6][Int(seed % 3)])
      let cellSide = [1, 100, 16, 1e-9, 1e9][Int(seed % 5)]
      var subject = OverlaySubject(cellSide: cellSide)
      var snapshots: [OverlaySubject] = []
      for step in 0..<4000 {
        // Grow, shrink, and grow again.
        let grows = (step / 1000).isMultiple(of: 2)
        if subject.list.isEmpty || generator.int(0...9) < (grows ? 7 : 3) {
          let copies = generator.oneIn(20) ? generator.int(2...5) : 1
          let entry = world.entry(&generator)
          for _ in 0..<copies { subject.insert(entry) }
        } else {
          subject.removeRandom(&generator)
        }
        if generator.oneIn(400) { snapshots.append(subject) }
        if snapshots.count > 4 { snapshots.remove(at: generator.int(0...4)) }
        if step.isMultiple(of: Extent.isFull ? 25 : 100) {
          subject.check(world, &generator)
          snapshots.randomElement(using: &generator)?.check(world, &generator)
        }
      }
      for snapshot in snapshots { snapshot.check(world, &generator) }
    }
  }

  @Test("Degenerate shapes are found as any other", arguments: OverlayShape.allCases)
  func degenerateShapes(_ shape: OverlayShape) {
    for seed in UInt64(1)...(Extent.isFull ? 3 : 1) {
      for cellSide in [100, 1, 1e-300, Double.leastNonzeroMagnitude, 1e12, 1e300] {
        var generator = SeededGenerator(seed: seed)
        var subject = OverlaySubject(cellSide: cellSide)
        for step in 0..<400 {
          if subject.list.isEmpty || !generator.oneIn(3) {
            subject.insert(shape.entry(&generator))
          } else {
            subject.removeRandom(&generator)
          }
          if step.isMultiple(of: Extent.isFull ? 20 : 40) { subject.check(shape, &generator) }
        }
      }
    }
  }

  @Test("What is not there in every bit is not removed")
  func removesOnlyTheIdentical() {
    var overlay = Overlay(cellSide: 10)
    let entry = TreeEntry(
      first: c(0.0, 1),
      second: c(5, 5),
      label: EntryLabel(7, part: 1, segment: 2, flags: .ring)
    )
    overlay.insert(entry)
    var others = Array(repeating: entry, count: 8)
    others[0].first.x = -0.0
    others[1].first.y = 1.nextUp
    others[2].second.x = 5.0.nextDown
    others[3].second.y = 6
    others[4].label = EntryLabel(8, part: 1, segment: 2, flags: .ring)
    others[5].label = EntryLabel(7, part: 2, segment: 2, flags: .ring)
    others[6].label = EntryLabel(7, part: 1, segment: 3, flags: .ring)
    others[7].label = EntryLabel(7, part: 1, segment: 2)
    for other in others {
      let isRemoved = overlay.remove(other)
      #expect(!isRemoved)
    }
    #expect(overlay.count == 1)
    let isRemoved = overlay.remove(entry)
    #expect(isRemoved)
    let isRemovedAgain = overlay.remove(entry)
    #expect(!isRemovedAgain)
    #expect(overlay.count == 0)
  }

  @Test("A window or a distance that is no number finds nothing")
  func refusesWhatIsNoNumber() {
    var overlay = Overlay(cellSide: 10)
    let origin = c(0, 0)
    overlay.insert(TreeEntry(first: origin, second: origin, label: EntryLabel(1)))
    var found = 0
    for bad in 0..<4 {
      var sides = [-1.0, -1, 1, 1]
      sides[bad] = .nan
      let window = Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
      overlay.forEachEntry(meeting: window) { _ in found += 1 }
    }
    overlay.forEachEntry(meeting: Envelope(minX: 1, minY: 1, maxX: -1, maxY: -1)) { _ in found += 1
    }
    for distance in [-1, Double.nan, -Double.infinity] {
      overlay.forEachEntry(near: origin, within: distance) { _ in
        found += 1
        return distance
      }
    }
    for place in [c(.nan, 0), c(0, .infinity)] {
      overlay.forEachEntry(near: place, within: .infinity) { _ in
        found += 1
        return .infinity
      }
    }
    #expect(found == 0)
    overlay.forEachEntry(near: origin, within: 0) { _ in
      found += 1
      return 0
    }
    #expect(found == 1)
  }

  @Test("Very many entries of one place go in and out in any order", arguments: 0..<4)
  func crowdedPlace(_ order: Int) {
    var generator = SeededGenerator(seed: 5)
    let first = c(100, 100)
    let second = c(400, 180)
    var entries = (0..<30_000).map { number in
      TreeEntry(first: first, second: second, label: EntryLabel(order == 3 ? 1 : Int32(number)))
    }
    var overlay = Overlay(cellSide: 100)
    for entry in entries { overlay.insert(entry) }
    if order == 1 { entries.reverse() }
    if order == 2 { entries.shuffle(using: &generator) }
    let snapshot = overlay
    var missing = 0
    for (number, entry) in entries.enumerated() {
      if !overlay.remove(entry) { missing += 1 }
      // Putting some back must not undo what keeps removals quick.
      if number.isMultiple(of: 100) {
        overlay.insert(entry)
        if !overlay.remove(entry) { missing += 1 }
      }
    }
    #expect(missing == 0)
    #expect(overlay.count == 0)
    var found = Set<Int32>()
    var count = 0
    snapshot.forEachEntry(meeting: Envelope(first)) {
      found.insert($0.label.feature)
      count += 1
    }
    #expect(count == 30_000)
    #expect(found.count == (order == 3 ? 1 : 30_000))
  }

  @Test("A crowd has chains for those who are there, however many came and went")
  func crowdComesAndGoes() {
    let place = c(100, 100)
    func entry(_ number: Int) -> TreeEntry {
      TreeEntry(first: place, second: place, label: EntryLabel(Int32(number)))
    }
    func chainCount(_ overlay: Overlay) -> Int {
      (0..<overlay.links.crowds.count).reduce(0) { $0 + overlay.links.crowds[$1].positions.count }
    }
    var overlay = Overlay(cellSide: 100)
    for number in 0..<300 { overlay.insert(entry(number)) }
    var missing = overlay.remove(entry(0)) ? 0 : 1
    overlay.insert(entry(0))
    #expect(chainCount(overlay) > 0)
    let byteCount = overlay.byteCount
    for round in 0..<20_000 {
      if !overlay.remove(entry(round % 300)) { missing += 1 }
      overlay.insert(entry(round % 300))
    }
    #expect(chainCount(overlay) <= 300)
    #expect(overlay.byteCount == byteCount)
    for _ in 0..<5 {
      for number in 300..<20_000 { overlay.insert(entry(number)) }
      for number in 300..<20_000 where !overlay.remove(entry(number)) { missing += 1 }
    }
    #expect(chainCount(overlay) <= 8 * 300)
    let grownByteCount = overlay.byteCount
    for number in 300..<20_000 { overlay.insert(entry(number)) }
    for number in 300..<20_000 where !overlay.remove(entry(number)) { missing += 1 }
    #expect(overlay.byteCount == grownByteCount)
    #expect(missing == 0)
    var found = 0
    overlay.forEachEntry(meeting: Envelope(place)) { _ in found += 1 }
    #expect(found == 300)
  }

  @Test("Copies are read by other threads while the original is edited")
  func concurrentReaders() async {
    let world = OverlayWorld(side: 1000)
    var generator = SeededGenerator(seed: 77)
    var subject = OverlaySubject(cellSide: 100)
    for _ in 0..<2000 { subject.insert(world.entry(&generator)) }
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<Extent.count(8, long: 24) as Range<UInt64> {
        let copy = subject
        group.addTask {
          var generator = SeededGenerator(seed: round)
          for _ in 0..<Extent.count(2, long: 10) { copy.check(world, &generator) }
        }
        for _ in 0..<200 {
          subject.removeRandom(&generator)
          subject.insert(world.entry(&generator))
        }
      }
    }
    subject.check(world, &generator)
  }
}
