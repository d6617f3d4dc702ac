/// The rules that let associations be: connectivity between junctions, containment, attachment.
struct AssociationRules: Sendable {
  private struct Pair: Hashable {
    let from: AssetTypeID
    let to: AssetTypeID
  }

  private struct Terminals: Hashable {
    /// Nil where the rule names none: any will do.
    let from: Int?
    let to: Int?
  }

  private var connectivity: [Pair: Set<Terminals>] = [:]
  private var containment: Set<Pair> = []
  private var attachment: Set<Pair> = []

  init(_ rules: [NetworkRule]) {
    for rule in rules {
      let pair = Pair(from: rule.from.assetType, to: rule.to.assetType)
      switch rule.kind {
      case .junctionJunction:
        connectivity[pair, default: []].insert(
          Terminals(from: rule.from.terminalID, to: rule.to.terminalID)
        )
        // Which side comes first has no meaning for connectivity.
        connectivity[Pair(from: pair.to, to: pair.from), default: []].insert(
          Terminals(from: rule.to.terminalID, to: rule.from.terminalID)
        )
      case .containment: containment.insert(pair)
      case .attachment: attachment.insert(pair)
      case .junctionEdge, .edgeJunctionEdge: continue
      }
    }
  }

  /// Whether two junctions may be associated at two terminals.
  func allowsConnectivity(
    _ from: AssetTypeID,
    _ fromTerminal: Int,
    _ to: AssetTypeID,
    _ toTerminal: Int
  ) -> Bool {
    guard let known = connectivity[Pair(from: from, to: to)] else { return false }
    for from in [fromTerminal, nil] {
      for to in [toTerminal, nil] where known.contains(Terminals(from: from, to: to)) {
        return true
      }
    }
    return false
  }

  /// Whether some rule lets two junctions be associated, at whatever terminals.
  func allowsConnectivity(_ from: AssetTypeID, _ to: AssetTypeID) -> Bool {
    connectivity[Pair(from: from, to: to)] != nil
  }

  /// Whether a container may hold a content.
  func allowsContainment(of content: AssetTypeID, in container: AssetTypeID) -> Bool {
    containment.contains(Pair(from: container, to: content))
  }

  /// Whether a structure may carry something.
  func allowsAttachment(of attached: AssetTypeID, to structure: AssetTypeID) -> Bool {
    attachment.contains(Pair(from: structure, to: attached))
  }
}
