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
