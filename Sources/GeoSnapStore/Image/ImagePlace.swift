internal import Foundation
internal import GeoSnapColumns

/// The paths of a network's image and of the seal that states which network it fits.
package struct ImagePlace: Hashable, Sendable {
  let folder: String
  /// The network's file with links resolved, or the database's identifier of the network.
  let network: String
  /// The suffix of the files' extensions.
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

  /// Removes image and seal; returns whether there was one.
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
