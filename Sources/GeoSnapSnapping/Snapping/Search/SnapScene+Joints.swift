internal import GeoSnapSupport

// What stands where two lines are to be joined, and what may stand there: what an editor refuses is not proposed.
extension SnapScene {
  /// The junctions at a place, as near as the network's coincidence tolerance, in the order of ordinals.
  func junctions(at place: Coordinate) -> [Int32] {
    vertices(at: place).filter { $0.entry.source.elementKind == .junction }.map(\.ordinal)
  }

  /// What may be put between two lines at a place, the plainest first; nothing where a junction stands already.
  func joints(
    between line: AssetTypeID,
    _ other: AssetTypeID,
    at place: Coordinate,
    _ rules: ConnectivityRules
  ) -> [AssetTypeID] {
    guard junctions(at: place).isEmpty else { return [] }
    return rules.joints(between: line, other).filter {
      mayStand($0, at: place, beside: line, rules)
    }
  }

  /// Whether a junction of an asset type may join all lines at a place, and one more there.
  func mayStand(
    _ junction: AssetTypeID,
    at place: Coordinate,
    beside line: AssetTypeID,
    _ rules: ConnectivityRules
  ) -> Bool {
    var types = [line]
    for vertex in vertices(at: place) where vertex.entry.source.elementKind == .edge {
      if rules.joint(junction, vertex.entry.id) == nil { return false }
      if vertex.connects, !types.contains(vertex.entry.id) { types.append(vertex.entry.id) }
    }
    return rules.joint(junction, line) != nil
      && types.indices.allSatisfy { first in
        types[..<first].allSatisfy { rules.mayMeet($0, types[first], at: junction) }
      }
  }

  /// The asset types that a junction may be given so that one more line may join it.
  func types(
    of junction: Int32,
    at place: Coordinate,
    among types: [AssetTypeID],
    beside line: AssetTypeID,
    _ rules: ConnectivityRules
  ) -> [AssetTypeID] {
    guard case .feature(let feature) = target(of: junction), let key = network.key(of: feature),
      junctions(at: place).count == 1
    else { return [] }
    let sourceID = network.catalog.entries[Int(featureClass(of: junction))].id.sourceID
    return types.filter { type in
      guard type.sourceID == sourceID, mayStand(type, at: place, beside: line, rules),
        let known = network.assetType(type), network.base.terminals(of: known.type).count <= 1
      else { return false }
      let change = NetworkTransaction(
        "",
        [.setAssetType(key, assetGroup: type.assetGroup, assetType: type.assetType)]
      )
      return (try? network.committing(change)) != nil
    }
  }

  /// The features that connect by place and have a vertex at one, each once.
  private func vertices(
    at place: Coordinate
  ) -> [(ordinal: Int32, entry: AssetTypeCatalog.Entry, connects: Bool)] {
    var connects: [Int32: Bool] = [:]
    let entries = network.catalog.entries
    features.forEachVertex(within: network.base.coincidenceTolerance.xy, of: place) { hit in
      let featureClass = Int(featureClass(of: hit.feature))
      guard featureClass < entries.count,
        entries[featureClass].source.usage.connectsByGeometry
      else { return }
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      connects[hit.feature, default: false] =
        connects[hit.feature, default: false] || isEnd
        || entries[featureClass].type.connectivityPolicy == .anyVertex
    }
    return Array(connects).ordered { $0.key < $1.key }.map { ordinal, connects in
      (ordinal, entries[Int(featureClass(of: ordinal))], connects)
    }
  }
}
