internal import Foundation
internal import GeoSnap
internal import GeoSnapSupport

struct GISNodes {
  private struct End {
    var place: Coordinate
    var z: Double?
    var isMet = false
  }

  let features: GISFeatures
  let points: GISPoints
  let mapping: GISMapping
  let isAnyVertex: (AssetTypeID) -> Bool
  private var scale: PlaneScale { points.scale }

  /// Creates the junctions of a domain network; the origin of each is its place.
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

  private func forEachLine(_ domain: String, _ body: (AssetTypeID, LineString) -> Void) {
    for (position, layer) in features.layers.enumerated() {
      let layer = mapping.layers[layer.layer]
      guard layer.usage == .line, layer.domain == domain else { continue }
      for number in features.numbers(position) {
        guard let line = features.line(number), line.coordinates.count > 1 else { continue }
        body(features.assetType(number), line)
      }
    }
  }

  private func label(_ place: Coordinate, _ z: Double?) -> String {
    let digits = scale.isDegrees ? 9 : 4
    return ([place.x, place.y] + [z].compactMap(\.self))
      .map { String(format: "%.\(digits)f", $0 == 0 ? 0 : $0) }.joined(separator: ",")
  }
}

/// Gives ends of lines the one terminal that rules name for them, else the upstream one to a line towards a device;
/// where both lines have the same direction, the first row gets the first terminal.
struct GISTerminals {
  let rules: GISRules
  let points: GISPoints
  let mapping: GISMapping
  /// The terminals that rules name for a line and a device; empty for all.
  private let allowed: (AssetTypeID, AssetTypeID) -> Set<Int>
  private(set) var ambiguous: [String] = []
  /// The ends for which the mapping names a terminal that the point there does not have.
  private(set) var unknown: [(line: Int, terminal: Int, point: Int)] = []

  init(_ rules: GISRules, _ made: [NetworkRule], points: GISPoints, mapping: GISMapping) {
    self.rules = rules
    allowed = GISRules.terminals(made)
    self.points = points
    self.mapping = mapping
  }

  mutating func assign(to features: inout GISFeatures) {
    // Returns early for layers whose devices all have a single terminal, which is the usual case.
    let counts = features.layers.map { layer in
      layer.assetTypes.map { $0.map { rules.terminals(of: $0).count } ?? 0 }
    }
    let areNamed = mapping.layers.contains { $0.fromTerminal != nil || $0.toTerminal != nil }
    guard areNamed || counts.contains(where: { $0.contains { $0 > 1 } }) else { return }
    var ends: [Int: [(line: Int, end: LinkEnd)]] = [:]
    var named: [Int: Set<Int>] = [:]
    for position in features.layers.indices {
      let lines = features.layers[position]
      let layer = mapping.layers[lines.layer]
      guard layer.usage == .line else { continue }
      for (row, number) in features.numbers(position).enumerated() {
        guard let coordinates = features.geometry(number)?.coordinates,
          let last = coordinates.indices.last
        else { continue }
        for end in LinkEnd.allCases {
          let terminal = lines.terminal(row, end).map { Int($0) }
          let field = end == .start ? layer.fromTerminal : layer.toTerminal
          if field != nil && terminal == nil { continue }
          let index = end == .start ? 0 : last
          let found = points.at(
            coordinates[index],
            z: coordinates.z(at: index),
            domain: layer.domain ?? ""
          ).map(points.feature)
          if let terminal, let first = found.first,
            !found.contains(where: { has(terminal, features.assetType($0)) })
          {
            unknown.append((number, terminal, first))
          }
          for device in found where rules.terminals(of: features.assetType(device)).count > 1 {
            let ruled = allowed(features.assetType(number), features.assetType(device))
            if let terminal {
              named[device, default: []].insert(terminal)
            } else if ruled.count == 1, let only = ruled.first {
              named[device, default: []].insert(only)
              features.setTerminal(number, end, Int64(only))
            } else {
              ends[device, default: []].append((number, end))
            }
          }
        }
      }
    }
    for (device, ends) in Array(ends).rising(by: \.key) {
      let terminals = rules.terminals(of: features.assetType(device))
        .rising(by: \.id).rising { $0.isUpstream ? 0 : 1 }
      var free = terminals.map(\.id).filter { named[device]?.contains($0) != true }
      // A line that ends here comes first, in the direction of flow.
      let ordered = ends.filter { $0.end == .end } + ends.filter { $0.end == .start }
      let isClear = ends.count == free.count || free.count == terminals.count && ends.count <= 2
      if free.count > 1, ordered.count == 1, ordered[0].end == .start { free.swapAt(0, 1) }
      let areAllowed = zip(ordered, free).allSatisfy { end, terminal in
        let ruled = allowed(features.assetType(end.line), features.assetType(device))
        return ruled.isEmpty || ruled.contains(terminal)
      }
      guard isClear, areAllowed else {
        ambiguous.append(features.origin(device))
        continue
      }
      for (end, terminal) in zip(ordered, free) {
        features.setTerminal(end.line, end.end, Int64(terminal))
      }
    }
  }

  private func has(_ terminal: Int, _ type: AssetTypeID) -> Bool {
    let known = rules.terminals(of: type)
    return known.isEmpty ? terminal == 1 : known.contains { $0.id == terminal }
  }
}

struct GISInsertion {
  var index: Int
  var fraction: Double
  var place: Coordinate
  var z: Double?
  /// The distance from the line in the data, in metres.
  var distance: Double
}

struct GISLineVertices {
  private(set) var places: [Coordinate]
  private var heights: [Double]?
  private var measures: [Double]?
  private(set) var moved: Set<Int> = []

  init(_ coordinates: CoordinateSequence) {
    places = Array(coordinates)
    heights =
      coordinates.dimensions.hasZ ? coordinates.indices.map { coordinates.z(at: $0) ?? 0 } : nil
    measures =
      coordinates.dimensions.hasM ? coordinates.indices.map { coordinates.m(at: $0) ?? .nan } : nil
  }

  func z(_ index: Int) -> Double? { heights?[index] }

  mutating func replace(_ index: Int, by place: Coordinate, z: Double?) {
    places[index] = place
    moved.insert(index)
    if let z { heights?[index] = z }
  }

  /// Inserts vertices where there are none, and returns those; removes one that a moved end would repeat.
  mutating func insert(_ insertions: [GISInsertion], scale: PlaneScale) -> [GISInsertion] {
    var made: [GISInsertion] = []
    var result = GISLineVertices(CoordinateSequence(dimensions: .xy))
    result.heights = heights.map { _ in [] }
    result.measures = measures.map { _ in [] }
    let bySegment = Dictionary(grouping: insertions, by: \.index)
    for index in places.indices {
      let sorted = (bySegment[index] ?? []).rising(by: \.fraction)
      for insertion in sorted {
        let near = [result.places.last, places[index]].compactMap(\.self)
        guard near.allSatisfy({ scale.distance($0, insertion.place) > scale.toleranceInMetres })
        else { continue }
        result.append(insertion.place, insertion.z, .nan)
        made.append(insertion)
      }
      result.append(places[index], heights?[index], measures?[index])
    }
    if moved.contains(places.count - 1) {
      result.removeRepetition(of: result.places.count - 1, result.places.count - 2, scale)
    }
    if moved.contains(0) { result.removeRepetition(of: 0, 1, scale) }
    result.moved = moved
    self = result
    return made
  }

  private mutating func removeRepetition(of end: Int, _ beside: Int, _ scale: PlaneScale) {
    let distance = scale.distance(places[end], places[beside], z(end), z(beside))
    guard places.count > 2, distance <= scale.toleranceInMetres else { return }
    places.remove(at: beside)
    heights?.remove(at: beside)
    measures?.remove(at: beside)
  }

  private mutating func append(_ place: Coordinate, _ z: Double?, _ m: Double?) {
    places.append(place)
    heights?.append(z ?? 0)
    measures?.append(m ?? .nan)
  }

  func line(srid: SRID?) -> LineString? {
    var ordinates: [Double] = []
    for (index, place) in places.enumerated() {
      ordinates += [place.x, place.y]
      if let heights { ordinates.append(heights[index]) }
      if let measures { ordinates.append(measures[index]) }
    }
    let dimensions = CoordinateDimensions(hasZ: heights != nil, hasM: measures != nil)
    return try? LineString(
      CoordinateSequence(trusted: ordinates, dimensions: dimensions),
      srid: srid
    )
  }
}
