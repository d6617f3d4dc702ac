import Foundation

extension Workload {
  /// Writes the files that ``init(readingFrom:)`` reads, so that other programs run on the same bytes.
  ///
  /// - Throws: `BenchError` when the folder or a file cannot be written.
  func write(to folder: URL) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Self.bytes(lineOrdinates).write(to: folder.appending(path: "lines_xy.f64"))
      try Self.bytes(lineStarts).write(to: folder.appending(path: "lines_off.u32"))
      try Self.bytes(junctionOrdinates).write(to: folder.appending(path: "junctions_xy.f64"))
      try Self.bytes(associationOrdinates).write(to: folder.appending(path: "assoc.f64"))
      try Self.bytes(queryOrdinates).write(to: folder.appending(path: "qpoints.f64"))
      try Self.bytes(extentOrdinates).write(to: folder.appending(path: "extents.f64"))
    } catch {
      throw BenchError("\(folder.path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func bytes(_ numbers: [Double]) -> Data { bytes(numbers.map(\.bitPattern)) }

  private static func bytes<Word: FixedWidthInteger>(_ words: [Word]) -> Data {
    let size = Word.bitWidth / 8
    var bytes = Data(capacity: words.count * size)
    for word in words {
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: word >> Word(8 * index))) }
    }
    return bytes
  }
}
