package import GeoSnapColumns

/// A small file beside an image, which states that the image is complete and which state of which network it fits.
///
/// If the image or the network changes after sealing, its facts no longer match the seal.
package struct ImageSeal {
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
    self.start = start
    self.path = path
    self.network = network
    self.image = image
    self.commits = commits
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
}

extension ImageSeal: ImagePart {
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
