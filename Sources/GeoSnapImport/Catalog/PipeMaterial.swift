package import GeoSnap

/// The materials that mains are grouped by.
package enum PipeMaterial: Int, CaseIterable {
  case plastic = 1
  case steel = 2
  case iron = 3
  case other = 9

  /// The name of the asset group.
  var groupName: String {
    switch self {
    case .plastic: "Plastic Main"
    case .steel: "Steel Main"
    case .iron: "Iron Main"
    case .other: "Other Main"
    }
  }

  /// The classes of outer diameter, as asset types; what names no diameter is in the last class.
  var diameterClasses: [(code: Int, name: String)] {
    let sizes =
      self == .other
      ? []
      : [
        (63, "To 63 mm"), (110, "64 to 110 mm"), (160, "111 to 160 mm"), (225, "161 to 225 mm"),
        (999, "Over 225 mm"),
      ]
    return sizes + [(1000, "General")]
  }

  /// The asset type of a main with a standard type such as `125 PE 100 SDR 11` or `80_GGG`.
  ///
  /// The leading number is the diameter in millimetres, and a word among the rest the material.
  /// What names no known material is the general type of the group `Other Main`.
  package static func assetType(standardType: String?) -> AssetTypeID {
    var words: [String] = []
    for word in (standardType ?? "").uppercased().split(whereSeparator: { " _-/<>".contains($0) }) {
      words.append(String(word))
    }
    let material = words.compactMap(PipeMaterial.init(word:)).first ?? .other
    var code = 1000
    if material != .other, let size = words.compactMap({ Double($0) }).first, size > 0 {
      code = material.diameterClasses.first { size <= Double($0.code) }?.code ?? 999
      if code == 1000 { code = 999 }
    }
    return AssetTypeID(
      sourceID: SourceNumber.pipelineLine,
      assetGroup: material.rawValue,
      assetType: code
    )
  }

  private init?(word: String) {
    switch word {
    case "PE", "PEHD", "PEH", "HDPE", "PVC", "PP", "PA", "GFK", "PE80", "PE100": self = .plastic
    case "ST", "STEEL", "STAHL": self = .steel
    case "GGG", "GG", "CI", "DI", "GUSS", "IRON": self = .iron
    default: return nil
    }
  }
}
