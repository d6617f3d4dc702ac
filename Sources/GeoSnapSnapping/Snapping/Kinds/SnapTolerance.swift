/// The greatest distance of a snap.
public enum SnapTolerance: Equatable, Sendable {
  /// Device-independent pixels on the screen, 96 to an inch.
  case pixels(Double)
  /// The units of the network's coordinates.
  case mapUnits(Double)

  /// The radius in map units; NaN for pixels without a view.
  func mapUnits(in view: SnapView?) -> Double {
    switch self {
    case .mapUnits(let distance): distance
    case .pixels(let pixels): pixels * (view?.unitsPerPixel ?? .nan)
    }
  }

  var isInPixels: Bool { if case .pixels = self { true } else { false } }
}

/// The view of a map, which determines the size of pixels and the scale.
public struct SnapView: Equatable, Sendable {
  /// The denominator of the map's scale, such as 500 for 1:500.
  public var scale: Double
  /// Map units per device-independent pixel.
  public var unitsPerPixel: Double

  /// A view at a scale with the given denominator.
  public init(scale: Double, metresPerUnit: Double = 1) {
    self.scale = scale
    unitsPerPixel = scale * SnapView.metresPerPixel / metresPerUnit
  }

  /// A view with a number of map units per pixel.
  public init(unitsPerPixel: Double, metresPerUnit: Double = 1) {
    self.unitsPerPixel = unitsPerPixel
    scale = unitsPerPixel * metresPerUnit / SnapView.metresPerPixel
  }

  /// The extent, in coordinate units, of a map around a place with a size in device-independent pixels.
  public func extent(around center: Coordinate, width: Double, height: Double) -> Envelope {
    let (x, y) = (width / 2 * unitsPerPixel, height / 2 * unitsPerPixel)
    return Envelope(minX: center.x - x, minY: center.y - y, maxX: center.x + x, maxY: center.y + y)
  }

  /// A device-independent pixel is 1/96 of an inch.
  private static let metresPerPixel = 0.0254 / 96
}

extension SnapTolerance: Codable {
  /// Reads a number of map units, or a text such as `10px`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let distance = try? container.decode(Double.self) {
      self = .mapUnits(distance)
      return
    }
    let text = try container.decode(String.self)
    guard text.hasSuffix("px"), let pixels = Double(text.dropLast(2)), pixels.isFinite else {
      throw decoder.wrong(
        "A tolerance is a number of map units, or a text such as '10px': '\(text)' is neither."
      )
    }
    self = .pixels(pixels)
  }

  /// Writes map units as a number, and pixels as a text such as `10px`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .mapUnits(let distance): try container.encode(distance)
    case .pixels(let pixels): try container.encode("\(pixels)px")
    }
  }
}

extension ContainerView {
  /// The view in which the two nearest places of the content are 24 pixels apart, or else that of the asset type's
  /// scale; nil without either.
  package func legibleView() -> SnapView? {
    spacing.map { SnapView(unitsPerPixel: $0 / 24) } ?? viewScale.map { SnapView(scale: $0) }
  }
}
