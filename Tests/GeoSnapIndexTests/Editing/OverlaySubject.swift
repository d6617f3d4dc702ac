import GeoSnap
import GeoSnapIndex
import GeoSnapTestSupport
import Testing

/// An overlay beside a plain list of what it must hold.
struct OverlaySubject: Sendable {
  private(set) var overlay: Overlay
  private(set) var list: [TreeEntry] = []

  init(cellSide: Double) { overlay = Overlay(cellSide: cellSide) }

  mutating func insert(_ entry: TreeEntry) {
    overlay.insert(entry)
    list.append(entry)
  }

  mutating func removeRandom(_ generator: inout SeededGenerator) {
    let index = generator.int(0...list.count - 1)
    list.swapAt(index, list.count - 1)
    let isRemoved = overlay.remove(list.removeLast())
    #expect(isRemoved, "seed \(generator.seed)")
  }

  func check(_ source: some OverlaySource, _ generator: inout SeededGenerator) {
    #expect(overlay.count == list.count)
    var found: [TreeEntry] = []
    overlay.forEachEntry { found.append($0) }
    expectSame(found, list, "everything", generator)

    let window = source.window(&generator)
    found = []
    overlay.forEachEntry(meeting: window) { found.append($0) }
    let meeting = list.filter { $0.envelope.intersects(window) }
    expectSame(found, meeting, "\(window)", generator)

    let place = source.window(&generator).center
    let distance = [0, window.width / 2, .infinity][generator.int(0...2)]
    found = []
    overlay.forEachEntry(near: place, within: distance) {
      found.append($0)
      return distance
    }
    let near = list.filter { $0.envelope.squaredDistance(to: place).squareRoot() <= distance }
    let foundNear = found.filter { $0.envelope.squaredDistance(to: place).squareRoot() <= distance }
    expectSame(foundNear, near, "within \(distance) of \(place)", generator)
    var all = sorted(list)[...]
    let isOnce = sorted(found).allSatisfy { bits in
      while let next = all.popFirst() { if next == bits { return true } }
      return false
    }
    #expect(isOnce, "each at most once; seed \(generator.seed)")

    var least = distance
    overlay.forEachEntry(near: place, within: distance) {
      least = min(least, $0.envelope.squaredDistance(to: place).squareRoot())
      return least
    }
    let nearest = near.map { $0.envelope.squaredDistance(to: place).squareRoot() }.min()
    #expect(least == nearest ?? distance, "nearest to \(place), seed \(generator.seed)")
  }

  private func expectSame(
    _ found: [TreeEntry],
    _ expected: [TreeEntry],
    _ question: String,
    _ generator: SeededGenerator
  ) {
    let same = sorted(found) == sorted(expected)
    #expect(same, "\(question): \(found.count), not \(expected.count); seed \(generator.seed)")
  }

  private func sorted(_ entries: [TreeEntry]) -> [Bits] { entries.map(Bits.init).sorted() }
}

private struct Bits: Hashable, Comparable {
  let words: [UInt64]

  init(_ entry: TreeEntry) {
    words = [
      UInt64(UInt32(bitPattern: entry.label.feature)), UInt64(UInt32(bitPattern: entry.label.part)),
      UInt64(UInt32(bitPattern: entry.label.segment)),
      UInt64(UInt32(bitPattern: entry.label.flags.rawValue)),
      entry.first.x.bitPattern, entry.first.y.bitPattern,
      entry.second.x.bitPattern, entry.second.y.bitPattern,
    ]
  }

  static func < (one: Bits, other: Bits) -> Bool {
    one.words.lexicographicallyPrecedes(other.words)
  }
}

protocol OverlaySource {
  func entry(_ generator: inout SeededGenerator) -> TreeEntry
  func window(_ generator: inout SeededGenerator) -> Envelope
}

struct OverlayWorld: OverlaySource, Sendable {
  let side: Double

  func entry(_ generator: inout SeededGenerator) -> TreeEntry {
    let first = place(&generator)
    let length = side / [1000, 100, 10, 1][min(generator.int(0...9), 3)]
    var second = first
    if !generator.oneIn(4) {
      second.x += generator.double(-length...length)
      second.y += generator.double(-length...length)
    }
    let label = EntryLabel(
      Int32(generator.int(0...99)),
      part: Int32(generator.int(0...3)),
      segment: Int32(generator.int(0...9)),
      flags: PathFlags(rawValue: Int32(generator.int(0...15)))
    )
    return TreeEntry(first: first, second: second, label: label)
  }

  func window(_ generator: inout SeededGenerator) -> Envelope {
    let radius = side / [1e9, 1000, 100, 10, 1, 0.1][generator.int(0...5)]
    return Envelope(around: place(&generator), radius: radius)
  }

  private func place(_ generator: inout SeededGenerator) -> Coordinate {
    // Whole numbers now and then, so that sides touch.
    var place = c(generator.double(0...side), generator.double(0...side))
    if generator.oneIn(2) { place = c(place.x.rounded(), place.y.rounded()) }
    return place
  }
}

/// Shapes that a grid might not expect.
enum OverlayShape: CaseIterable, OverlaySource, CustomTestStringConvertible {
  case allIdentical, hugeAmongTiny, farOut, signedZeros, denormal, star, onCellBorders, everySize

  var testDescription: String { "\(self)" }

  func entry(_ generator: inout SeededGenerator) -> TreeEntry {
    var first = c(generator.double(0...100), generator.double(0...100))
    var second = first
    switch self {
    case .allIdentical:
      first = c(12.5, 7)
      second = c(80, 3)
    case .hugeAmongTiny:
      if generator.oneIn(20) {
        first = c(-1e9, -1e9)
        second = c(1e9, 1e9)
      }
    case .farOut:
      let ends = [-1e150, -1e149, -1, 0, 1, 1e149, 1e150]
      first = c(ends[generator.int(0...6)], ends[generator.int(0...6)])
      second = c(ends[generator.int(0...6)], ends[generator.int(0...6)])
    case .signedZeros:
      let ends = [0.0, -0.0]
      first = c(ends[generator.int(0...1)], ends[generator.int(0...1)])
      second = c(ends[generator.int(0...1)], ends[generator.int(0...1)])
    case .denormal:
      first = c(tiny(&generator), tiny(&generator))
      second = c(tiny(&generator), tiny(&generator))
    case .star: first = c(50, 50)
    case .onCellBorders:
      first = c(Double(generator.int(-4...4)) * 50, Double(generator.int(-4...4)) * 50)
      second = Coordinate(x: first.x + [0, 50, 100][generator.int(0...2)], y: first.y)
    case .everySize:
      let exponent = generator.int(-1000...498)
      let size = Double(
        sign: generator.oneIn(2) ? .minus : .plus,
        exponent: exponent,
        significand: 1
      )
      second = c(size, size / 3)
    }
    return TreeEntry(first: first, second: second, label: EntryLabel(Int32(generator.int(0...9))))
  }

  func window(_ generator: inout SeededGenerator) -> Envelope {
    let some = entry(&generator).envelope
    let other = entry(&generator).envelope
    switch generator.int(0...4) {
    case 0: return some
    case 1: return Envelope(c(some.minX, some.minY))
    case 2: return Envelope(c(some.maxX, other.maxY))
    case 3: return some.union(other)
    default:
      return Envelope(
        minX: -Double.infinity,
        minY: some.minY,
        maxX: other.maxX.nextDown,
        maxY: .infinity
      )
    }
  }

  private func tiny(_ generator: inout SeededGenerator) -> Double {
    Double(generator.int(-5...5)) * .leastNonzeroMagnitude
  }
}
