import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapStore

/// A folder for measured images, which is deleted with the value.
private final class ImageFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension FeatureIndex {
  /// The same index, mapped from an image.
  func mapped() throws -> FeatureIndex {
    let folder = try ImageFolder()
    let path = folder.url.appending(path: "index").path
    var writer = try ImageWriter(path)
    try writer.write(self, "index")
    _ = try writer.finish()
    // A mapping remains valid after its file is deleted.
    return try ImageFile(path).read("index")
  }
}

extension NetworkIndex {
  /// The index of the network in a file: built, or mapped from an image.
  static func opened(_ path: String, isMapped: Bool) throws -> NetworkIndex {
    guard isMapped else {
      return try NetworkIndex(GeoPackage.open(path, images: .none).network)
    }
    let folder = try ImageFolder()
    let cache = ImageCache(folder: folder.url.path, leastFeatures: 0, writesByItself: false)
    let read = try GeoPackage.open(path, images: cache)
    _ = try read.index()
    read.image?.write()
    let opened = try GeoPackage.open(path, images: cache)
    guard opened.image?.index != nil else { throw BenchError("No image was made of \(path).") }
    return try opened.index()
  }
}
