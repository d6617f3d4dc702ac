internal import Foundation
package import GeoSnapColumns

/// What the file system says of a network's file, and of the log that some programs write to first: while it stays
/// the same, nobody has written.
///
/// Whoever writes to a SQLite file, in whatever mode, writes to the file or to its log, and the system dates both.
/// Nothing is opened: that would take locks away which the process has on the file.
package struct GeoPackageFacts: Equatable, Sendable {
  private let file: FileFacts
  /// The log of write-ahead mode; nil where nothing is in it.
  private let log: FileFacts?

  /// The facts of the file that a path leads to; nil when there is no such file, or when a journal stands beside it.
  init?(_ path: String) {
    // Journal and log stand beside the file itself, whatever link leads there.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let file = FileFacts(path: path) else { return nil }
    // With a journal beside it, SQLite may have to restore the file first.
    if let journal = FileFacts(path: path + "-journal"), journal.size > 0 { return nil }
    self.file = file
    // SQLite gives the log its owner anew whenever the superuser opens it, which changes nothing of the content.
    log = FileFacts(path: path + "-wal").flatMap { $0.size > 0 ? $0.ofContent : nil }
  }

  /// Whether a write after this moment would show.
  var isSettled: Bool { file.isSettled && log?.isSettled ?? true }

  /// What is known of a file when the last write is past; nil when there is no such file, or writes do not stop.
  package static func settled(_ path: String) -> GeoPackageFacts? {
    for _ in 0..<10 {
      guard let facts = GeoPackageFacts(path) else { return nil }
      if facts.isSettled { return facts }
      Thread.sleep(forTimeInterval: Double(FileFacts.tick) / 4e9)
    }
    return nil
  }
}

extension GeoPackageFacts: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    file = try image.read("file")
    log = try image.read("log")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(file, "file")
    try image.write(log, "log")
  }
}
