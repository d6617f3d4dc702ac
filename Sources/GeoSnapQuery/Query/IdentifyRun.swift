/// An identify request prepared for a network, for any number of places.
struct IdentifyRun {
  private let network: EditedNetwork
  private let request: IdentifyRequest
  /// Whether each table is searched; empty when all are.
  private let isWanted: [Bool]
  /// The position of each table in the layer order; empty without an order.
  private let layers: [Int]
  private var ranked: [Ranked] = []
  /// The hits of each table so far; empty without a limit per table.
  private var counts: [Int]

  init(_ request: IdentifyRequest, in network: EditedNetwork) {
    self.network = network
    self.request = request
    counts =
      request.limitPerSource == nil ? [] : Array(repeating: 0, count: network.base.tables.count)
    guard request.sources != nil || request.layerOrder != nil else {
      // Without names and an order, the tables' names are not needed; collecting them dominates a single request.
      isWanted = []
      layers = []
      return
    }
    let names = network.base.tables.map { $0.name.lowercased() }
    let wanted = request.sources.map { Set($0.map { $0.lowercased() }) }
    isWanted = names.map { wanted?.contains($0) ?? true }
    let ranks = Dictionary(
      (request.layerOrder ?? []).enumerated().map { ($1.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    layers = names.map { ranks[$0] ?? request.layerOrder?.count ?? 0 }
  }

  /// Appends the hits of a request among the features found at a place.
  mutating func append(_ found: [FeatureHit], to answer: inout [IdentifyHit]) {
    ranked.removeAll(keepingCapacity: true)
    var isOrdered = true
    for (position, hit) in found.enumerated() {
      let id = network.feature(ordinal: hit.feature)
      guard isWanted.isEmpty || isWanted[Int(id.table)] else { continue }
      let dimension = network.geometryType(of: id)?.dimension ?? 0
      let next = Ranked(
        rank: layers.isEmpty ? dimension : 3 * layers[Int(id.table)] + dimension,
        distance: hit.distance,
        id: id,
        position: position
      )
      // Most places have features of one kind, which are in order already.
      if let last = ranked.last, next.precedes(last) { isOrdered = false }
      ranked.append(next)
    }
    if !isOrdered { ranked.sort { $0.precedes($1) } }
    for table in counts.indices { counts[table] = 0 }
    var left = request.limit ?? .max
    for entry in ranked {
      guard left > 0 else { return }
      let id = entry.id
      if let limit = request.limitPerSource {
        counts[Int(id.table)] += 1
        if counts[Int(id.table)] > limit { continue }
      }
      left -= 1
      // Most features have neither, so that their geometry need not be read.
      let isPlain = network.dimensions(of: id) == .xy
      let geometry = isPlain ? nil : network.geometry(of: id)
      let hit = found[entry.position]
      answer.append(
        IdentifyHit(
          feature: id,
          distance: hit.distance,
          location: hit.location,
          z: geometry?.z(near: hit),
          m: geometry?.m(near: hit)
        )
      )
    }
  }
}

/// A feature found, with its keys for the order.
private struct Ranked {
  /// The layer, and within a layer the dimension.
  let rank: Int
  let distance: Double
  let id: FeatureID
  /// The position in the list of features found.
  let position: Int

  func precedes(_ other: Ranked) -> Bool {
    (rank, distance, id.table, id.row) < (other.rank, other.distance, other.id.table, other.id.row)
  }
}

extension Geometry {
  /// The height at a hit; nil when there is none, or the hit lies inside an area.
  fileprivate func z(near hit: FeatureHit) -> Double? {
    guard hasZ, !hit.isInside else { return nil }
    return z(part: Int(hit.part), segment: Int(hit.segment), closestTo: hit.location)
  }

  /// The measure at a hit; nil when there is none, or the hit lies inside an area.
  fileprivate func m(near hit: FeatureHit) -> Double? {
    guard hasM, !hit.isInside else { return nil }
    return m(part: Int(hit.part), segment: Int(hit.segment), closestTo: hit.location)
  }
}
