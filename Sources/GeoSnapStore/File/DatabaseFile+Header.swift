internal import Foundation
internal import GRDB
internal import GeoSnap

extension DatabaseFile {
  /// Refuses a path that is not a readable file.
  ///
  /// It opens no descriptor: closing any descriptor of a file releases all locks that the process has on it, also
  /// SQLite's.
  static func checkPlace(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, path: path, message: "There is no such file.")
    }
    guard let attributes = attributes(path), attributes[.type] as? FileAttributeType == .typeRegular
    else {
      throw StoreError(.cannotOpen, path: path, message: "This is a folder or device, not a file.")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "The file cannot be read: check its permissions."
      )
    }
  }

  /// Checks a newly opened file before SQLite reads it, and then makes SQLite read the schema.
  static func checkBeginning(_ database: Database, _ path: String) throws {
    let (header, size) = try database.fileHead(100)
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "This is not a GeoPackage: it is not an SQLite database."
      )
    }
    if let message = truncation(header, size: size), !hasLog(path) {
      throw StoreError(path: path, table: "sqlite_schema", message)
    }
    // A row of the schema takes more bytes than instructions.
    let room = min(size + Self.size(path + "-wal"), UInt64(Int32.max / 2))
    try database.loadSchema(atMost: Int(room) + 1_000_000)
  }

  /// The evidence that a file was truncated; nil when there is none.
  ///
  /// SQLite itself accepts an incomplete last page.
  private static func truncation(_ header: [UInt8], size: UInt64) -> String? {
    guard header.count == 100 else {
      return "The file is truncated: it has \(size) bytes, less than the header of a database."
    }
    func number(at offset: Int, bytes: Int) -> UInt64 {
      header[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let declared = number(at: 16, bytes: 2)
    let pageSize = declared == 1 ? 65536 : declared
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      return "The database is damaged: its header says that pages have \(declared) bytes."
    }
    guard size.isMultiple(of: pageSize) else {
      return "The file is truncated or has extra bytes at its end: \(size) bytes are not a whole "
        + "number of pages of \(pageSize) bytes."
    }
    // The page count is valid only if the last writer knew about it.
    let isPageCountCurrent = number(at: 24, bytes: 4) == number(at: 92, bytes: 4)
    let pages = number(at: 28, bytes: 4)
    if isPageCountCurrent, size / pageSize < pages {
      return "The file is truncated: it has \(size / pageSize) of \(pages) pages. "
        + "Copy it again, or take a backup."
    }
    return nil
  }

  /// Whether recent pages may be in a log or journal beside the file.
  private static func hasLog(_ path: String) -> Bool {
    isNonEmptyFile(path + "-wal") || isNonEmptyFile(path + "-journal")
  }

  static func isNonEmptyFile(_ path: String) -> Bool {
    size(path) > 0
  }

  private static func size(_ path: String) -> UInt64 {
    attributes(path)?[.size] as? UInt64 ?? 0
  }

  /// The attributes of a file, or of the target of a link.
  static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: target)
  }
}
