import GeoSnap
import GeoSnapPostgres

/// The geometries of a file in any text format, including invalid ones, read piece by piece.
struct GeometryFile {
  struct Item {
    let geometry: UncheckedGeometry
    /// The line, in files of one geometry per line.
    var line: Int?
    /// The id of the feature in the file.
    var id: String?
  }

  private let source: ByteSource
  private var reader: UncheckedReader

  init(path: String) throws {
    if PostgresAddress.isAddress(path) {
      throw Failure.usage("\(path) is a database: name the table with --layer.")
    }
    source = try ByteSource(path: path)
    try source.skipByteOrderMark()
    let beginning = try source.peek(1 << 16)
    if beginning.starts(with: "SQLite format 3\u{0}".utf8) {
      throw Failure.badData("\(path) is a GeoPackage: name the table with --layer.")
    }
    reader = UncheckedReader(startingWith: beginning)
  }

  /// The next geometry, or the error of one that cannot be read; nil at the end.
  mutating func next() throws -> Result<Item, FormatError>? {
    while true {
      do throws(FormatError) {
        if let found = try reader.next() {
          return .success(Item(geometry: found.geometry, line: found.line, id: found.id))
        }
      } catch {
        return .failure(error)
      }
      if reader.isFinished { return nil }
      var bytes: [UInt8] = []
      if try source.read(1 << 16, into: &bytes) { reader.append(bytes) } else { reader.finish() }
    }
  }
}
