extension ContainerView {
  /// The view in which the two nearest places of the container's content are some pixels apart.
  ///
  /// If all content is at one place, the view has the scale of the container's asset type.
  ///
  /// ```swift
  /// if let view = index.containerView(of: cabinet).legibleView() { map.zoom(to: view.scale) }
  /// ```
  ///
  /// - Parameters:
  ///   - pixels: The distance between the two nearest places, above 0.
  ///   - metresPerUnit: Metres in a unit of the map's coordinates.
  /// - Returns: The view; nil when the content does not have two places and the asset type has no scale.
  public func legibleView(pixels: Double = 24, metresPerUnit: Double = 1) -> SnapView? {
    if let spacing {
      return SnapView(unitsPerPixel: spacing / pixels, metresPerUnit: metresPerUnit)
    }
    return viewScale.map { SnapView(scale: $0, metresPerUnit: metresPerUnit) }
  }
}
