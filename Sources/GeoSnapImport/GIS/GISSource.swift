/// A source of a layer's rows, which the importer reads when it needs them.
public struct GISSource: Sendable {
  /// The file and table as the mapping names them.
  public let reference: GISImporter.DataReference
  let content: Content

  enum Content: Sendable {
    case file(@Sendable () throws -> () throws -> [UInt8]?)
    case table(@Sendable () throws -> GISTable)
  }

  /// The bytes of the file; 0 for a table.
  let byteCount: Int

  /// A GeoJSON file that is read piece by piece.
  ///
  /// - Parameters:
  ///   - reference: The file as the mapping names it.
  ///   - byteCount: The size of the file, for the progress.
  ///   - open: Opens the file at its start, every time it is called. The function that it returns gives the next
  ///     piece, of any length, and nil after the last.
  /// - Returns: The source.
  public static func file(
    _ reference: GISImporter.DataReference,
    byteCount: Int,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) -> GISSource {
    GISSource(reference: reference, content: .file(open), byteCount: byteCount)
  }

  /// A table of a GeoPackage; `reference` is its name in the mapping, and `read` reads its rows.
  public static func table(
    _ reference: GISImporter.DataReference,
    read: @escaping @Sendable () throws -> GISTable
  ) -> GISSource {
    GISSource(reference: reference, content: .table(read), byteCount: 0)
  }

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
