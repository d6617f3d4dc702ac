import Foundation

extension Workload {
  /// Reads the files of a workload: little-endian numbers without headers.
  ///
  /// - Throws: `BenchError` for a file that is missing, cut short or does not fit the others.
  init(readingFrom folder: URL) throws {
    lineOrdinates = try Self.doubles("lines_xy.f64", in: folder, perItem: 2)
    lineStarts = try Self.words("lines_off.u32", in: folder)
    junctionOrdinates = try Self.doubles("junctions_xy.f64", in: folder, perItem: 2)
    associationOrdinates = try Self.doubles("assoc.f64", in: folder, perItem: 4)
    queryOrdinates = try Self.doubles("qpoints.f64", in: folder, perItem: 2)
    extentOrdinates = try Self.doubles("extents.f64", in: folder, perItem: 4)
    let ascends = zip(lineStarts, lineStarts.dropFirst()).allSatisfy { $1 >= $0 + 2 }
    guard lineStarts.first == 0, Int(lineStarts.last ?? 0) * 2 == lineOrdinates.count, ascends
    else {
      throw BenchError(
        "\(folder.path): lines_off.u32 does not divide lines_xy.f64 into lines of 2 or more "
          + "vertices."
      )
    }
    guard queryCount > 0, extentCount > 0, junctionCount > 0, associationCount > 0 else {
      throw BenchError("\(folder.path): a file of the workload is empty.")
    }
  }

  static func doubles(
    _ name: String,
    in folder: URL,
    perItem: Int
  ) throws -> [Double] {
    let bytes = try bytes(name, in: folder, multipleOf: 8 * perItem)
    return words(bytes, of: UInt64.self).map { Double(bitPattern: $0) }
  }

  static func words(_ name: String, in folder: URL) throws -> [UInt32] {
    words(try bytes(name, in: folder, multipleOf: 4), of: UInt32.self)
  }

  static func words<Word: FixedWidthInteger>(_ bytes: [UInt8], of type: Word.Type) -> [Word] {
    let size = Word.bitWidth / 8
    return stride(from: 0, to: bytes.count, by: size).map { start in
      (0..<size).reduce(0) { $0 | Word(bytes[start + $1]) << Word(8 * $1) }
    }
  }

  static func bytes(
    _ name: String,
    in folder: URL,
    multipleOf size: Int
  ) throws -> [UInt8] {
    let file = folder.appending(path: name)
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw BenchError("\(file.path) cannot be read: \(error.localizedDescription)")
    }
    guard bytes.count.isMultiple(of: size) else {
      throw BenchError("\(file.path) has \(bytes.count) bytes, not a multiple of \(size).")
    }
    return bytes
  }
}
