/// What the rules say about joining features of one asset type to the edited one.
struct SnapVerdict: Sendable {
  /// Why they may be joined; nil when they may not.
  let permission: SnapPermission?
  /// Why they may not; nil when they may.
  let refusal: SnapRefusalReason?
  /// Where they may be joined by a point or by the end of a line.
  let places: SnapPlaces
  /// Where they may be joined by an inner vertex of a line.
  let innerPlaces: SnapPlaces
  /// Whether a line must be split where they join away from its ends: the junction has several
  /// terminals, and a line passes through none.
  let splitsMidspan: Bool
  /// The terminals of the junction, edited or candidate, that the line may take; empty when it has
  /// but one.
  let terminals: [Terminal]
  /// The asset types of lines that must not be at the place already; nil when any may be.
  let excludedCompanions: ClassSet?

  /// Decides for a pair of asset types.
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
    // An inner vertex joins only where its own line's policy allows it.
    innerPlaces = edited.type.connectivityPolicy == .anyVertex ? places : .none

    guard permission != nil, hasJunction else {
      terminals = []
      excludedCompanions = nil
      return
    }
    let named = joint?.terminalIDs ?? []
    terminals =
      configuration.count > 1
      ? configuration.filter { named.isEmpty || named.contains($0.id) } : []
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

/// The places of a feature that may be snapped to.
struct SnapPlaces: OptionSet, Sendable {
  let rawValue: UInt8

  /// The first and last vertex of each part.
  static let ends = SnapPlaces(rawValue: 1)
  /// Every vertex.
  static let vertices = SnapPlaces(rawValue: 2)
  /// Every place on a segment.
  static let segments = SnapPlaces(rawValue: 4)
  /// A place on a segment needs a vertex of its own before anything can connect there.
  static let insertsVertex = SnapPlaces(rawValue: 8)

  static let none: SnapPlaces = []
  /// Everything, as where no rules are in force.
  static let unruled: SnapPlaces = [.vertices, .segments]

  /// The kinds of places these are on a feature.
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

/// A set of classes of features, one bit each.
struct ClassSet: Sendable {
  private var words: [UInt64] = []

  /// Creates a set; nil when it would be empty.
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
