internal import GeoSnapSupport

extension TopologyDerivation {
  /// The properties of a feature that the graph depends on.
  struct Shape: Equatable {
    let type: Int32
    let geometry: Geometry?
    let terminals: [Int?]
    let paths: String?
  }

  func shape(_ feature: FeatureID, in network: EditedNetwork) -> Shape? {
    guard network.contains(feature) else { return nil }
    return Shape(
      type: network.assetTypeOrdinal(of: feature),
      geometry: network.geometry(of: feature),
      terminals: [TerminalField.from, TerminalField.to].map {
        network.attribute($0, of: feature)?.wholeNumber
      },
      paths: network.attribute(TerminalField.paths, of: feature)?.name
    )
  }

  func part(_ type: Int32?) -> TopologyClass.Part {
    guard let type, type >= 0 else { return .none }
    return rules.classes[Int(type)].part
  }

  /// Takes in a feature that was inserted, updated or deleted.
  mutating func take(_ feature: FeatureID) throws(IndexError) {
    for position in positions(of: feature, in: before) + positions(of: feature, in: after)
    where before.association(at: position) != nil
      || after.association(at: position) != nil
    { associations.insert(position) }
    let (old, new) = (shape(feature, in: before), shape(feature, in: after))
    guard old != new else { return }
    let number = topology.network.ordinal(of: feature)
    try reindex(number, old?.geometry, new?.geometry)
    for (shape, part) in [(old, part(old?.type)), (new, part(new?.type))] {
      switch part {
      case .point:
        if let place = shape?.geometry?.onlyPoint?.coordinate { places.append(place) }
      case .line:
        let path = shape?.geometry?.onlyLine
        for vertex in path?.indices ?? 0..<0 {
          forget(LineVertex(number, Int32(vertex)))
        }
        places += path.map { Array($0) } ?? []
        lines.insert(number)
        changedLines.insert(number)
      case .edgeObject:
        lines.insert(number)
        changedLines.insert(number)
      case .object, .none: break
      }
    }
    renewNodes(number, old, new)
  }

  mutating func reindex(
    _ number: Int32,
    _ old: Geometry?,
    _ new: Geometry?
  ) throws(IndexError) {
    if isIndexed { return }
    switch (old, new) {
    case (let old?, let new?) where old != new:
      try topology.index.move(number, from: old, to: new)
    case (let old?, nil): try topology.index.remove(number, at: old)
    case (nil, let new?): try topology.index.insert(number, at: new)
    default: break
    }
  }

  /// Adds or removes the nodes of a junction whose type or set of paths changed.
  mutating func renewNodes(_ number: Int32, _ old: Shape?, _ new: Shape?) {
    let isOld = part(old?.type) == .point || part(old?.type) == .object
    let isNew = part(new?.type) == .point || part(new?.type) == .object
    if isOld && isNew && old?.type == new?.type && old?.paths == new?.paths { return }
    if isOld, let old, let first = topology.firstNode(number) {
      // Everything that joins it is derived again: lines at its place, its associations and its internal edges.
      for node in first..<first + rules.classes[Int(old.type)].terminalCount {
        retire(node)
      }
      topology.firstNodes.set(nil, for: number)
    }
    guard isNew, let new else { return }
    let type = rules.classes[Int(new.type)]
    let nodes = (0..<type.terminalCount).map {
      topology.overlay.addNode(.init(feature: number, terminal: UInt8(truncatingIfNeeded: $0)))
    }
    guard let first = nodes.first else { return }
    topology.firstNodes.set(first, for: number)
    guard let paths = type.paths else { return }
    let passages = paths.passages(setTo: new.paths)
    for (position, pair) in paths.pairs.enumerated() {
      topology.overlay.addEdge(
        .init(
          kind: .internal,
          feature: number,
          start: 0,
          end: 1,
          passage: passages?[position] ?? [],
          from: first + pair.first,
          to: first + pair.second
        )
      )
    }
  }
}
