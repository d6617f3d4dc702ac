internal import Foundation
internal import GeoSnap

extension DatabaseFile {
  /// Held while a descriptor of a database is opened and closed, and while a transaction writes.
  ///
  /// Closing any descriptor of a file takes all locks away that the process has on it: SQLite's
  /// among them.
  static let descriptors = NSLock()

  /// Looks at a file before SQLite sees it.
  static func checkHeader(_ path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, path: path, message: "There is no such file.")
    }
    guard let attributes = attributes(path), attributes[.type] as? FileAttributeType == .typeRegular
    else {
      throw StoreError(.cannotOpen, path: path, message: "This is a folder or device, no file.")
    }
    let header: [UInt8]
    let size: UInt64
    descriptors.lock()
    defer { descriptors.unlock() }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      header = [UInt8](try handle.read(upToCount: 100) ?? Data())
      size = try handle.seekToEnd()
      try handle.close()
    } catch {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "The file may not be read; check its permissions."
      )
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw StoreError(
        .cannotOpen,
        path: path,
        message: "This is no GeoPackage: it is no SQLite database."
      )
    }
    if let message = truncation(header, size: size), !hasLog(path) {
      throw StoreError(
        path: path,
        problems: [NetworkProblem(table: "sqlite_schema", message: message)]
      )
    }
  }

  /// What speaks for a file that was cut off.
  ///
  /// SQLite itself takes a last page that is there in part for whole.
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
      return "The file is truncated or something follows it: \(size) bytes are no whole number of "
        + "pages of \(pageSize) bytes."
    }
    // The page count is in force only if the last writer knew about it.
    let isPageCountCurrent = number(at: 24, bytes: 4) == number(at: 92, bytes: 4)
    let pages = number(at: 28, bytes: 4)
    if isPageCountCurrent, size / pageSize < pages {
      return "The file is truncated: it has \(size / pageSize) of \(pages) pages."
    }
    return nil
  }

  /// Whether the latest pages, or those of the last commit, may be in a log beside the file.
  private static func hasLog(_ path: String) -> Bool {
    isNonEmptyFile(path + "-wal") || isNonEmptyFile(path + "-journal")
  }

  /// Whether there is a file that holds something.
  static func isNonEmptyFile(_ path: String) -> Bool {
    let size = attributes(path)?[.size] as? UInt64
    return (size ?? 0) > 0
  }

  /// What the file system says about a file, or about what a link to it leads to.
  static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: target)
  }
}
