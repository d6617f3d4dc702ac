import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapTestSupport
import Testing

@testable import GeoSnapStore

@Suite("Damaged images")
struct DamagedImageTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 100)

  @Test("A damaged image is not used, whatever was damaged", arguments: seeds)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.makeImage()
    let image = [UInt8](try Data(contentsOf: URL(fileURLWithPath: subject.imagePath)))
    let seal = [UInt8](try Data(contentsOf: URL(fileURLWithPath: subject.sealPath)))
    let rows = try GeoPackage.open(subject.file.path, images: .none)
    for number in 0..<100 {
      let place: Comment = "seed \(seed), damage \(number)"
      let isSeal = random.oneIn(4)
      let damaged = damage(isSeal ? seal : image, &random)
      let path = try isSeal ? subject.sealPath : subject.imagePath
      // In place: what is mapped by nobody may be written.
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      let opened = try GeoPackage.open(subject.file.path, images: subject.cache)
      #expect(opened.network.tables == rows.network.tables, place)
      #expect(!subject.hasImage, place)
      // Sealed again, as nobody does: the header and the record are looked at.
      if !isSeal, let facts = FileFacts(path: path), let file = GeoPackageFacts(subject.file.path) {
        try ImageSeal(path: subject.file.path, network: file, image: facts, commits: [])
          .write(to: subject.sealPath)
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

  @Test("Another network's image, and one of another version, are not used")
  func foreign() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    let other = try ImageSubject(try GasFixture.network())
    try subject.makeImage()
    try other.makeImage()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other.imagePath))
    try bytes.write(to: URL(fileURLWithPath: subject.imagePath))
    #expect(!subject.hasImage)
    try Data(contentsOf: URL(fileURLWithPath: other.sealPath))
      .write(to: URL(fileURLWithPath: subject.sealPath))
    #expect(!subject.hasImage)
    try subject.expectRows("another network's")
    try subject.makeImage()
    let image = try #require(FileFacts(path: subject.imagePath))
    let file = try #require(GeoPackageFacts(subject.file.path))
    for start in [SystemStart.id, "before the machine was started"] {
      try ImageSeal(
        path: subject.file.path,
        network: file,
        image: image,
        commits: [],
        start: start
      ).write(to: subject.sealPath)
      #expect(subject.hasImage == (start == SystemStart.id))
    }
    #expect(!SystemStart.id.isEmpty)
    try subject.makeImage()
    var version = [UInt8](try Data(contentsOf: URL(fileURLWithPath: subject.imagePath)))
    version[16] &+= 1
    try Data(version).write(to: URL(fileURLWithPath: subject.imagePath))
    #expect(!subject.hasImage)
    let error = #expect(throws: ImageError.self) { try ImageFile(subject.imagePath) }
    #expect(error?.description.contains("version") == true)
  }
}
