public import GeoSnapStore

extension PostGIS {
  /// Describes the image of a network.
  ///
  /// It fits as long as the database has the history since, and the same tables and rules.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - images: Where images are kept.
  ///   - isChecked: Whether all of the image is compared with its checksums.
  /// - Returns: What is kept, and whether it fits, with the number of commits since.
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in what was committed since, and in the size of the image when it is checked.
  public static func image(
    of address: PostgresAddress,
    in images: ImageCache = .standard,
    isChecked: Bool = false
  ) throws(StoreError) -> ImageDescription {
    try reading(address) { connection, catalogue in
      ImageDescription(
        database: catalogue.network,
        in: images,
        isChecked: isChecked,
        commitCount: try NetworkOpening.image(connection, catalogue, images)?.commitCount
      )
    }
  }

  /// Removes the image of a network.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - images: Where images are kept.
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  @discardableResult
  public static func removeImage(
    of address: PostgresAddress,
    in images: ImageCache = .standard
  ) throws(StoreError) -> Bool {
    try reading(address) { _, catalogue in
      ImageDescription.removeImage(database: catalogue.network, in: images)
    }
  }
}
