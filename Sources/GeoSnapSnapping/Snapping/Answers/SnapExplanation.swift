/// A refused place within the tolerance, with the reason.
public struct SnapRefusal: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// The reason.
  public var reason: SnapRefusalReason
  /// The asset types that would be accepted, from the domain networks of the two; empty when none joins these.
  ///
  /// For `needsJunction`, the junctions that may be between the lines: plain fittings, then valves, then rare types,
  /// without sources, tanks, pumps and end caps. For `noRule`, the asset types that may connect to the candidate
  /// instead of the edited one, the most similar first.
  public var fits: [AssetTypeID]
  /// For `noMeetingRule` the existing line, for `needsJunction` the existing junction.
  public var companion: SnapTarget?
  /// The remedy.
  public var remedy: SnapRemedy
}

/// The change that would allow a refused place.
public enum SnapRemedy: Hashable, Sendable {
  /// None in this network: junctions never share a place, and without rules between two domain networks nothing joins
  /// them.
  case none
  /// Add a rule of this kind for these asset types: junction and line, or line, via, line.
  case addRule(NetworkRuleKind, [AssetTypeID])
  /// Place one of these junctions between the two lines.
  case placeJunction([AssetTypeID])
  /// Snap to the existing junction.
  case useJunction
  /// Change the existing junction to one of these asset types.
  case changeJunction([AssetTypeID])
  /// Change the edited feature to one of these asset types.
  case changeAssetType([AssetTypeID])
  /// Snap to the nearest end of the line.
  case useEnd(Coordinate)
  /// Use an end of the edited line instead of an inner vertex.
  case moveEnd
  /// Enable the source, or its asset group of that name.
  case enable(source: String, group: String?)
  /// Show the layer.
  case show(layer: String)
  /// Zoom to a view within these scales.
  case zoom(ScaleRange)
  /// Change the layer's definition expression.
  case changeFilter(layer: String)
  /// Enable the kind.
  case enableKind(SnapKind)
  /// Widen the tolerance to at least this number of map units.
  case widen(Double)
  /// Switch on features or snapping as a whole, or end its suspension.
  case resume
}

/// A snap with all refused places.
public struct SnapExplanation: Hashable, Codable, Sendable {
  /// The winner; nil when no place within the tolerance is allowed.
  public var match: SnapMatch?
  /// The refused places within the tolerance: the nearest for each feature and kind of place, in the order in which
  /// allowed places would win.
  public var refused: [SnapRefusal]
}

/// The permission to connect features of one asset type to the edited feature.
public enum SnapPermission: Hashable, Sendable {
  /// No rules are in force, or the place is not part of the network.
  case unruled
  /// A rule allows it, given by its id.
  case rule(Int)
  /// Lines of the same asset type connect through a system junction, without a rule.
  case sameAssetType
}

/// The reason for a refusal; of several reasons, the first in this list.
public enum SnapRefusalReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The source has no connectivity by place, as assemblies and boundaries.
  case noConnectivity
  /// The edited vertex lies between the ends of a line that connects at its ends only.
  case innerVertex
  /// Two junctions must not share a place, irrespective of rules.
  case junctionOnJunction
  /// Two lines of different asset types need a junction between them.
  case needsJunction
  /// No rule lets this junction and this line connect.
  case noRule
  /// The place lies between the ends of a line that connects at its ends only.
  case endVertexOnly
  /// An existing line and the edited feature must not meet at the junction.
  case noMeetingRule
  /// Snapping is suspended while a key is held.
  case suspended
  /// The source, its asset group or feature snapping is switched off.
  case disabled
  /// The layer or sublayer is hidden.
  case hidden
  /// The layer or sublayer is not visible at this scale.
  case outOfScale
  /// The definition expression of the layer hides the feature.
  case filteredOut
  /// This kind of place is switched off for the source.
  case kindDisabled
  /// The distance of the place exceeds the tolerance of its kind or source.
  case beyondTolerance
}

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
    case let word: throw container.wrong(.kind, "There is no remedy '\(word)'.")
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

  package var kindName: String { String("\(self)".prefix { $0 != "(" }) }
}
