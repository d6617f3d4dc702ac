internal import GeoSnap
internal import GeoSnapSupport

/// The asset groups and asset types of one layer, which are collected from its rows and then numbered.
struct GISLayerTypes {
  private struct Entry {
    let position: Int
    let group: GISMapping.Named
    let type: GISMapping.Named
  }

  let layer: GISMapping.Layer
  let sourceID: Int
  private var entries: [Entry] = []
  private var positions: [String: Int] = [:]
  private(set) var groups: [AssetGroup] = []
  private var numbers: [Int: AssetTypeID] = [:]
  private(set) var traits: [AssetTypeID: GISMapping.AssetTypeTraits] = [:]

  init(_ layer: GISMapping.Layer, sourceID: Int) throws(ReadingError) {
    self.layer = layer
    self.sourceID = sourceID
    // Types that the mapping names exist even when no row has them.
    guard case .constant(let group) = layer.group.choice else {
      for type in Self.named(layer.type) where type.group != nil { try add(type, type) }
      return
    }
    for type in Self.named(layer.type) { try add(group, type) }
  }

  private static func named(_ classification: GISMapping.Classification) -> [GISMapping.Named] {
    var named = [classification.other, classification.missing].compactMap(\.self)
    switch classification.choice {
    case .constant(let type): named.append(type)
    case .field(_, let values): named += Array(values ?? [:]).rising(by: \.key).map(\.value)
    }
    return named
  }

  @discardableResult
  mutating func add(
    _ group: GISMapping.Named,
    _ type: GISMapping.Named
  ) throws(ReadingError) -> Int {
    var group = group
    if let name = type.group { group = GISMapping.Named(name: name, path: type.path) }
    let key = "\(group.name)\u{0}\(type.name)".lowercased()
    guard let position = positions[key] else {
      positions[key] = entries.count
      entries.append(Entry(position: entries.count, group: group, type: type))
      return entries.count - 1
    }
    let known = entries[position]
    if known.type.traits != type.traits || known.type.code != type.code {
      throw ReadingError(
        type.path,
        "Asset type \(type.name) is described in two ways, first at \(known.type.path)."
      )
    }
    return position
  }

  /// Numbers the types: by given codes, else as in the existing network, else by numeric names, else in name order.
  mutating func number(like existing: NetworkSource?, configurations: [TerminalConfiguration])
    throws(ReadingError)
  {
    var groupCodes = Numbering(existing?.assetGroups.map { ($0.name, $0.code) } ?? [])
    let ordered = entries.rising(by: \.type.name).rising(by: \.group.name)
    try groupCodes.number(ordered.map(\.group))
    for (name, members) in Dictionary(grouping: ordered, by: { $0.group.name.lowercased() }) {
      let code = groupCodes[name]
      let known = existing?.assetGroups.first { $0.code == code }
      var codes = Numbering(known?.assetTypes.map { ($0.name, $0.code) } ?? [])
      try codes.number(members.map(\.type))
      var group = AssetGroup(code: code, name: members[0].group.name)
      for member in members {
        let traits = member.type.traits.completed(by: layer.defaults)
        let id = AssetTypeID(sourceID, code, codes[member.type.name])
        numbers[member.position] = id
        self.traits[id] = traits
        group.assetTypes.append(
          AssetType(
            code: id.assetType,
            name: member.type.name,
            terminalConfigurationID: traits.terminals.flatMap { name in
              configurations.first { $0.name == name }?.id
            },
            connectivityPolicy: isLine ? traits.policy ?? .endVertex : nil,
            categories: traits.categories ?? []
          )
        )
      }
      group.assetTypes = group.assetTypes.rising(by: \.code)
      groups.append(group)
    }
    // A source needs a group even without rows.
    if groups.isEmpty { groups = [AssetGroup(code: 1, name: layer.name)] }
    groups = groups.rising(by: \.code)
  }

  private var isLine: Bool { layer.usage == .line || layer.usage == .structureLine }

  var count: Int { entries.count }

  subscript(position: Int) -> AssetTypeID? { numbers[position] }
}

private struct Numbering {
  private var codes: [String: Int] = [:]
  private var taken: Set<Int>

  init(_ known: [(name: String, code: Int)]) {
    taken = Set(known.map(\.code))
    for (name, code) in known where codes[name.lowercased()] == nil {
      codes[name.lowercased()] = code
    }
  }

  mutating func number(_ names: [GISMapping.Named]) throws(ReadingError) {
    for named in names {
      guard let code = named.code, codes[named.name.lowercased()] != code else { continue }
      guard codes[named.name.lowercased()] == nil, taken.insert(code).inserted else {
        throw ReadingError(
          named.path,
          "\(named.name) cannot have code \(code): the name or the code is already in use."
        )
      }
      codes[named.name.lowercased()] = code
    }
    for named in names where codes[named.name.lowercased()] == nil {
      guard let code = Int(whole: named.name), (0...Int(Int32.max)).contains(code),
        taken.insert(code).inserted
      else { continue }
      codes[named.name.lowercased()] = code
    }
    var next = 1
    for named in names where codes[named.name.lowercased()] == nil {
      while !taken.insert(next).inserted { next += 1 }
      codes[named.name.lowercased()] = next
    }
  }

  subscript(name: String) -> Int { codes[name.lowercased()] ?? 0 }
}
