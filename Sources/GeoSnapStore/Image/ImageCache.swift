internal import Foundation

/// Where images of networks are kept: files with which a network that was opened before opens at once.
///
/// An image is never asked for. It is made when a network is opened that is large enough to profit, and used as
/// long as nobody has written to the network's file; in doubt the file is read. What it holds, and how it is
/// known to fit, stands in `Documentation/NetworkImage.md`.
///
/// ```swift
/// let stored = try GeoPackage.open("network.gpkg", images: ImageCache(folder: "/var/cache/networks"))
/// ```
public struct ImageCache: Hashable, Sendable {
  /// The folder; nil for none.
  let folder: String?
  /// Networks of fewer features are read as quickly.
  let leastFeatures: Int
  /// Whether images are written in the background when nobody asks for it.
  let writesByItself: Bool
  /// With more commits beside it, an image is made anew of both.
  let mostCommits: Int

  /// Keeps images in a folder, which is made when the first one is written.
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

  /// Keeps no images, and uses none.
  public static let none = ImageCache(folder: nil, leastFeatures: 0)

  /// The cache of the platform, or what `GEOSNAP_CACHE` names: a folder, or `none`.
  ///
  /// The folder is `geosnap` in `XDG_CACHE_HOME` or, without one, in `.cache` of the user's home; on macOS in
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
      // A path that is not absolute is to be left out of account.
      let given = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let parent = given ?? environment["HOME"].map { $0 + "/.cache" }
    #endif
    guard let parent, parent.hasPrefix("/") else { return .none }
    return ImageCache(folder: parent + "/geosnap")
  }
}
