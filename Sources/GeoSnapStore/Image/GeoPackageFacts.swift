internal import Foundation
package import GeoSnapColumns

/// File system data of a network's file: while they stay the same, the file is unchanged.
///
/// No descriptor is opened, since closing it would release locks that the process has on the file.
package struct GeoPackageFacts: Equatable, Sendable {
  private let file: FileFacts

  /// The facts of the file at a path; nil when it does not exist, or when a journal or log beside it has content.
  ///
  /// With a log, readers may not see the state that the files show: a commit dates the log before it becomes visible.
  package init?(_ path: String) {
    // Journal and log are beside the file itself, not beside a link to it.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let file = FileFacts(path: path) else { return nil }
    for ending in ["-journal", "-wal"] {
      if let beside = FileFacts(path: path + ending), beside.size > 0 { return nil }
    }
    self.file = file
  }

  /// Whether a later write would change the facts.
  var isSettled: Bool { file.isSettled }

  /// The facts of a file once its last write is old enough; nil when it does not exist, or writes do not stop.
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
