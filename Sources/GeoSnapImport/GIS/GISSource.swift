/// Where the rows of a layer come from: they are read when the importer comes to them.
public struct GISSource: Sendable {
  /// What the mapping calls it.
  public let reference: GISImporter.DataReference
  let content: Content

  enum Content: Sendable {
    case file(@Sendable () throws -> () throws -> [UInt8]?)
    case table(@Sendable () throws -> GISTable)
  }

  /// The bytes of the file; 0 for a table.
  let byteCount: Int

  /// A GeoJSON file, which is read piece by piece.
  ///
  /// - Parameters:
  ///   - reference: What the mapping calls it.
  ///   - byteCount: How many bytes it has, of which progress is told.
  ///   - open: Begins to read it, from its start each time: what it gives has the next piece of any length,
  ///     and nil after the last.
  /// - Returns: The source.
  public static func file(
    _ reference: GISImporter.DataReference,
    byteCount: Int,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) -> GISSource {
    GISSource(reference: reference, content: .file(open), byteCount: byteCount)
  }

  /// A table of a GeoPackage.
  ///
  /// - Parameters:
  ///   - reference: What the mapping calls it.
  ///   - read: Reads it.
  /// - Returns: The source.
  public static func table(
    _ reference: GISImporter.DataReference,
    read: @escaping @Sendable () throws -> GISTable
  ) -> GISSource {
    GISSource(reference: reference, content: .table(read), byteCount: 0)
  }

  /// A GeoJSON file that is in memory.
  static func file(_ file: ImportFile) -> GISSource {
    let reference = GISImporter.DataReference(file: file.name, table: nil)
    return .file(reference, byteCount: file.bytes.count) {
      var offset = 0
      return {
        let end = min(offset + 1 << 16, file.bytes.count)
        defer { offset = end }
        return offset < end ? Array(file.bytes[offset..<end]) : nil
      }
    }
  }
}
