extension CodingUserInfoKey {
  /// The `userInfo` key of the ``Snapper`` with which a decoder reads a ``SnapMatch`` or ``SnapRefusal``.
  public static var snapper: CodingUserInfoKey { key("snapper") }
}

/// The encoded form of a target, with the permanent key of a stored feature.
struct TargetRecord: Codable {
  var feature: FeatureKey?
  var pending: Int?
  var overlay: Int?
  var graphic: Int?
  /// `sketch` or `grid`.
  var own: String?

  init(_ target: SnapTarget, _ network: EditedNetwork) {
    switch target {
    case .feature(let id): feature = network.key(of: id)
    case .pending(let number): pending = number
    case .graphic(let overlay, let index): (self.overlay, graphic) = (overlay, index)
    case .sketch: own = "sketch"
    case .grid: own = "grid"
    }
  }

  /// The target in a network; throws `DecodingError` for an unknown feature.
  func target(in network: EditedNetwork, at path: [any CodingKey]) throws -> SnapTarget {
    if let feature {
      guard let id = network.feature(feature) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: path, debugDescription: "There is no feature \(feature).")
        )
      }
      return .feature(id)
    }
    if let pending { return .pending(pending) }
    if let overlay, let graphic { return .graphic(overlay: overlay, index: graphic) }
    switch own {
    case "sketch": return .sketch
    case "grid": return .grid
    default:
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: path,
          debugDescription:
            "A target must be a feature, a pending feature, a graphic, the sketch or the grid."
        )
      )
    }
  }
}

extension Decoder {
  func snapper() throws -> Snapper {
    guard let snapper = userInfo[.snapper] as? Snapper else {
      throw wrong("A snap can be decoded only with a snapper: set userInfo[.snapper].")
    }
    return snapper
  }
}
