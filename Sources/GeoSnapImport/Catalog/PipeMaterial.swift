package import GeoSnap

/// The materials by which mains are grouped.
package enum PipeMaterial: Int, CaseIterable {
  case plastic = 1
  case steel = 2
  case iron = 3
  case other = 9

  /// The codes of the main types of a known material: the greatest outer diameter of each, in millimetres.
  private static let diameters = [63, 110, 160, 225, 999]

  /// The asset type of a main with a standard type such as `125 PE 100 SDR 11` or `80_GGG`.
  ///
  /// The leading number is the diameter in millimetres; one of the words is the material. A text without a known
  /// material gives the general type of the group `Other Main`.
  package static func assetType(standardType: String?) -> AssetTypeID {
    var words: [String] = []
    for word in (standardType ?? "").uppercased().split(whereSeparator: { " _-/<>".contains($0) }) {
      words.append(String(word))
    }
    let material = words.compactMap(PipeMaterial.init(word:)).first ?? .other
    var code = 1000
    if material != .other, let size = words.compactMap({ Double($0) }).first, size > 0 {
      code = diameters.first { size <= Double($0) } ?? 999
    }
    return HydraulicCatalog.pipeline.line(material.rawValue, code)
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
