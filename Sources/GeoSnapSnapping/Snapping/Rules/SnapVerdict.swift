struct SnapVerdict: Sendable {
  let permission: SnapPermission?
  let refusal: SnapRefusalReason?
  /// The places where a point or the end of a line may connect.
  let places: SnapPlaces
  /// The places where an inner vertex of a line may connect.
  let innerPlaces: SnapPlaces
  /// Whether a connection away from the ends splits the line, since the junction has several terminals.
  let splitsMidspan: Bool
  /// The terminals of the edited or candidate junction that the line may use; empty for a single one.
  let terminals: [Terminal]
  /// The asset types of lines that must not be at the place; nil when all may.
  let excludedCompanions: ClassSet?

  init(
    edited: AssetTypeCatalog.Entry,
    candidate: AssetTypeCatalog.Entry,
    _ rules: ConnectivityRules,
    splittingLines: Bool,
    in network: UtilityNetwork
  ) {
    let isJunction = (
      edited: edited.source.elementKind == .junction,
      candidate: candidate.source.elementKind == .junction
    )
    let joint = rules.joint(edited.id, candidate.id)
    var permission: SnapPermission?
    var refusal: SnapRefusalReason?
    if !edited.source.usage.connectsByGeometry || !candidate.source.usage.connectsByGeometry {
      refusal = .noConnectivity
    } else {
      switch isJunction {
      case (true, true): refusal = .junctionOnJunction
      case (false, false) where edited.id == candidate.id: permission = .sameAssetType
      case (false, false): refusal = .needsJunction
      default:
        permission = joint.map { .rule($0.ruleID) }
        if permission == nil { refusal = .noRule }
      }
    }
    self.permission = permission
    self.refusal = refusal

    let junction = isJunction.edited ? edited : candidate
    let line = isJunction.edited ? candidate : edited
    let hasJunction = isJunction.edited != isJunction.candidate
    let configuration = hasJunction ? network.terminals(of: junction.type) : []
    let splitsLine =
      splittingLines && isJunction.edited && hasJunction
      && candidate.type.connectivityPolicy == .endVertex
    splitsMidspan = configuration.count > 1 || splitsLine
    places =
      if permission == nil {
        .none
      } else if isJunction.candidate {
        .vertices
      } else if candidate.type.connectivityPolicy == .anyVertex || splitsLine {
        [.vertices, .segments, .insertsVertex]
      } else {
        .ends
      }
    // An inner vertex connects only if its own line's policy allows it.
    innerPlaces = edited.type.connectivityPolicy == .anyVertex ? places : .none

    guard permission != nil, hasJunction else {
      terminals = []
      excludedCompanions = nil
      return
    }
    let named = joint?.terminalIDs ?? []
    terminals =
      configuration.count > 1 ? configuration.filter { named.isEmpty || named.contains($0.id) } : []
    guard rules.limitsMeetings(at: junction.id) else {
      excludedCompanions = nil
      return
    }
    excludedCompanions = ClassSet(
      network.catalog.entries.indices.lazy.filter { ordinal in
        let other = network.catalog.entries[ordinal]
        return other.id != line.id && other.source.elementKind == .edge
          && rules.joint(junction.id, other.id) != nil
          && !rules.mayMeet(line.id, other.id, at: junction.id)
      }
    )
  }
}

struct SnapPlaces: OptionSet, Sendable {
  let rawValue: UInt8

  static let ends = SnapPlaces(rawValue: 1)
  static let vertices = SnapPlaces(rawValue: 2)
  static let segments = SnapPlaces(rawValue: 4)
  /// A place on a segment needs a new vertex for a connection.
  static let insertsVertex = SnapPlaces(rawValue: 8)

  static let none: SnapPlaces = []
  /// All places, for no rules.
  static let unruled: SnapPlaces = [.vertices, .segments]

  var kinds: SnapKinds {
    var kinds: SnapKinds = []
    if !isDisjoint(with: [.ends, .vertices]) {
      kinds.formUnion(SnapKinds(kinds: [.point, .lineEnd]))
    }
    if contains(.vertices) { kinds.formUnion(SnapKinds(.vertex)) }
    if contains(.segments) {
      kinds.formUnion(
        SnapKinds(kinds: [.segment, .boundary, .midpoint, .intersection, .centroid, .area])
      )
    }
    return kinds
  }
}

struct ClassSet: Sendable {
  private var words: [UInt64] = []

  init?(_ classes: some Sequence<Int>) {
    for member in classes {
      while words.count <= member / 64 { words.append(0) }
      words[member / 64] |= 1 << UInt64(member % 64)
    }
    if words.isEmpty { return nil }
  }

  func contains(_ member: Int32) -> Bool {
    let word = Int(member) / 64
    return word < words.count && words[word] & (1 << UInt64(Int(member) % 64)) != 0
  }
}

extension UtilityNetwork {
  /// The domain networks of two asset types, if they differ and no rule joins their features by place.
  ///
  /// Such networks, as of gas and power in one street, miss no rule.
  func unjoinedDomains(
    _ edited: AssetTypeID,
    _ other: AssetTypeID
  ) -> (edited: DomainNetwork, other: DomainNetwork)? {
    guard let one = definition.domainNetwork(ofSource: edited.sourceID),
      let another = definition.domainNetwork(ofSource: other.sourceID), one.id != another.id
    else { return nil }
    let (own, others) = (Set(one.sources.map(\.sourceID)), Set(another.sources.map(\.sourceID)))
    let isJoined = rules.contains { rule in
      guard rule.kind == .junctionEdge || rule.kind == .edgeJunctionEdge else { return false }
      let sides = rule.sourceIDs
      return sides.contains(where: own.contains) && sides.contains(where: others.contains)
    }
    return isJoined ? nil : (one, another)
  }

  /// The sources of the domain networks of two asset types, which advice may refer to.
  func sourcesOfDomains(_ edited: AssetTypeID, _ other: AssetTypeID) -> Set<Int> {
    Set(
      [edited, other].compactMap { definition.domainNetwork(ofSource: $0.sourceID) }
        .flatMap { $0.sources.map(\.sourceID) }
    )
  }
}

extension NetworkRule {
  var sourceIDs: [Int] { [from, via, to].compactMap { $0?.assetType.sourceID } }
}
