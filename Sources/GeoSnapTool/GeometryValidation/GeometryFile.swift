import GeoSnap
import GeoSnapPostgres

/// The geometries of a file of any text form, read piece by piece and not refused for being unsound.
struct GeometryFile {
  /// One geometry of the file.
  struct Item {
    let geometry: UncheckedGeometry
    /// The line, when there is one geometry a line.
    var line: Int?
    /// What the file calls the feature.
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
      throw Failure(
        exitCode: .badData,
        message: "\(path) is a GeoPackage: name the table with --layer."
      )
    }
    reader = UncheckedReader(startingWith: beginning)
  }

  /// The next geometry that can be read, or what cannot; nil at the end.
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
