internal import GeoSnapColumns

/// The description of a network's image, and whether it fits the network.
public struct ImageDescription: Sendable {
  /// Whether an image is used.
  public enum State: String, Hashable, Sendable {
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

  /// A column of the image.
  public struct Section: Hashable, Sendable {
    /// The path of the column: the names of the parts that contain it.
    public let name: String
    /// The byte offset in the file.
    public let offset: Int
    /// The number of bytes.
    public let byteCount: Int
    /// The number of elements.
    public let elementCount: Int
  }

  /// The path of the image; nil when no images are kept.
  public let path: String?
  /// Whether it is used.
  public let state: State
  /// The damage; nil when there is none.
  public private(set) var problem: String?
  /// The size of the file in bytes.
  public private(set) var byteCount = 0
  /// The number of commits beside the image; for a database, the number since it was made.
  public private(set) var commitCount = 0
  /// The columns, in the order of the file.
  public private(set) var sections: [Section] = []
}

extension ImageDescription {
  /// Describes the image of a network.
  ///
  /// - Parameters:
  ///   - network: The network's file.
  ///   - images: The cache for images.
  ///   - isChecked: Whether to compare the whole image with its checksums.
  /// - Complexity: Linear in the size of the image when it is checked.
  public init(of network: String, in images: ImageCache = .standard, isChecked: Bool = false) {
    self.init(ImagePlace(network, images), isChecked: isChecked) { seal in
      NetworkImage.openSnapshot(network, images) == nil ? nil : seal.commits.count
    }
  }

  /// Describes the image of the network that a database identifies as `network`.
  ///
  /// `commitCount` is the number of commits since; nil when the image does not fit.
  package init(
    database network: String,
    in images: ImageCache,
    isChecked: Bool,
    commitCount: Int?
  ) {
    self.init(ImagePlace(database: network, images), isChecked: isChecked) { _ in commitCount }
  }

  private init(
    _ place: ImagePlace?,
    isChecked: Bool,
    commitCount: (ImageSeal) -> Int?
  ) {
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

  /// Removes the image of a network's file; returns whether there was one.
  @discardableResult
  public static func removeImage(of network: String, in images: ImageCache = .standard) -> Bool {
    ImagePlace(network, images)?.remove() ?? false
  }

  /// Removes the image of a network in a database; returns whether there was one.
  package static func removeImage(database network: String, in images: ImageCache) -> Bool {
    ImagePlace(database: network, images)?.remove() ?? false
  }
}
