public import GeoSnapStore

extension PostGIS {
  /// Describes the image of a network, with the number of commits since.
  ///
  /// It fits as long as the database has the history since, and the same tables and rules. `isChecked` compares the
  /// whole image with its checksums.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen`.
  /// - Complexity: Linear in the commits since, and in the size of the image when it is checked.
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

  /// Removes the image of a network; returns whether there was one.
  ///
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
