import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapIndex

/// Files with random changes.
///
/// GEOSNAP_MUTATIONS says how many files are tried, whatever the extent. GEOSNAP_SEED begins elsewhere.
@Suite("Mutated index files")
struct IndexFileMutationTests {
  private static func number(_ name: String, _ fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? fallback
  }

  @Test("A changed file gives an error; with new checksums it may open, and nothing breaks")
  func mutations() throws {
    let folder = try IndexFolder()
    let count = IndexFileMutationTests.number("GEOSNAP_MUTATIONS", Extent.count(28, long: 240))
    let seed = IndexFileMutationTests.number("GEOSNAP_SEED", 1)
    var originals: [SealedFile] = []
    var geometries: [[Geometry?]] = []
    for scene in IndexedScene.allCases where scene != .nothing {
      geometries.append(try scene.geometries())
      let index = try FeatureIndex(geometries[geometries.count - 1])
      try index.write(to: folder.file(), fingerprint: 1)
      originals.append(
        try SealedFile([UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file()))))
      )
    }
    var opened = 0
    for run in 0..<count {
      var mutation = Mutation(seed: seed * 1_000_003 + run, of: originals[run % originals.count])
      let isSealed = run / originals.count % 2 == 0
      let bytes = mutation.bytes(sealed: isSealed)
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file()))
      let access = run % 3 == 0 ? IndexFileAccess.mapped : .copied
      do {
        let index = try FeatureIndex(
          contentsOf: folder.file(),
          fingerprint: nil,
          featureCount: Mutation.featureCount,
          access: access
        )
        opened += 1
        #expect(isSealed, "seed \(mutation.seed) opens without its checksums")
        mutation.ask(index)
        mutation.edit(index, geometries[run % originals.count])
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    // Otherwise the queries above would prove little.
    #expect(opened > count / 10, "\(opened) of \(count) opened")
  }
}

/// One way to change a file.
private struct Mutation {
  let seed: Int
  private var random: SplitMix
  private var file: SealedFile
  private let original: [UInt8]

  /// More features than any of the files has.
  static let featureCount = 5000

  init(seed: Int, of file: SealedFile) {
    self.seed = seed
    random = SplitMix(seed: UInt64(seed))
    self.file = file
    original = file.bytes
  }

  mutating func bytes(sealed isSealed: Bool) -> [UInt8] {
    repeat {
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(sealed: isSealed) }
    } while file.bytes == original
    if isSealed { file.seal() }
    return file.bytes
  }

  private mutating func change(sealed isSealed: Bool) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: flip(0..<file.bytes.count)
    case 1: flip(0..<IndexFileHeader.byteCount)
    case 2: putExtreme(in: 0..<IndexFileHeader.byteCount)
    case 3 where !isSealed || Int.random(in: 0..<4, using: &random) == 0: cutOrExtend()
    case 4 where isSealed: changeCounts()
    case 5: moveRun()
    case 6, 7: flip(anySection())
    default: putExtreme(in: anySection())
    }
  }

  /// A section that is not empty; none is preferred for its size.
  private mutating func anySection() -> Range<Int> {
    let sections = file.header.sections.filter { $0.count > 0 && $0.end <= file.bytes.count }
    guard let section = sections.randomElement(using: &random) else {
      return 0..<file.bytes.count
    }
    return section.offset..<section.end
  }

  private mutating func flip(_ range: Range<Int>) {
    guard let place = range.clamped(to: file.bytes.indices).randomElement(using: &random) else {
      return
    }
    file.put(file.bytes[place] ^ 1 << UInt8.random(in: 0..<8, using: &random), at: place)
  }

  /// Puts a number that lies on some border where a number stands.
  private mutating func putExtreme(in range: Range<Int>) {
    let width = [2, 4, 8].randomElement(using: &random) ?? 4
    let range = range.clamped(to: file.bytes.indices)
    guard range.count >= width else { return }
    let place =
      range.lowerBound + Int.random(in: 0...(range.count - width) / width, using: &random) * width
    switch width {
    case 2:
      file.put([UInt16.max, 0, 1, 0x8000, 0x003F].randomElement(using: &random) ?? 0, at: place)
    case 4:
      let numbers: [UInt32] = [
        0, 1, .max, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0001, 299, 4999, 5000,
        Float.nan.bitPattern, Float.infinity.bitPattern, (-Float.infinity).bitPattern,
        Float.greatestFiniteMagnitude.bitPattern, UInt32.random(in: 0 ... .max, using: &random),
      ]
      file.put(numbers.randomElement(using: &random) ?? 0, at: place)
    default:
      let numbers: [UInt64] = [
        0, 1, .max, 1 << 63, (1 << 63) - 1, 1 << 31, 1 << 32, 1 << 48, 64, 576, 640,
        Double.nan.bitPattern, Double.infinity.bitPattern, (-Double.infinity).bitPattern,
        Double.greatestFiniteMagnitude.bitPattern, (1e150).bitPattern, (-0.0).bitPattern,
        UInt64.random(in: 0 ... .max, using: &random),
      ]
      file.put(numbers.randomElement(using: &random) ?? 0, at: place)
    }
  }

  private mutating func cutOrExtend() {
    var bytes = file.bytes
    if Bool.random(using: &random) {
      bytes.removeLast(Int.random(in: 1...bytes.count - 1, using: &random))
    } else {
      bytes += Array(repeating: 7, count: Int.random(in: 1...5000, using: &random))
    }
    file.replace(with: bytes)
  }

  /// Other counts, with sections and a size that fit them.
  private mutating func changeCounts() {
    var header = file.header
    func other(_ count: Int) -> Int {
      let counts = [
        0, 1, count + 1, max(count - 1, 0), count + 16, max(count - 16, 0), 255, 257, 4096, 4097,
      ]
      return counts.randomElement(using: &random) ?? count
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      header.segments.count = max(other(header.segments.count), header.segments.exceptionCount)
    case 1:
      header.segments.exceptionCount = min(
        other(header.segments.exceptionCount),
        header.segments.count
      )
    case 2: header.areas.count = max(other(header.areas.count), header.areas.exceptionCount)
    case 3: header.areaCount = other(header.areaCount)
    case 4: header.ringCount = other(header.ringCount)
    case 5: header.coordinateCount = other(header.coordinateCount)
    default:
      header.segments.grid =
        header.segments.grid == nil ? Grid(perUnit: 1, base: Coordinate(x: 0, y: 0)) : nil
    }
    file.setHeader(header)
  }

  /// Copies a run of bytes to another place, as a disk that mixes up blocks would.
  private mutating func moveRun() {
    let bytes = file.bytes
    let count = min(Int.random(in: 1...512, using: &random), bytes.count)
    let from = Int.random(in: 0...bytes.count - count, using: &random)
    let to = Int.random(in: 0...bytes.count - count, using: &random)
    var moved = bytes
    moved.replaceSubrange(to..<to + count, with: bytes[from..<from + count])
    file.replace(with: moved)
  }

  /// Takes features out and in, and packs the rest anew.
  mutating func edit(_ index: FeatureIndex, _ geometries: [Geometry?]) {
    var edited = index
    for feature in geometries.indices.shuffled(using: &random).prefix(20) {
      guard let geometry = geometries[feature] else { continue }
      // What is not as it was cannot be taken out: an error, and nothing else.
      try? edited.remove(Int32(feature), at: geometry)
      try? edited.insert(Int32(feature), at: geometry)
    }
    ask(edited)
    edited.rebuild()
    ask(edited)
  }

  /// Asks every kind of question; answers may be wrong, but features exist.
  mutating func ask(_ index: FeatureIndex) {
    let extent = index.segments.extent
    var places = [
      extent.center, Coordinate(x: extent.minX, y: extent.maxY), Coordinate(x: 1e150, y: -1e150),
    ]
    for _ in 0..<3 {
      places.append(
        Coordinate(
          x: .random(in: extent.minX...extent.maxX, using: &random),
          y: .random(in: extent.minY...extent.maxY, using: &random)
        )
      )
    }
    var features: Set<Int32> = []
    for place in places {
      for tolerance in [0, 0.7, max(extent.width, extent.height) / 8, .infinity] {
        index.forEachSegment(within: tolerance, of: place) { hit in
          features.insert(hit.feature)
          #expect(hit.segment < .max && hit.part >= 0)
        }
        index.forEachVertex(within: tolerance, of: place) { features.insert($0.feature) }
        features.formUnion(index.hits(at: place, within: tolerance).map(\.feature))
        features.formUnion(
          index.nearest(to: place, count: 4, within: tolerance).map(\.feature)
        )
        features.formUnion(
          index.nearestSegments(to: place, count: 4, within: tolerance).map(\.feature)
        )
        if let vertex = index.nearestVertex(to: place, within: tolerance) {
          features.insert(vertex.feature)
        }
        let envelope = Envelope(around: place, radius: tolerance)
        features.formUnion(index.features(intersecting: envelope))
        features.formUnion(index.segments(intersecting: envelope).map(\.feature))
      }
    }
    for tolerance in [0.7, extent.width, .infinity] {
      index.forEachAnswer(within: tolerance, ofEach: places.span) { _, hits in
        features.formUnion(hits.map(\.feature))
      }
    }
    if let line = try? LineString(CoordinateSequence(places.suffix(4))),
      let other = try? FeatureIndex([.lineString(line)])
    {
      index.forEachPair(intersecting: other) { one, _ in features.insert(one.feature) }
      other.forEachPair(within: 2, of: index) { _ in }
    }
    #expect(features.allSatisfy { (0..<Int32(Mutation.featureCount)).contains($0) }, "seed \(seed)")
  }
}
