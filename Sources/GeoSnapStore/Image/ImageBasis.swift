internal import GeoSnapColumns

/// The state of a network that an image describes.
package enum ImageBasis: Equatable, Sendable {
  /// The file system data of a file.
  case file(GeoPackageFacts)
  /// The stamp of a database.
  case database(stamp: String)
}

extension ImageBasis: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    let stamp: String? = try image.read("stamp")
    if let stamp {
      self = .database(stamp: stamp)
    } else {
      self = .file(try image.read("facts"))
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    switch self {
    case .file(let facts):
      try image.write(nil as String?, "stamp")
      try image.write(facts, "facts")
    case .database(let stamp): try image.write(stamp as String?, "stamp")
    }
  }
}
