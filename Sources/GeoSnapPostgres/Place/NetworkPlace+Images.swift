public import GeoSnapStore

extension NetworkPlace {
  /// Describes the image of the network, as ``ImageDescription/init(of:in:isChecked:)`` and
  /// ``PostGIS/image(of:in:isChecked:)`` do.
  ///
  /// - Throws: ``StoreError`` when the database cannot be reached.
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

  /// Removes the image of the network; returns whether there was one.
  ///
  /// - Throws: ``StoreError`` when the database cannot be reached.
  @discardableResult
  public func removeImage(in images: ImageCache = .standard) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): ImageDescription.removeImage(of: path, in: images)
    case .database(let address): try PostGIS.removeImage(of: address, in: images)
    }
  }
}
