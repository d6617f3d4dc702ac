import FuzzDriver
import GeoSnap
import Glibc

@testable import GeoSnapIndex

extension FuzzTarget {
  /// Index files with numbers changed and the checksums made right, as a forger would: what opens can be
  /// asked.
  ///
  /// The first byte chooses the file and how it is opened; then come changes of four bytes each.
  static let indexFile = FuzzTarget("IndexFile") { input in
    guard input.count > 4, !originals.isEmpty else { return }
    var bytes = originals[Int(input[0] >> 2) % originals.count]
    for start in stride(from: 1, to: input.count - 3, by: 4) {
      let place = (Int(input[start]) << 8 | Int(input[start + 1])) % bytes.count
      bytes[place] = input[start + 2]
      // Numbers that lie on a border are mostly runs of one byte.
      for more in 1...7 where input[start + 3] & 7 >= more && place + more < bytes.count {
        bytes[place + more] = input[start + 3] & 0x80 == 0 ? 0 : 0xFF
      }
    }
    if input[0] & 1 == 0 { seal(&bytes) }
    bytes.withUnsafeBytes { content in
      _ = pwrite(file, content.baseAddress, content.count, 0)
      _ = ftruncate(file, content.count)
    }
    let index: FeatureIndex
    do throws(IndexFileError) {
      index = try FeatureIndex(
        contentsOf: "/proc/self/fd/\(file)",
        fingerprint: nil,
        featureCount: 5000,
        access: input[0] & 2 == 0 ? .copied : .mapped
      )
    } catch {
      require(!error.message.isEmpty, "An error without a message")
      return
    }
    ask(index)
  }

  /// A file in memory without a name, written anew for each input.
  private static let file = {
    var path = Array("/dev/shm/geosnap-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    unlink(path)
    return file
  }()

  /// Sound files: areas, lines and points with decimal coordinates and without.
  private static let originals: [[UInt8]] = [
    ["POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1))", "POINT (3 3)"],
    ["LINESTRING (0 0, 5 5, 10 0.125, 3 3)", "MULTIPOINT (1 1, 7 2)", "POINT (0.1 0.2)"],
    ["LINESTRING (0 0, 1e7 1e-7, 3.14159265 2.718281828)", "POINT EMPTY", "LINESTRING (0 0, 0 0)"],
  ].compactMap { texts in
    let name = "/dev/shm/geosnap-fuzz-\(getpid())"
    defer { unlink(name) }
    let geometries = texts.map { try? Geometry(wkt: $0) }
    guard let index = try? FeatureIndex(geometries),
      (try? index.write(to: name, fingerprint: 1)) != nil,
      let source = fopen(name, "r")
    else { find("No index file in \(name)") }
    defer { fclose(source) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return Array(bytes.prefix(fread(&bytes, 1, bytes.count, source)))
  }

  private static func ask(_ index: FeatureIndex) {
    for place in [Coordinate(x: 0, y: 0), Coordinate(x: 5, y: 5), Coordinate(x: 1e150, y: -1e150)] {
      for tolerance in [0, 1, 100, Double.infinity] {
        for hit in index.hits(at: place, within: tolerance) { check(hit.feature) }
        for near in index.nearest(to: place, count: 3, within: tolerance) { check(near.feature) }
        index.forEachVertex(within: tolerance, of: place) { check($0.feature) }
        for feature in index.features(intersecting: Envelope(around: place, radius: tolerance)) {
          check(feature)
        }
      }
    }
  }

  private static func check(_ feature: Int32) {
    require((0..<5000).contains(feature), "Feature \(feature) does not exist")
  }

  /// Gives content and header the checksums that they have to have.
  private static func seal(_ bytes: inout [UInt8]) {
    guard bytes.count >= IndexFileHeader.byteCount else { return }
    put(WordChecksum.of(words(bytes[..<(8 * 71)])), at: 71, of: &bytes)
    let head = words(bytes[..<IndexFileHeader.byteCount])
    guard let header = try? IndexFileHeader(head, fileSize: bytes.count, path: "") else { return }
    var sums: [UInt64] = []
    for section in header.sections {
      for block in 0..<section.blockCount {
        let records = section.records(of: block)
        let start = section.offset + records.lowerBound * section.recordSize
        let end = section.offset + records.upperBound * section.recordSize
        sums.append(WordChecksum.of(words(bytes[min(start, bytes.count)..<min(end, bytes.count)])))
      }
    }
    put(WordChecksum.of(sums), at: 70, of: &bytes)
    put(WordChecksum.of(words(bytes[..<(8 * 71)])), at: 71, of: &bytes)
  }

  private static func put(_ value: UInt64, at word: Int, of bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[8 * word + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  /// Bytes as words, filled up with zeros.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
      var word: UInt64 = 0
      for index in start..<min(start + 8, bytes.endIndex) {
        word |= UInt64(bytes[index]) << UInt64(8 * (index - start))
      }
      return word
    }
  }
}
