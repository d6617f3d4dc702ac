package import GeoSnap

/// Reads the lines of ``EsriElectricTable``.
///
/// - `C id name;name...` is a terminal configuration, its terminals numbered from 1.
/// - `G letter code name` begins an asset group of the source that the letter stands for.
/// - `T code configuration name|category...` is an asset type of that group; configuration 0 is
///   the single terminal.
/// - `R id kind side side [via]` is a rule; a side is `letter group/type` with `#terminal` where
///   the rule is limited to one.
package struct EsriElectricReader {
  package private(set) var configurations: [TerminalConfiguration] = []
  package private(set) var groups: [Int: [AssetGroup]] = [:]
  package private(set) var rules: [NetworkRule] = []
  private var sourceID = 0

  private static let upstreamTerminals: Set<String> = [
    "XFR:High", "CB:Bus Side", "VR:In Bushing",
  ]

  package init() {
    for line in EsriElectricTable.text.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.dropFirst(2)
      switch line.first {
      case UInt8(ascii: "C"): readConfiguration(words)
      case UInt8(ascii: "G"): readGroup(words)
      case UInt8(ascii: "T"): readType(words)
      case UInt8(ascii: "R"): readRule(words)
      default: preconditionFailure("A line of Esri's table begins with C, G, T or R")
      }
    }
    setRoles()
  }

  private typealias Words = Substring.UTF8View

  private func number(_ words: Words) -> Int {
    words.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func sourceID(_ letter: UInt8) -> Int {
    switch letter {
    case UInt8(ascii: "D"): SourceNumber.electricDevice
    case UInt8(ascii: "J"): SourceNumber.electricJunction
    case UInt8(ascii: "A"): SourceNumber.electricAssembly
    case UInt8(ascii: "L"): SourceNumber.electricLine
    case UInt8(ascii: "S"): SourceNumber.structureJunction
    case UInt8(ascii: "T"): SourceNumber.structureLine
    default: SourceNumber.structureBoundary
    }
  }

  private mutating func readConfiguration(_ words: Words) {
    let parts = words.split(separator: UInt8(ascii: " "), maxSplits: 1)
    let terminals = parts[1].split(separator: UInt8(ascii: ";")).enumerated().map {
      let name = String(Substring($0.element))
      return Terminal(
        id: $0.offset + 1,
        name: name,
        isUpstream: EsriElectricReader.upstreamTerminals.contains(name)
      )
    }
    configurations.append(
      TerminalConfiguration(
        id: number(parts[0]),
        name: terminals.map(\.name).joined(separator: ", "),
        isDirectional: terminals.contains(where: \.isUpstream),
        terminals: terminals
      )
    )
  }

  private mutating func readGroup(_ words: Words) {
    let parts = words.split(separator: UInt8(ascii: " "), maxSplits: 2)
    sourceID = EsriElectricReader.sourceID(parts[0][parts[0].startIndex])
    groups[sourceID, default: []].append(
      AssetGroup(code: number(parts[1]), name: String(Substring(parts[2])))
    )
  }

  private mutating func readType(_ words: Words) {
    let parts = words.split(separator: UInt8(ascii: " "), maxSplits: 2)
    let names = parts[2].split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
    let configuration = number(parts[1])
    let type = AssetType(
      code: number(parts[0]),
      name: names[0],
      terminalConfigurationID: configuration == 0 ? nil : configuration,
      connectivityPolicy: [SourceNumber.electricLine, SourceNumber.structureLine].contains(sourceID)
        ? .endVertex : nil,
      categories: Array(names.dropFirst())
    )
    guard let last = groups[sourceID]?.indices.last else { return }
    groups[sourceID]?[last].assetTypes.append(type)
  }

  private mutating func readRule(_ words: Words) {
    let parts = words.split(separator: UInt8(ascii: " "))
    guard let kind = NetworkRuleKind(rawValue: number(parts[1])) else { return }
    rules.append(
      NetworkRule(
        id: number(parts[0]),
        kind: kind,
        from: side(parts[2]),
        to: side(parts[3]),
        via: parts.count > 4 ? side(parts[4]) : nil,
        origin: "esri"
      )
    )
  }

  private func side(_ words: Words) -> NetworkRule.Side {
    let parts = words.dropFirst().split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") }
    return NetworkRule.Side(
      AssetTypeID(
        sourceID: EsriElectricReader.sourceID(words[words.startIndex]),
        assetGroup: number(parts[0]),
        assetType: number(parts[1])
      ),
      terminalID: parts.count > 2 ? number(parts[2]) : nil
    )
  }

  /// What a rule has as container may contain, what it has as structure may carry.
  private mutating func setRoles() {
    var roles: [AssetTypeID: AssociationRole] = [:]
    for rule in rules {
      switch rule.kind {
      case .containment: roles[rule.from.assetType] = .container
      case .attachment: roles[rule.from.assetType] = .structure
      default: break
      }
    }
    for (id, role) in roles {
      guard
        let group = groups[id.sourceID]?.firstIndex(where: { $0.code == id.assetGroup }),
        let type = groups[id.sourceID]?[group].assetTypes.firstIndex(where: {
          $0.code == id.assetType
        })
      else { continue }
      groups[id.sourceID]?[group].assetTypes[type].associationRole = role
    }
  }
}
