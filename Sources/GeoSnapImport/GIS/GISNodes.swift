internal import Foundation
internal import GeoSnap

/// Creates junctions where the ends of lines meet without a point.
struct GISNodes {
  private struct End {
    var place: Coordinate
    var z: Double?
    /// Whether another line has a vertex at this place.
    var isMet = false
  }

  private let features: GISFeatures
  private let points: GISPoints
  private let mapping: GISMapping
  private let isAnyVertex: (AssetTypeID) -> Bool
  private var scale: PlaneScale { points.scale }

  init(
    _ features: GISFeatures,
    points: GISPoints,
    mapping: GISMapping,
    isAnyVertex: @escaping (AssetTypeID) -> Bool
  ) {
    self.features = features
    self.points = points
    self.mapping = mapping
    self.isAnyVertex = isAnyVertex
  }

  /// Creates the junctions of a domain network, in the order of the lines that end there.
  ///
  /// The origin of a junction is its place, so it depends neither on the order of the rows nor on other lines.
  ///
  /// - Complexity: O(n log n) in the number of vertices.
  func make(
    of types: GISLayerTypes,
    layer: Int,
    domain: String,
    prefix: String?,
    namespace: GlobalID
  ) throws(IndexError) -> (features: GISLayerFeatures, additions: [ImportReport.Addition]) {
    var ends: [End] = []
    var srid: SRID?
    forEachLine(domain) { _, line in
      let coordinates = line.coordinates
      srid = line.srid
      for index in [0, coordinates.count - 1] {
        ends.append(End(place: coordinates[index], z: coordinates.z(at: index)))
      }
    }
    let tree = try PackedRTree(ends.map { Envelope($0.place) })
    func at(_ place: Coordinate, _ z: Double?) -> [Int] {
      let units = scale.units(metres: scale.toleranceInMetres, at: place.y)
      return tree.items(within: units, of: place).map(Int.init).filter {
        scale.distance(place, ends[$0].place, z, ends[$0].z) <= scale.toleranceInMetres
      }
    }
    forEachLine(domain) { assetType, line in
      let coordinates = line.coordinates
      guard isAnyVertex(assetType), coordinates.count > 2 else { return }
      for index in 1..<(coordinates.count - 1) {
        for end in at(coordinates[index], coordinates.z(at: index)) { ends[end].isMet = true }
      }
    }
    var made = GISLayerFeatures(layer: layer)
    made.assetTypes = [types[0]]
    var additions: [ImportReport.Addition] = []
    var isDone = [Bool](repeating: false, count: ends.count)
    let name = types.layer.name.asOrigin
    for number in ends.indices where !isDone[number] {
      let end = ends[number]
      let together = at(end.place, end.z)
      for other in together { isDone[other] = true }
      guard together.count > 1 || together.contains(where: { ends[$0].isMet }),
        points.at(end.place, z: end.z, domain: domain).isEmpty
      else { continue }
      let origin = (prefix.map { "\($0)/" } ?? "") + "\(name)/" + label(end.place, end.z)
      made.append(
        row: made.count,
        type: 0,
        globalID: GlobalID(name: "\(types.layer.name)/\(origin)", namespace: namespace),
        origin: origin,
        geometry: .point(Point(end.place, z: end.z, srid: srid)),
        terminals: nil,
        share: 1
      )
      additions.append(
        ImportReport.Addition(kind: .node, origin: origin, place: end.place, distance: 0)
      )
    }
    return (made, additions)
  }

  private func forEachLine(
    _ domain: String,
    _ body: (AssetTypeID, LineString) -> Void
  ) {
    for (position, layer) in features.layers.enumerated() {
      let layer = mapping.layers[layer.layer]
      guard layer.usage == .line, layer.domain == domain else { continue }
      for number in features.numbers(position) {
        guard let line = features.line(number), line.coordinates.count > 1 else { continue }
        body(features.assetType(number), line)
      }
    }
  }

  /// A place as text, with more digits than the tolerance needs.
  private func label(_ place: Coordinate, _ z: Double?) -> String {
    let digits = scale.isDegrees ? 9 : 4
    return ([place.x, place.y] + [z].compactMap(\.self))
      .map { String(format: "%.\(digits)f", $0 == 0 ? 0 : $0) }.joined(separator: ",")
  }
}
