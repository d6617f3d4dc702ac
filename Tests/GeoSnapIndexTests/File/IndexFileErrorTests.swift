import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapIndex

@Suite("Errors of index files")
struct IndexFileErrorTests {
  let folder: IndexFolder
  let bytes: [UInt8]
  let header: IndexFileHeader

  init() throws {
    folder = try IndexFolder()
    let index = try FeatureIndex(IndexedScene.mixed.geometries())
    try index.write(to: folder.file(), fingerprint: 9)
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file())))
    header = try SealedFile(bytes).header
  }

  /// The error of opening these bytes, mapped and copied.
  private func error(
    _ bytes: [UInt8],
    fingerprint: UInt64? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> IndexFileError {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file()))
    var errors: [IndexFileError] = []
    for access in [IndexFileAccess.mapped, .copied] {
      do {
        _ = try FeatureIndex(
          contentsOf: folder.file(),
          fingerprint: fingerprint,
          access: access
        )
      } catch {
        errors.append(error)
      }
    }
    try #require(errors.count == 2, "It opened", sourceLocation: location)
    #expect(errors[0] == errors[1], sourceLocation: location)
    #expect(errors[0].path == folder.file(), sourceLocation: location)
    #expect(errors[0].message.hasPrefix(folder.file() + ": "), sourceLocation: location)
    return errors[0]
  }

  private func changed(_ word: Int, to value: UInt64) throws -> [UInt8] {
    var file = try SealedFile(bytes)
    file.setWord(word, to: value)
    return file.bytes
  }

  @Test("What is missing, a folder or a device cannot be opened")
  func notThere() throws {
    for (path, words) in [
      (folder.file("missing"), "No such file"), (folder.path, "no plain file"),
      ("/dev/null", "no plain file"),
    ] {
      #expect {
        _ = try FeatureIndex(contentsOf: path)
      } throws: { error in
        let error = error as? IndexFileError
        return error?.code == .cannotOpen && error?.message.contains(words) == true
          && error?.path == path
      }
    }
  }

  @Test("What begins otherwise is no index file")
  func notAnIndex() throws {
    for other in [[], Array("GSIX".utf8), Array(repeating: 0, count: 10_000)] as [[UInt8]] {
      let error = try error(other)
      #expect(error.code == .notAnIndex)
      #expect(error.message.contains("`geosnap index`"))
    }
  }

  @Test("A version to come and a foreign order of bytes are named")
  func versions() throws {
    let version = try error(changed(2, to: 2))
    #expect(version.code == .unsupportedVersion)
    #expect(version.message.contains("version 2") && version.message.contains("reads 1"))
    let foreign = try error(changed(1, to: IndexFileHeader.byteOrderMark.byteSwapped))
    #expect(foreign.code == .foreignByteOrder)
    #expect(try error(changed(1, to: 3)).code == .damaged)
  }

  @Test("A file cut short or with more behind is damaged, and both sizes are told")
  func size() throws {
    for count in [8, 100, 575, 576, bytes.count - 1] {
      let error = try error(Array(bytes.prefix(count)))
      #expect(error.code == .damaged)
      #expect(error.message.contains(count < 576 ? "within its header" : "\(bytes.count)"))
    }
    #expect(try error(bytes + [0]).message.contains("\(bytes.count + 1) bytes"))
  }

  @Test("Any bit of header, sections and padding that flips is noticed")
  func flips() throws {
    var random = SplitMix(seed: 3)
    var places = Array(stride(from: 8, to: 576, by: 3))
    places += (0..<120).map { _ in Int.random(in: 576..<bytes.count, using: &random) }
    for (section, next) in zip(header.sections, header.sections.dropFirst())
    where section.end < next.offset {
      places.append(next.offset - 1)
    }
    for place in places {
      var flipped = bytes
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let code = try error(flipped).code
      let isHeader = [.damaged, .unsupportedVersion].contains(code) && place < 576
      #expect(isHeader || code == .damaged, "byte \(place): \(code)")
    }
  }

  @Test("A file of other geometries is stale")
  func stale() throws {
    let error = try error(bytes, fingerprint: 10)
    #expect(error.code == .stale)
    #expect(error.message.contains("other geometries"))
    #expect(error.message.contains("Build it again"))
  }

  @Test(
    "A header with sound checksums and numbers out of range is refused",
    arguments: [
      (3, 584, "size of its own"), (4, 1, "file size"), (6, 1 << 31, "more features"),
      (7, 1 << 49, "beyond all files"), (7, 1 << 31, "more areas"), (8, .max, "beyond all files"),
      (10, 1 << 31, "more entries"), (10, .max, "more entries"), (11, 1 << 30, "more exceptions"),
      (12, 608, "wrong size"), (13, 11, "more bits"),
      (14, Double.nan.bitPattern, "frame"), (16, 0, "frame"), (16, Double.nan.bitPattern, "frame"),
      (16, (-1.0).bitPattern, "frame"), (16, Double.infinity.bitPattern, "frame"),
      (17, Double.nan.bitPattern, "grid"), (17, (0.5).bitPattern, "grid"),
      (17, 0, "wrong size"), (18, Double.infinity.bitPattern, "grid"),
      (20, Double.nan.bitPattern, "extent"), (22, (-1e9).bitPattern, "extent"),
      (23, (1e151).bitPattern, "extent"), (24, 1 << 20, "file size"), (38, 640, "sections"),
      (39, 0, "sections"), (60, 0, "sections"), (65, 1, "none belong"),
    ] as [(Int, UInt64, String)]
  )
  func headerRange(word: Int, value: UInt64, problem: String) throws {
    let error = try error(changed(word, to: value))
    #expect(error.code == .invalidContent)
    #expect(error.message.contains(problem), "\(error)")
    #expect(error.message.contains("Build it again"))
  }

  @Test("Content with sound checksums and numbers out of range is refused")
  func contentRange() throws {
    func refused(
      _ scene: IndexedScene,
      _ problem: String,
      _ location: SourceLocation = #_sourceLocation,
      _ change: (inout SealedFile) -> Void
    ) throws {
      try FeatureIndex(scene.geometries()).write(to: folder.file(), fingerprint: 9)
      var file = try SealedFile(
        [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file())))
      )
      change(&file)
      file.seal()
      let error = try error(file.bytes, location)
      #expect(error.code == .invalidContent, sourceLocation: location)
      #expect(error.message.contains(problem), "\(error)", sourceLocation: location)
    }
    try refused(.mixed, "negative") { $0.set(.segmentLeaves, 256, Int32(-1)) }
    try refused(.mixed, "beyond the last") { $0.set(.segmentLeaves, 256, Int32(300)) }
    try refused(.mixed, "beyond the last") { $0.set(.areaLeaves, 256 + 8, Int32.max) }
    try refused(.mixed, "two boxes") { file in
      // The first two lanes of a leaf: each its own item, now the same.
      file.set(.areaLeaves, 256, Int32(1))
      file.set(.areaLeaves, 260, Int32(1))
    }
    try refused(.mixed, "not in the list") { $0.set(.segmentLeaves, 320, UInt16.max) }
    try refused(.mixed, "an area") { $0.set(.areas, 0, Int64(-1)) }
    try refused(.mixed, "an area") { $0.set(.areas, 8, Int64.max) }
    try refused(.mixed, "an area") { $0.set(.areas, 16 + 8, Int64(0)) }
    try refused(.mixed, "a ring") { $0.set(.rings, 0, Int64(1 << 40)) }
    try refused(.mixed, "a ring") { $0.set(.rings, 0, Int64.min) }
    try refused(.mixed, "belong to no area") { file in
      let last = file.header.ringCount - 1
      file.set(.rings, last * 8, Int64(file.header.coordinateCount - 1))
    }
    try refused(.mixed, "a coordinate") { $0.set(.coordinates, 40, Double.infinity.bitPattern) }
    try refused(.asTheyAre, "a side") { $0.set(.segmentLeaves, 8, Double.nan.bitPattern) }
    try refused(.asTheyAre, "a side") { $0.set(.segmentLeaves, 608 + 504, (1e151).bitPattern) }
    try refused(.offGrid, "rise") { $0.set(.segmentSlots, 4, Int32(0)) }
    try refused(.offGrid, "rise") { $0.set(.segmentSlots, 0, Int32(-1)) }
    try refused(.offGrid, "rise") { $0.set(.segmentSlots, 4, Int32.max) }
    try refused(.offGrid, "knows nothing") { file in
      file.set(.segmentSlots, 0, Int32(0))
      file.set(.segmentLeaves, 320, UInt16(0))
    }
    try refused(.offGrid, "an exception") { $0.set(.segmentEntries, 0, Double.nan.bitPattern) }
    try refused(.offGrid, "an exception") { $0.set(.segmentEntries, 32, Int32(-2)) }
    try refused(.offGrid, "beyond the last") { $0.set(.segmentEntries, 32, Int32(700)) }
    try refused(.offGrid, "an exception") { $0.set(.segmentEntries, 40, Int32.max) }
    try refused(.offGrid, "an exception") { $0.set(.segmentEntries, 44, Int32(16)) }
    // 700 entries: the last leaf, the 44th, has 12. 4500: 282 leaves, 18 fine nodes, 2 and 1 above.
    try refused(.offGrid, "do not exist") { $0.set(.segmentLeaves, 43 * 352 + 60, Int32(0)) }
    try refused(.offGrid, "do not exist") { $0.set(.segmentLeaves, 43 * 352 + 350, UInt16(1)) }
    try refused(.threeLevels, "do not exist") {
      $0.set(.segmentCoarse, 256 + 8, Float(0).bitPattern)
    }
    try refused(.threeLevels, "do not exist") { $0.set(.segmentCoarse, 767, UInt8(0)) }
  }

  @Test("What cannot be written is told, and leaves nothing behind")
  func writing() throws {
    let index = try FeatureIndex(IndexedScene.mixed.geometries())
    #expect {
      try index.write(to: folder.file("no/such/folder"), fingerprint: 0)
    } throws: { error in
      let error = error as? IndexFileError
      return error?.code == .cannotWrite && error?.message.contains("No such file") == true
    }
    // A folder of that name cannot be replaced: the temporary file has to go again.
    try FileManager.default.createDirectory(
      atPath: folder.file("taken/inside"),
      withIntermediateDirectories: true
    )
    #expect {
      try index.write(to: folder.file("taken"), fingerprint: 0)
    } throws: { error in
      let error = error as? IndexFileError
      return error?.code == .cannotWrite && error?.message.contains("taken: ") == true
    }
    #expect(try folder.names == ["network.gsindex", "taken"])
  }
}
