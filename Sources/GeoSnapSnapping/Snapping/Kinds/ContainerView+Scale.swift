extension ContainerView {
  /// The view at which the container's content can be told apart.
  ///
  /// The two nearest places of the content are some pixels apart in it. Where all content stands at one
  /// place, it is the view at the scale that the container's asset type names.
  ///
  /// ```swift
  /// if let view = index.containerView(of: cabinet).legibleView() { map.zoom(to: view.scale) }
  /// ```
  ///
  /// - Parameters:
  ///   - pixels: How far apart the two nearest places are to be, above 0.
  ///   - metresPerUnit: Metres in a unit of the map's coordinates.
  /// - Returns: The view; nil when the content has no two places and the asset type names no scale.
  public func legibleView(pixels: Double = 24, metresPerUnit: Double = 1) -> SnapView? {
    if let spacing {
      return SnapView(unitsPerPixel: spacing / pixels, metresPerUnit: metresPerUnit)
    }
    return viewScale.map { SnapView(scale: $0, metresPerUnit: metresPerUnit) }
  }
}
