/// An identify request made ready for a network, so that any number of places can be asked about.
struct IdentifyRun {
  private let network: EditedNetwork
  private let request: IdentifyRequest
  /// For each table whether it is looked in.
  private let isWanted: [Bool]
  /// For each table its place in the layer order; all equal when no order is given.
  private let layers: [Int]
  private var ranked: [(layer: Int, dimension: Int, id: FeatureID, hit: FeatureHit)] = []
  private var counts: [Int]

  init(_ request: IdentifyRequest, in network: EditedNetwork) {
    self.network = network
    self.request = request
    let names = network.base.tables.map { $0.name.lowercased() }
    let wanted = request.sources.map { Set($0.map { $0.lowercased() }) }
    isWanted = names.map { wanted?.contains($0) ?? true }
    let ranks = Dictionary(
      (request.layerOrder ?? []).enumerated().map { ($1.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    layers = names.map { ranks[$0] ?? request.layerOrder?.count ?? 0 }
    counts = Array(repeating: 0, count: names.count)
  }

  /// Appends to `answer` what the request makes of the features found at a place.
  mutating func append(_ found: [FeatureHit], to answer: inout [IdentifyHit]) {
    ranked.removeAll(keepingCapacity: true)
    for hit in found {
      let id = network.feature(ordinal: hit.feature)
      guard isWanted[Int(id.table)] else { continue }
      let dimension = network.geometryType(of: id)?.dimension ?? 0
      ranked.append((layers[Int(id.table)], dimension, id, hit))
    }
    ranked.sort { lhs, rhs in
      (lhs.layer, lhs.dimension, lhs.hit.distance, lhs.id.table, lhs.id.row)
        < (rhs.layer, rhs.dimension, rhs.hit.distance, rhs.id.table, rhs.id.row)
    }
    for table in counts.indices { counts[table] = 0 }
    var left = request.limit ?? .max
    for entry in ranked {
      guard left > 0 else { return }
      let id = entry.id
      counts[Int(id.table)] += 1
      if let limit = request.limitPerSource, counts[Int(id.table)] > limit { continue }
      left -= 1
      // Most have neither, and are not taken out.
      let isPlain = network.dimensions(of: id) == .xy
      let geometry = isPlain ? nil : network.geometry(of: id)
      answer.append(
        IdentifyHit(
          feature: id,
          distance: entry.hit.distance,
          location: entry.hit.location,
          z: geometry?.z(near: entry.hit),
          m: geometry?.m(near: entry.hit)
        )
      )
    }
  }
}

extension Geometry {
  /// The height at the place of a hit; nil when there is none, or the hit lies inside an area.
  fileprivate func z(near hit: FeatureHit) -> Double? {
    guard hasZ, !hit.isInside else { return nil }
    return z(part: Int(hit.part), segment: Int(hit.segment), closestTo: hit.location)
  }

  /// The measure at the place of a hit; nil when there is none, or the hit lies inside an area.
  fileprivate func m(near hit: FeatureHit) -> Double? {
    guard hasM, !hit.isInside else { return nil }
    return m(part: Int(hit.part), segment: Int(hit.segment), closestTo: hit.location)
  }
}
