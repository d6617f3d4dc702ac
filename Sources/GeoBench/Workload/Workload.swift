import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// The data and questions of a benchmark: streets of a made-up city, and clicks near them.
struct Workload {
  /// The tolerance of clicks, in metres.
  static let tolerance = 5.0

  static let seed = Report.seed

  /// Vertices of all lines, x and y in turn.
  var lineOrdinates: [Double] = []
  /// Line l owns vertices `lineStarts[l]` until `lineStarts[l + 1]`.
  var lineStarts: [UInt32] = [0]
  /// Junction j is on the last vertex of line j; x and y in turn.
  var junctionOrdinates: [Double] = []
  /// x1, y1, x2, y2 of each association.
  var associationOrdinates: [Double] = []
  var queryOrdinates: [Double] = []
  /// Least x, least y, greatest x, greatest y of each query rectangle.
  var extentOrdinates: [Double] = []

  var lineCount: Int { lineStarts.count - 1 }
  var junctionCount: Int { junctionOrdinates.count / 2 }
  var segmentCount: Int { lineOrdinates.count / 2 - lineCount }
  var associationCount: Int { associationOrdinates.count / 4 }
  var queryCount: Int { queryOrdinates.count / 2 }
  var extentCount: Int { extentOrdinates.count / 4 }
  /// The number of entries of a tree over segments and junctions.
  var entryCount: Int { segmentCount + junctionCount }

  func ordinates(ofLine line: Int) -> ArraySlice<Double> {
    lineOrdinates[Int(lineStarts[line]) * 2..<Int(lineStarts[line + 1]) * 2]
  }

  /// Moves features and questions alike, so that answers stay the same except for rounding.
  mutating func shift(by amount: Double) {
    for index in lineOrdinates.indices { lineOrdinates[index] += amount }
    for index in junctionOrdinates.indices { junctionOrdinates[index] += amount }
    for index in associationOrdinates.indices { associationOrdinates[index] += amount }
    for index in queryOrdinates.indices { queryOrdinates[index] += amount }
    for index in extentOrdinates.indices { extentOrdinates[index] += amount }
  }

  func junction(_ index: Int) -> Coordinate {
    Coordinate(x: junctionOrdinates[2 * index], y: junctionOrdinates[2 * index + 1])
  }

  func query(_ index: Int) -> Coordinate {
    Coordinate(x: queryOrdinates[2 * index], y: queryOrdinates[2 * index + 1])
  }

  func extent(_ index: Int) -> Envelope {
    Envelope(
      minX: extentOrdinates[4 * index],
      minY: extentOrdinates[4 * index + 1],
      maxX: extentOrdinates[4 * index + 2],
      maxY: extentOrdinates[4 * index + 3]
    )
  }

  /// Lines, then junctions: feature l is line l, feature lines + j is junction j.
  func featureGeometries() throws -> [Geometry?] {
    var geometries: [Geometry?] = []
    geometries.reserveCapacity(lineCount + junctionCount)
    for line in 0..<lineCount {
      geometries.append(try lineGeometry(Array(ordinates(ofLine: line))))
    }
    for index in 0..<junctionCount { geometries.append(.point(Point(junction(index)))) }
    return geometries
  }

  func associationGeometries() throws -> [Geometry?] {
    try (0..<associationCount).map { index in
      try lineGeometry(Array(associationOrdinates[4 * index..<4 * index + 4]))
    }
  }

  private func lineGeometry(_ ordinates: [Double]) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(trusted: ordinates, dimensions: .xy)))
  }

  /// Writes the files that ``init(readingFrom:)`` reads, so that other programs run on the same bytes.
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

extension Workload {
  /// Reads the files of a workload: little-endian numbers without headers.
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

  static func doubles(_ name: String, in folder: URL, perItem: Int) throws -> [Double] {
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

  static func bytes(_ name: String, in folder: URL, multipleOf size: Int) throws -> [UInt8] {
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

struct WorkloadOptions: ParsableArguments {
  @Option(help: "A folder with the workload files that Benchmarks/README.md describes.")
  var workload: String?
  @Option(help: "Make a workload of this many segments, rounded up to a multiple of 8.")
  var features: Int?
  @Flag(help: "Make it of copies of a real network, with at least so many segments.")
  var sample = false
  @Option(help: "The network that --sample lays side by side, a GeoPackage file.")
  var sampleFile = "Examples/Schutterwald/schutterwald.gpkg"
  @Flag(help: "Shift the workload off every decimal grid, so that its index keeps full doubles.")
  var offGrid = false
  @Option(help: "Write the workload's files to this folder instead of measuring.")
  var writeWorkload: String?

  func validate() throws {
    guard workload == nil || features == nil else {
      throw ValidationError("Give either --workload DIR or --features N.")
    }
    if let features, features < 1 || features > 200_000_000 {
      throw ValidationError("--features \(features): a workload has 1 to 200000000 segments.")
    }
    guard !sample || features != nil else { throw ValidationError("--sample needs --features N.") }
    guard writeWorkload == nil || workload != nil || features != nil else {
      throw ValidationError("--write-workload needs --features N or --workload DIR.")
    }
  }

  func load() throws -> Workload? {
    var made: Workload
    if let workload {
      made = try Workload(readingFrom: URL(filePath: workload))
    } else if let features {
      made =
        try sample
        ? Workload(tiling: GeoPackage.open(sampleFile, images: .none).network, segments: features)
        : Workload(segments: (features + 7) / 8 * 8)
    } else {
      return nil
    }
    if offGrid { made.shift(by: 2.0.squareRoot()) }
    return made
  }
}
