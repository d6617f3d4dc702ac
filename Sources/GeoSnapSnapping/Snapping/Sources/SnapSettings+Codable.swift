extension SnapSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case isEnabled, isSuspended, snapsToFeatures, snapsToGeometryGuides, scaleRange, kinds
    case tolerance, kindTolerances, grid, sourceSettings
  }

  /// Reads settings; missing switches have the values of ``init()``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init()
    try read(.isEnabled, into: &isEnabled)
    try read(.isSuspended, into: &isSuspended)
    try read(.snapsToFeatures, into: &snapsToFeatures)
    try read(.snapsToGeometryGuides, into: &snapsToGeometryGuides)
    try read(.scaleRange, into: &scaleRange)
    try read(.kinds, into: &kinds)
    try read(.tolerance, into: &tolerance)
    try read(.kindTolerances, into: &kindTolerances)
    grid = try container.decodeIfPresent(SnapGrid.self, forKey: .grid)
    try read(.sourceSettings, into: &sourceSettings)
  }

  /// Writes all switches.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isEnabled, forKey: .isEnabled)
    try container.encode(isSuspended, forKey: .isSuspended)
    try container.encode(snapsToFeatures, forKey: .snapsToFeatures)
    try container.encode(snapsToGeometryGuides, forKey: .snapsToGeometryGuides)
    try container.encode(scaleRange, forKey: .scaleRange)
    try container.encode(kinds, forKey: .kinds)
    try container.encode(tolerance, forKey: .tolerance)
    try container.encode(kindTolerances, forKey: .kindTolerances)
    try container.encodeIfPresent(grid, forKey: .grid)
    try container.encode(sourceSettings, forKey: .sourceSettings)
  }
}

extension SnapGrid: Codable {
  private enum CodingKeys: String, CodingKey {
    case origin, spacing
  }

  /// Reads a grid, whose spacing has to be positive.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let spacing = try container.decode(Double.self, forKey: .spacing)
    guard spacing > 0, spacing.isFinite else {
      throw DecodingError.dataCorruptedError(
        forKey: .spacing,
        in: container,
        debugDescription:
          "The spacing of a grid must be a finite number greater than 0; got \(spacing)."
      )
    }
    let origin = try container.decodeIfPresent(Coordinate.self, forKey: .origin)
    self.init(origin: origin ?? Coordinate(x: 0, y: 0), spacing: spacing)
  }

  /// Writes the origin and the spacing.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(origin, forKey: .origin)
    try container.encode(spacing, forKey: .spacing)
  }
}
