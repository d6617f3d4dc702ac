import GeoSnap

/// Snaps by examining every place of every feature, with the list of rules as the criterion: slow, and simple enough
/// to be trusted.
struct BruteForceSnapper {
  private let network: UtilityNetwork
  /// The asset types that may be joined.
  private let partners: Set<AssetTypeID>

  init(_ network: UtilityNetwork, editing edited: AssetTypeID) {
    self.network = network
    let isJunction = network.assetType(edited)?.source.elementKind == .junction
    var partners: Set<AssetTypeID> = isJunction ? [] : [edited]
    for rule in network.rules {
      let pairs: [(NetworkRule.Side, NetworkRule.Side)] =
        switch rule.kind {
        case .junctionEdge: [(rule.from, rule.to)]
        case .edgeJunctionEdge: rule.via.map { [($0, rule.from), ($0, rule.to)] } ?? []
        default: []
        }
      for (one, other) in pairs {
        if one.assetType == edited { partners.insert(other.assetType) }
        if other.assetType == edited { partners.insert(one.assetType) }
      }
    }
    // Two junctions never join, and two lines only when they are of one type.
    self.partners = partners.filter { partner in
      let isPartnerJunction = network.assetType(partner)?.source.elementKind == .junction
      return partner == edited ? !isJunction : isPartnerJunction != isJunction
    }
  }

  func snap(at place: Coordinate, tolerance: Double) -> (location: Coordinate, distance: Double)? {
    var best: (isVertex: Bool, squaredDistance: Double, location: Coordinate)?
    func consider(_ isVertex: Bool, _ squaredDistance: Double, _ location: Coordinate) {
      guard squaredDistance.squareRoot() <= tolerance else { return }
      if let best {
        if best.isVertex && !isVertex { return }
        if best.isVertex == isVertex && best.squaredDistance <= squaredDistance { return }
      }
      best = (isVertex, squaredDistance, location)
    }
    for table in network.tables {
      for row in 0..<table.count {
        guard let id = table.assetTypeID(of: row), partners.contains(id),
          let type = network.assetType(id)
        else { continue }
        let isAnyVertex =
          type.source.elementKind == .junction || type.type.connectivityPolicy == .anyVertex
        for path in table.geometries[row]?.paths ?? [] {
          for vertex in 0..<path.count
          where isAnyVertex || vertex == 0 || vertex == path.count - 1 {
            consider(true, path[vertex].squaredDistance(to: place), path[vertex])
          }
          guard isAnyVertex else { continue }
          for vertex in 0..<path.count - 1 {
            let segment = Segment(path[vertex], path[vertex + 1])
            consider(
              false,
              segment.squaredDistance(to: place),
              segment.coordinate(atFraction: segment.fraction(closestTo: place))
            )
          }
        }
      }
    }
    return best.map { ($0.location, $0.squaredDistance.squareRoot()) }
  }
}
