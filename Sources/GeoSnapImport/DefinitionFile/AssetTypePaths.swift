internal import GeoSnap

/// The asset types of a definition by paths such as `ElectricDevice/Switch/Load break`.
///
/// Each part is a name or a number; case is ignored.
struct AssetTypePaths {
  private var types: [String: [AssetTypeID]] = [:]
  private let definition: NetworkDefinition
  private let names: [AssetTypeID: (source: String, group: String, type: AssetType)]

  init(_ definition: NetworkDefinition) {
    self.definition = definition
    var types: [String: [AssetTypeID]] = [:]
    var names: [AssetTypeID: (source: String, group: String, type: AssetType)] = [:]
    for entry in definition.assetTypeEntries {
      let (source, group, type) = (entry.source, entry.group, entry.type)
      names[entry.id] = (source.name, group.name, type)
      var paths: Set<String> = []
      for first in [source.name, "\(source.sourceID)"] {
        for second in [group.name, "\(group.code)"] {
          for third in [type.name, "\(type.code)"] {
            paths.insert("\(first)/\(second)/\(third)".lowercased())
          }
        }
      }
      for path in paths { types[path, default: []].append(entry.id) }
    }
    self.types = types
    self.names = names
  }

  func assetTypes(_ path: String) -> [AssetTypeID] { types[path.lowercased()] ?? [] }

  /// The path of an asset type: by names where these are unambiguous, by numbers elsewhere.
  func path(_ id: AssetTypeID) -> String {
    guard let (source, group, type) = names[id] else {
      return "\(id.sourceID)/\(id.assetGroup)/\(id.assetType)"
    }
    let forms = [
      "\(source)/\(group)/\(type.name)", "\(source)/\(group)/\(type.code)",
      "\(source)/\(id.assetGroup)/\(type.name)",
    ]
    return forms.first { assetTypes($0) == [id] } ?? "\(source)/\(id.assetGroup)/\(id.assetType)"
  }

  func pathInSource(_ id: AssetTypeID) -> String {
    let path = path(id)
    guard let source = names[id]?.source else { return "\(id.assetGroup)/\(id.assetType)" }
    return String(path.dropFirst(source.count + 1))
  }

  /// The terminals of an asset type: a single one with id 1 when it has no configuration.
  func terminals(_ id: AssetTypeID) -> [Terminal] {
    let configuration = names[id]?.type.terminalConfigurationID.flatMap {
      definition.terminalConfiguration(id: $0)
    }
    return configuration?.terminals ?? [Terminal(id: 1, name: "Single Terminal")]
  }

  /// The text of a rule's side: the path, and `#` with the terminal when the side names one.
  func text(_ side: NetworkRule.Side) -> String {
    let path = path(side.assetType)
    guard let id = side.terminalID else { return path }
    let terminals = terminals(side.assetType)
    let name = terminals.first { $0.id == id }?.name ?? "\(id)"
    let isPlain =
      terminals.count { $0.name.lowercased() == name.lowercased() } == 1 && !name.contains("#")
    return "\(path)#\(isPlain ? name : "\(id)")"
  }

  /// The sides of a rule that a text may mean; a terminal is a name or an id.
  func sides(_ text: String) -> [NetworkRule.Side] {
    let whole = assetTypes(text).map { NetworkRule.Side($0) }
    guard whole.isEmpty else { return whole }
    for mark in text.indices.reversed() where text[mark] == "#" {
      let name = text[text.index(after: mark)...].lowercased()
      let sides = assetTypes(String(text[..<mark])).flatMap { id in
        terminals(id).filter { $0.name.lowercased() == name || "\($0.id)" == name }.map {
          NetworkRule.Side(id, terminalID: $0.id)
        }
      }
      if !sides.isEmpty { return sides }
    }
    return []
  }
}
