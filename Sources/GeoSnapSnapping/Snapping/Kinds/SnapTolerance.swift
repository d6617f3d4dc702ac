/// How near a place must be to be snapped to.
public enum SnapTolerance: Equatable, Sendable {
  /// Device-independent pixels on the screen, 96 to an inch.
  case pixels(Double)
  /// The units of the network's coordinates.
  case mapUnits(Double)

  /// The radius in map units; not a number for pixels without a view.
  func mapUnits(in view: SnapView?) -> Double {
    switch self {
    case .mapUnits(let distance): distance
    case .pixels(let pixels): pixels * (view?.unitsPerPixel ?? .nan)
    }
  }

  /// Whether a view is needed to say how far it is.
  var isInPixels: Bool { if case .pixels = self { true } else { false } }
}

/// How a map is looked at: what pixels and scale ranges mean.
public struct SnapView: Equatable, Sendable {
  /// The denominator of the map's scale, such as 500 for 1:500.
  public var scale: Double
  /// Map units per device-independent pixel.
  public var unitsPerPixel: Double

  /// A view at a scale.
  ///
  /// - Parameters:
  ///   - scale: The denominator of the map's scale.
  ///   - metresPerUnit: Metres in a unit of the map's coordinates.
  public init(scale: Double, metresPerUnit: Double = 1) {
    self.scale = scale
    unitsPerPixel = scale * SnapView.metresPerPixel / metresPerUnit
  }

  /// A view of so many map units a pixel.
  public init(unitsPerPixel: Double, metresPerUnit: Double = 1) {
    self.unitsPerPixel = unitsPerPixel
    scale = unitsPerPixel * metresPerUnit / SnapView.metresPerPixel
  }

  /// What a map shows that looks at a place.
  ///
  /// - Parameters:
  ///   - center: The place in the middle.
  ///   - width: The width of the map in device-independent pixels.
  ///   - height: The height of the map in device-independent pixels.
  /// - Returns: The extent in coordinate units.
  public func extent(around center: Coordinate, width: Double, height: Double) -> Envelope {
    let (x, y) = (width / 2 * unitsPerPixel, height / 2 * unitsPerPixel)
    return Envelope(
      minX: center.x - x,
      minY: center.y - y,
      maxX: center.x + x,
      maxY: center.y + y
    )
  }

  /// A device-independent pixel is the 96th part of an inch.
  private static let metresPerPixel = 0.0254 / 96
}
