internal import GeoSnapColumns

/// What is kept as the image of a network, and whether it fits.
public struct ImageDescription: Sendable {
  /// Whether an image is used.
  public enum State: String, Hashable, Sendable {
    /// It fits the network's file, with the commits beside it.
    case fits
    /// The network's file was written to since, or the image was; a database has another definition, or forgot its history.
    case stale
    /// There is none.
    case missing
    /// What is in it is not what was written.
    case damaged
  }

  /// A column of the image.
  public struct Section: Hashable, Sendable {
    /// What it holds: the names of the parts that lead to it.
    public let name: String
    /// The byte of the file at which it begins.
    public let offset: Int
    /// Its bytes.
    public let byteCount: Int
    /// Its elements.
    public let elementCount: Int
  }

  /// The image's file; nil where none are kept.
  public let path: String?
  /// Whether it is used.
  public let state: State
  /// What is damaged; nil when nothing is.
  public let problem: String?
  /// Bytes of the file.
  public let byteCount: Int
  /// How many commits are kept beside it; of a database how many there were since.
  public let commitCount: Int
  /// The columns, in the order of the file.
  public let sections: [Section]

  /// Describes the image of a network.
  ///
  /// - Parameters:
  ///   - network: The network's file.
  ///   - images: Where images are kept.
  ///   - isChecked: Whether all of the image is compared with its checksums.
  /// - Complexity: Linear in the size of the image when it is checked.
  public init(of network: String, in images: ImageCache = .standard, isChecked: Bool = false) {
    self.init(ImagePlace(network, images), isChecked: isChecked) { seal in
      NetworkImage.openSnapshot(network, images) == nil ? nil : seal.commits.count
    }
  }

  /// Describes the image of a network in a database.
  ///
  /// - Parameters:
  ///   - network: What the database calls the network.
  ///   - images: Where images are kept.
  ///   - isChecked: Whether all of the image is compared with its checksums.
  ///   - commitCount: How much was committed since; nil when the image does not fit.
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

  private init(
    path: String?,
    state: State,
    problem: String? = nil,
    byteCount: Int = 0,
    commitCount: Int = 0,
    sections: [Section] = []
  ) {
    self.path = path
    self.state = state
    self.problem = problem
    self.byteCount = byteCount
    self.commitCount = commitCount
    self.sections = sections
  }

  /// Removes the image of a network.
  ///
  /// - Parameters:
  ///   - network: The network's file.
  ///   - images: Where images are kept.
  /// - Returns: Whether there was one.
  @discardableResult
  public static func removeImage(of network: String, in images: ImageCache = .standard) -> Bool {
    ImagePlace(network, images)?.remove() ?? false
  }

  /// Removes the image of a network in a database; tells whether there was one.
  package static func removeImage(database network: String, in images: ImageCache) -> Bool {
    ImagePlace(database: network, images)?.remove() ?? false
  }
}
