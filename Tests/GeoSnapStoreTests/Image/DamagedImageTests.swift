import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Damaged images")
struct DamagedImageTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 100)

  @Test("A damaged image is not used, whatever was damaged", arguments: seeds)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let subject = try ImageSubject()
    try subject.makeImage()
    let image = try bytesOfFile(subject.imagePath)
    let seal = try bytesOfFile(subject.sealPath)
    let rows = try subject.rows()
    for number in 0..<100 {
      let place: Comment = "seed \(seed), damage \(number)"
      let isSeal = random.oneIn(4)
      let damaged = damage(isSeal ? seal : image, &random)
      // Written in place, which is allowed since the file is not mapped.
      try write(damaged, toFile: isSeal ? subject.sealPath : subject.imagePath)
      #expect(try subject.opened().network.tables == rows.network.tables, place)
      #expect(!subject.hasImage, place)
      // Sealed again, as no program does: the header and the record are checked.
      if !isSeal, FileFacts(path: try subject.imagePath) != nil {
        try subject.seal()
        if damaged.count != image.count || damaged[..<128] != image[..<128] {
          #expect(!subject.hasImage, place)
        }
      }
    }
  }

  private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch random.int(0...5) {
    case 0: bytes.removeLast(random.int(1...bytes.count))
    case 1: bytes += (0..<random.int(1...100)).map { _ in UInt8(random.int(0...255)) }
    case 2:
      let start = random.int(0...bytes.count - 1)
      for place in start..<min(bytes.count, start + random.int(1...4096)) { bytes[place] = 0 }
      if bytes.allSatisfy({ $0 == 0 }) { bytes = [] }
      bytes.append(0)
    case 3: bytes[random.int(0...127)] ^= 1 << UInt8(random.int(0...7))
    case 4:
      bytes.swapAt(random.int(0...63), random.int(64...127))
      bytes[64] &+= 1
    default:
      for _ in 0..<random.int(1...8) {
        bytes[random.int(0...bytes.count - 1)] ^= 1 << UInt8(random.int(0...7))
      }
      bytes.append(1)
      bytes.removeLast()
    }
    return bytes
  }

  @Test("A seal whose commits were damaged is not used", arguments: 1...Extent.count(20, long: 200))
  func damagedCommits(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let subject = try ImageSubject()
    try subject.makeImage()
    let store = try subject.store()
    let network = store.snapshot
    let feature = try #require(network.features.first { network.globalID(of: $0) != nil })
    let key = try #require(network.key(of: feature))
    try store.commit(.init("", .setOrigin(key, "a text to be damaged")))
    store.keepImage()
    #expect(subject.snapshot != nil)
    var seal = try bytesOfFile(subject.sealPath)
    let text = Array("to be damaged".utf8)
    let start = try #require(
      seal.indices.first { seal[$0...].prefix(text.count).elementsEqual(text) }
    )
    seal[start + random.int(0...text.count - 1)] ^= 1 << UInt8(random.int(0...7))
    try write(seal, toFile: subject.sealPath)
    #expect(subject.snapshot == nil, "seed \(seed)")
    let opened = try subject.openedSnapshot().network
    #expect(opened.origin(of: try #require(opened.feature(key))) == "a text to be damaged")
  }

  @Test("Another network's image, and one of another version, are not used")
  func foreign() throws {
    let subject = try ImageSubject()
    let other = ImageSubject(try TemporaryFile(holding: GasFixture.network()))
    try subject.makeImage()
    try other.makeImage()
    try write(try bytesOfFile(other.imagePath), toFile: subject.imagePath)
    #expect(!subject.hasImage)
    try write(try bytesOfFile(other.sealPath), toFile: subject.sealPath)
    #expect(!subject.hasImage)
    try subject.expectRows("another network's")
    try subject.makeImage()
    #expect(!SystemStart.id.isEmpty)
    for start in [SystemStart.id, "before the machine was started"] {
      try subject.seal(start: start)
      #expect(subject.hasImage == (start == SystemStart.id))
    }
    try subject.makeImage()
    var version = try bytesOfFile(subject.imagePath)
    version[16] &+= 1
    try write(version, toFile: subject.imagePath)
    #expect(!subject.hasImage)
    let error = #expect(throws: ImageError.self) { try ImageFile(subject.imagePath) }
    #expect(error?.description.contains("version") == true)
  }
}
