internal import Foundation
package import GeoSnapColumns

/// What the file system says of a network's file: while it stays the same, nobody has written.
///
/// Nothing is opened: that would take locks away which the process has on the file.
package struct GeoPackageFacts: Equatable, Sendable {
  private let file: FileFacts

  /// The facts of the file that a path leads to; nil when there is no such file, or when something stands in a journal
  /// or a log beside it.
  ///
  /// With a log, what readers see is not what files show: a commit is written to the log, which dates it, waits for the
  /// disk, and is seen by others only after that.
  package init?(_ path: String) {
    // Journal and log stand beside the file itself, whatever link leads there.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let file = FileFacts(path: path) else { return nil }
    for ending in ["-journal", "-wal"] {
      if let beside = FileFacts(path: path + ending), beside.size > 0 { return nil }
    }
    self.file = file
  }

  /// Whether a write after this moment would show.
  var isSettled: Bool { file.isSettled }

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
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(file, "file")
  }
}
