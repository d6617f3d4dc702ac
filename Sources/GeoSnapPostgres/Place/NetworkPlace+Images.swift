public import GeoSnapStore

extension NetworkPlace {
  /// Describes the image of the network, as ``ImageDescription/init(of:in:isChecked:)`` and
  /// ``PostGIS/image(of:in:isChecked:)`` do.
  ///
  /// - Parameters:
  ///   - images: Where images are kept.
  ///   - isChecked: Whether all of the image is compared with its checksums.
  /// - Returns: What is kept, and whether it fits.
  /// - Throws: ``StoreError`` when a database cannot be asked.
  /// - Complexity: Linear in the size of the image when it is checked.
  public func image(
    in images: ImageCache = .standard,
    isChecked: Bool = false
  ) throws(StoreError) -> ImageDescription {
    switch self {
    case .file(let path): ImageDescription(of: path, in: images, isChecked: isChecked)
    case .database(let address):
      try PostGIS.image(of: address, in: images, isChecked: isChecked)
    }
  }

  /// Removes the image of the network.
  ///
  /// - Parameter images: Where images are kept.
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` when a database cannot be asked.
  @discardableResult
  public func removeImage(in images: ImageCache = .standard) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): ImageDescription.removeImage(of: path, in: images)
    case .database(let address): try PostGIS.removeImage(of: address, in: images)
    }
  }
}
