internal import Foundation

/// A place for images of networks: files with which a network that was opened before opens at once.
///
/// An image is made automatically when a large network is opened. It is used while the network's file is unchanged;
/// in doubt the file is read. `Documentation/NetworkImage.md` describes its content and validation.
///
/// ```swift
/// let stored = try GeoPackage.open("network.gpkg", images: ImageCache(folder: "/var/cache/networks"))
/// ```
public struct ImageCache: Hashable, Sendable {
  let folder: String?
  /// The number of features from which an image is worth making.
  let leastFeatures: Int
  /// Whether images are written automatically in the background.
  let writesByItself: Bool
  /// The number of commits beside an image from which a new image is made.
  let mostCommits: Int

  /// Keeps images in a folder, which is created with the first image.
  public init(folder: String) { self.init(folder: folder, leastFeatures: 1000) }

  package init(
    folder: String?,
    leastFeatures: Int,
    writesByItself: Bool = true,
    mostCommits: Int = 250
  ) {
    self.folder = folder
    self.leastFeatures = leastFeatures
    self.writesByItself = writesByItself
    self.mostCommits = mostCommits
  }

  /// Keeps the image of a network beside its file.
  public static func beside(_ path: String) -> ImageCache {
    ImageCache(folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Keeps and uses no images.
  public static let none = ImageCache(folder: nil, leastFeatures: 0)

  /// The cache of the platform, or the value of `GEOSNAP_CACHE`: a folder, or `none`.
  ///
  /// The folder is `geosnap` in `XDG_CACHE_HOME` or, without it, in `.cache` of the user's home; on macOS in
  /// `Library/Caches`.
  public static var standard: ImageCache {
    let environment = ProcessInfo.processInfo.environment
    switch environment["GEOSNAP_CACHE"] ?? "" {
    case "": break
    case "none": return .none
    case let folder: return ImageCache(folder: folder)
    }
    #if canImport(Darwin)
      let parent = environment["HOME"].map { $0 + "/Library/Caches" }
    #else
      // The XDG specification says to ignore a relative path.
      let given = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let parent = given ?? environment["HOME"].map { $0 + "/.cache" }
    #endif
    guard let parent, parent.hasPrefix("/") else { return .none }
    return ImageCache(folder: parent + "/geosnap")
  }
}
