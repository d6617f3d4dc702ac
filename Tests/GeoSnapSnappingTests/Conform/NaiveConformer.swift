import GeoSnap

/// Conforms a whole data set at once, as it is written down: single snaps, tables of everything,
/// rounds over all lines.
struct NaiveConformer {
  let snapper: Snapper
  let tolerance: Double

  private struct Vertex {
    let place: Coordinate
    let mayMove: Bool
    let match: SnapMatch?
    var target: Coordinate { match?.place.location ?? place }
  }

  /// The coordinates of each path of each feature afterwards.
  func conform(_ geometries: [Geometry]) -> [[[Coordinate]]] {
    let features = geometries.map { geometry in
      geometry.paths.map { path in (0..<path.count).map { vertex(path, $0, of: geometry) } }
    }
    let all = features.joined().joined()
    var kept = Set(all.filter { !$0.mayMove }.map(\.place))
    let lines = zip(geometries, features)
      .filter { $0.0.type == .lineString || $0.0.type == .multiLineString }.flatMap(\.1)
    while true {
      let found = lines.flatMap { givenUp($0, kept) }
      if found.isEmpty { break }
      kept.formUnion(found)
    }
    return features.map { $0.map { $0.map { kept.contains($0.place) ? $0.place : $0.target } } }
  }

  private func vertex(_ path: GeometryPath, _ index: Int, of geometry: Geometry) -> Vertex {
    let isEnd = index == 0 || index == path.count - 1
    let network = snapper.scene.network.base
    let isLine = geometry.type == .lineString || geometry.type == .multiLineString
    let isPoint = geometry.type == .point || geometry.type == .multiPoint
    let role: SnapRole?
    if let rules = snapper.rules {
      let policy = network.assetType(rules.assetType)?.type.connectivityPolicy
      if rules.elementKind == .junction {
        role = isPoint ? .point : nil
      } else if isLine {
        role = isEnd ? .lineEnd : policy == .anyVertex ? .innerVertex : nil
      } else {
        role = nil
      }
    } else {
      role = isPoint ? .point : isLine ? (isEnd ? .lineEnd : .innerVertex) : nil
    }
    return Vertex(
      place: path[index],
      mayMove: role != nil,
      match: role.flatMap { try? snapper.snap(at: path[index], tolerance: tolerance, role: $0) }
    )
  }

  private func givenUp(_ line: [Vertex], _ kept: Set<Coordinate>) -> [Coordinate] {
    func isMobile(_ vertex: Vertex) -> Bool {
      vertex.target != vertex.place && !kept.contains(vertex.place)
    }
    func now(_ vertex: Vertex) -> Coordinate { isMobile(vertex) ? vertex.target : vertex.place }
    func farthest(_ vertices: [Vertex]) -> [Coordinate] {
      vertices.filter(isMobile).sorted {
        let one = $0.place.squaredDistance(to: $0.target)
        let other = $1.place.squaredDistance(to: $1.target)
        return one != other ? one > other : ($0.place.x, $0.place.y) < ($1.place.x, $1.place.y)
      }.map(\.place)
    }
    let together = zip(line, line.dropFirst()).filter { now($0) == now($1) && $0.place != $1.place }
    if !together.isEmpty { return together.compactMap { farthest([$0, $1]).first } }
    let isShort = pathLength(line.map(now)) < min(tolerance, pathLength(line.map(\.place)))
    let moves = farthest(line)
    return isShort ? Array(moves.prefix(max(1, moves.count / 16))) : []
  }
}

func pathLength(_ places: [Coordinate]) -> Double {
  zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
}
