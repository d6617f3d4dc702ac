package import GeoSnapColumns

/// What says that an image is whole, and of which state of which file: a small file beside it.
///
/// An image that was changed since it was sealed has other facts, and so has a network that was written to.
package struct ImageSeal {
  /// The network's file.
  let path: String
  let network: ImageBasis
  let image: FileFacts
  /// What has been committed since the image was made, as JSON: the edits of each commit.
  let commits: [String]
  /// The start of the machine in which the image was written: nothing of it is synced.
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

  /// Reads a seal; nil when there is none that is sound and one's own.
  package init?(_ path: String) {
    guard let file = try? ImageFile(path), file.facts.isOwn,
      // It is small, and its commits are done again: all of it is compared with its checksums.
      (try? file.check()) != nil,
      let seal = try? file.read("seal") as ImageSeal, seal.start == SystemStart.id,
      !SystemStart.id.isEmpty
    else { return nil }
    self = seal
  }

  /// The network of a seal, whether or not it counts; nil when nothing can be read of it.
  static func network(of path: String) -> String? {
    guard let file = try? ImageFile(path), file.facts.isOwn else { return nil }
    return (try? file.read("seal") as ImageSeal)?.path
  }

  /// Writes the seal.
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
