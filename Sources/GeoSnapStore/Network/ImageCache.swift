internal import Foundation
internal import GeoSnapColumns

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
    (self.folder, self.leastFeatures) = (folder, leastFeatures)
    (self.writesByItself, self.mostCommits) = (writesByItself, mostCommits)
  }

  package static func beside(_ path: String) -> ImageCache {
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

/// The description of a network's image, and whether it fits the network.
package struct ImageDescription: Sendable {
  package enum State: String, Hashable, Sendable {
    /// With its commits, it fits the network's file.
    case fits
    /// The network's file or the image has changed since; a database has another definition, or has forgotten its
    /// history.
    case stale
    /// There is no image.
    case missing
    /// Its content differs from what was written.
    case damaged
  }

  package struct Section: Hashable, Sendable {
    /// The path of the column: the names of the parts that contain it.
    package let name: String
    package let offset: Int
    package let byteCount: Int
    package let elementCount: Int
  }

  package let path: String?
  /// Whether it is used.
  package let state: State
  /// The damage; nil when there is none.
  package private(set) var problem: String?
  /// The size of the file in bytes.
  package private(set) var byteCount = 0
  /// The number of commits beside the image; for a database, the number since it was made.
  package private(set) var commitCount = 0
  /// The columns, in the order of the file.
  package private(set) var sections: [Section] = []
}

extension ImageDescription {
  package init(of network: String, in images: ImageCache = .standard, isChecked: Bool = false) {
    self.init(ImagePlace(network, images), isChecked: isChecked) { seal in
      NetworkImage.openSnapshot(network, images) == nil ? nil : seal.commits.count
    }
  }

  package init(
    database network: String,
    in images: ImageCache,
    isChecked: Bool,
    commitCount: Int?
  ) {
    self.init(ImagePlace(database: network, images), isChecked: isChecked) { _ in commitCount }
  }

  private init(_ place: ImagePlace?, isChecked: Bool, commitCount: (ImageSeal) -> Int?) {
    guard let place else {
      self.init(path: nil, state: .missing)
      return
    }
    guard let seal = ImageSeal(place.seal) else {
      self.init(path: place.image, state: .missing)
      return
    }
    do throws(ImageError) {
      let file = try ImageFile(place.image)
      if isChecked { try file.check() } else { try file.checkNames() }
      let count = commitCount(seal)
      self.init(
        path: place.image,
        state: count == nil ? .stale : .fits,
        byteCount: file.byteCount,
        commitCount: count ?? seal.commits.count,
        sections: file.sections.map {
          Section(name: $0.name, offset: $0.start, byteCount: $0.byteCount, elementCount: $0.count)
        }
      )
    } catch {
      self.init(path: place.image, state: .damaged, problem: error.description)
    }
  }

  @discardableResult
  package static func removeImage(of network: String, in images: ImageCache = .standard) -> Bool {
    ImagePlace(network, images)?.remove() ?? false
  }

  package static func removeImage(database network: String, in images: ImageCache) -> Bool {
    ImagePlace(database: network, images)?.remove() ?? false
  }
}
