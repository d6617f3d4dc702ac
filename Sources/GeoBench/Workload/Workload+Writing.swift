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

  private static func bytes(_ numbers: [Double]) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 8)
    for number in numbers {
      for index in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * index)))
      }
    }
    return Data(bytes)
  }

  private static func bytes(_ numbers: [UInt32]) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 4)
    for number in numbers {
      for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * index))) }
    }
    return Data(bytes)
  }
}
