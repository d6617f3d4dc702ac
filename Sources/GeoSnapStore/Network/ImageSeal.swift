internal import Foundation
package import GeoSnapColumns

/// A small file beside an image, which states that the image is complete and which state of which network it fits.
package struct ImageSeal: ImagePart {
  let path: String
  let network: ImageBasis
  let image: FileFacts
  /// The edits of each commit since the image was made, as JSON.
  let commits: [String]
  /// The start of the machine in which the image was written; it is not synced, so a later start invalidates it.
  private let start: String

  package init(
    path: String,
    network: ImageBasis,
    image: FileFacts,
    commits: [String],
    start: String = SystemStart.id
  ) {
    (self.start, self.path, self.network) = (start, path, network)
    (self.image, self.commits) = (image, commits)
  }

  /// Reads a seal; nil when it is missing, damaged, or another user's.
  package init?(_ path: String) {
    guard let file = try? ImageFile(path), file.facts.isOwn,
      // It is small, and its commits are replayed, so all of it is compared with its checksums.
      (try? file.check()) != nil,
      let seal = try? file.read("seal") as ImageSeal, seal.start == SystemStart.id,
      !SystemStart.id.isEmpty
    else { return nil }
    self = seal
  }

  /// The network of a seal, valid or not; nil when it cannot be read.
  static func network(of path: String) -> String? {
    guard let file = try? ImageFile(path), file.facts.isOwn else { return nil }
    return (try? file.read("seal") as ImageSeal)?.path
  }

  package func write(to path: String) throws(ImageError) {
    var writer = try ImageWriter(path)
    try writer.write(self, "seal")
    _ = try writer.finish()
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    path = try image.read("path")
    network = try image.read("network")
    self.image = try image.read("image")
    commits = try image.read("commits")
    start = try image.read("start")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(path, "path")
    try image.write(network, "network")
    try image.write(self.image, "image")
    try image.write(commits, "commits")
    try image.write(start, "start")
  }
}

/// The state of a network that an image describes.
package enum ImageBasis: Equatable, Sendable, ImagePart {
  /// The file system data of a file.
  case file(GeoPackageFacts)
  /// The stamp of a database.
  case database(stamp: String)

  package init(from image: inout ImageReader) throws(ImageError) {
    let stamp: String? = try image.read("stamp")
    if let stamp {
      self = .database(stamp: stamp)
    } else {
      self = .file(try image.read("facts"))
    }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    switch self {
    case .file(let facts):
      try image.write(nil as String?, "stamp")
      try image.write(facts, "facts")
    case .database(let stamp): try image.write(stamp as String?, "stamp")
    }
  }
}

/// File system data of a network's file: while they stay the same, the file is unchanged.
///
/// No descriptor is opened, since closing it would release locks that the process has on the file.
package struct GeoPackageFacts: Equatable, Sendable, ImagePart {
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

  package init(from image: inout ImageReader) throws(ImageError) {
    file = try image.read("file")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(file, "file")
  }
}

/// The paths of a network's image and of the seal that states which network it fits.
package struct ImagePlace: Hashable, Sendable {
  let folder: String
  /// The network's file with links resolved, or the database's identifier of the network.
  let network: String
  private let ending: String
  private let name: String

  /// The place for a network's file; nil when no images are kept, or when another machine dates the file.
  package init?(_ path: String, _ cache: ImageCache) {
    guard let folder = cache.folder else { return nil }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
    guard FileFacts.isLocal(url.path) else { return nil }
    self.folder = folder
    network = url.path
    ending = ""
    name = "\(url.lastPathComponent)-\(Self.hash(network))"
  }

  /// The place for a network in a database; nil when no images are kept.
  package init?(database network: String, _ cache: ImageCache) {
    guard let folder = cache.folder else { return nil }
    self.folder = folder
    self.network = network
    ending = "db"
    name = "database-\(Self.hash(network))"
  }

  private static func hash(_ text: String) -> String {
    // FNV-1a: files of one name in two folders have two images.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  package var image: String { "\(folder)/\(name).gsimage\(ending)" }

  package var seal: String { "\(folder)/\(name).gsseal\(ending)" }

  /// The file that records for which state of the network's file the spatial indexes are complete.
  var indexes: String { "\(folder)/\(name).gsindexes" }

  func makeFolder() {
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  func remove() -> Bool {
    // An image without its seal is not used.
    let seal: Void? = try? FileManager.default.removeItem(atPath: self.seal)
    let image: Void? = try? FileManager.default.removeItem(atPath: self.image)
    try? FileManager.default.removeItem(atPath: indexes)
    return seal != nil || image != nil
  }

  /// Removes images whose networks are gone, and partial files that are older than a day.
  func removeOrphans() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".gsseal") || name.hasSuffix(".gsindexes") {
        guard let network = ImageSeal.network(of: path),
          !FileManager.default.fileExists(atPath: network)
        else { continue }
        try? FileManager.default.removeItem(atPath: path)
        if name.hasSuffix(".gsindexes") { continue }
        try? FileManager.default.removeItem(atPath: path.dropLast(7) + ".gsimage")
      } else if name.hasSuffix(".gsimage.partial") || name.hasSuffix(".gsseal.partial")
        || name.hasSuffix(".gsindexes.partial")
        || name.hasSuffix(".gsimage")
          && !FileManager.default.fileExists(atPath: path.dropLast(8) + ".gsseal")
      {
        guard let facts = FileFacts(path: path), facts.isOwn,
          FileFacts.now - facts.changed > 86_400_000_000_000
        else { continue }
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
}
