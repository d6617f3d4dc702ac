// An object with the kind and its values, with the keys of `geosnap explain --json`.
extension SnapRemedy: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, ruleKind, assetTypes, location, source, assetGroup, scales, place, tolerance
  }

  /// Reads a remedy by its kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func types() throws -> [AssetTypeID] {
      try container.decode([AssetTypeID].self, forKey: .assetTypes)
    }
    func source() throws -> String { try container.decode(String.self, forKey: .source) }
    switch try container.decode(String.self, forKey: .kind) {
    case "none": self = .none
    case "addRule":
      let name = try container.decode(String.self, forKey: .ruleKind)
      guard let kind = NetworkRuleKind.allCases.first(where: { $0.name == name }) else {
        throw container.wrong(.ruleKind, "There is no kind of rule '\(name)'.")
      }
      self = .addRule(kind, try types())
    case "placeJunction": self = .placeJunction(try types())
    case "useJunction": self = .useJunction
    case "changeJunction": self = .changeJunction(try types())
    case "changeAssetType": self = .changeAssetType(try types())
    case "useEnd": self = .useEnd(try container.decode(Coordinate.self, forKey: .location))
    case "moveEnd": self = .moveEnd
    case "enable":
      self = .enable(
        source: try source(),
        group: try container.decodeIfPresent(String.self, forKey: .assetGroup)
      )
    case "show": self = .show(layer: try source())
    case "zoom": self = .zoom(try container.decode(ScaleRange.self, forKey: .scales))
    case "changeFilter": self = .changeFilter(layer: try source())
    case "enableKind": self = .enableKind(try container.decode(SnapKind.self, forKey: .place))
    case "widen": self = .widen(try container.decode(Double.self, forKey: .tolerance))
    case "resume": self = .resume
    case let word:
      throw container.wrong(.kind, "There is no remedy '\(word)'.")
    }
  }

  /// Writes the kind and its values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kindName, forKey: .kind)
    switch self {
    case .none, .useJunction, .moveEnd, .resume: break
    case .addRule(let kind, let types):
      try container.encode(kind.name, forKey: .ruleKind)
      try container.encode(types, forKey: .assetTypes)
    case .placeJunction(let types), .changeJunction(let types), .changeAssetType(let types):
      try container.encode(types, forKey: .assetTypes)
    case .useEnd(let end): try container.encode(end, forKey: .location)
    case .enable(let source, let group):
      try container.encode(source, forKey: .source)
      try container.encodeIfPresent(group, forKey: .assetGroup)
    case .show(let layer), .changeFilter(let layer): try container.encode(layer, forKey: .source)
    case .zoom(let range): try container.encode(range, forKey: .scales)
    case .enableKind(let kind): try container.encode(kind, forKey: .place)
    case .widen(let distance): try container.encode(distance, forKey: .tolerance)
    }
  }

  package var kindName: String {
    switch self {
    case .none: "none"
    case .addRule: "addRule"
    case .placeJunction: "placeJunction"
    case .useJunction: "useJunction"
    case .changeJunction: "changeJunction"
    case .changeAssetType: "changeAssetType"
    case .useEnd: "useEnd"
    case .moveEnd: "moveEnd"
    case .enable: "enable"
    case .show: "show"
    case .zoom: "zoom"
    case .changeFilter: "changeFilter"
    case .enableKind: "enableKind"
    case .widen: "widen"
    case .resume: "resume"
    }
  }
}
