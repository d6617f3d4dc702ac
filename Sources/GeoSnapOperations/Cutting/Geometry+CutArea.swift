extension Geometry {
  func cutArea(by cutter: Geometry) throws(GeometryError) -> CutPieces? {
    var pieces: [(Geometry, CutSide)] = []
    var hasParted = false
    let cutter = cutter.removingZAndM()
    // Where it doubles back, rounding would part its two courses.
    let blade = try cutter.unaryUnion()
    for polygon in parts {
      let border = try polygon.boundary()
      let lines = try border.overlay(.union, blade, nil).takingHeights(of: border, at: cutter)
      let faces = try lines.polygonized().polygons
      var own: [(Geometry, CutSide)] = []
      for face in faces {
        let face = Geometry.polygon(face)
        // Faces in holes, and between loops of the cutter outside, do not belong to the polygon.
        guard let place = try face.pointOnSurface().coordinate, polygon.areaContains(place) else {
          continue
        }
        own.append((face, face.side(of: cutter, within: border)))
      }
      pieces += own.count > 1 ? own : [(polygon, .neither)]
      hasParted = hasParted || own.count > 1
    }
    return hasParted ? CutPieces(pieces, dimension: 2, srid) : nil
  }

  /// The lines of a boundary and its cutter, with the boundary's height where the two meet.
  private func takingHeights(of border: Geometry, at cutter: Geometry) -> Geometry {
    guard hasZ else { return self }
    let reach = rounding
    return mappingSequences { lines in
      lines.replacing(.xyz) { index in
        guard let near = cutter.nearestBoundaryCoordinate(to: lines[index]), near.distance <= reach,
          let own = border.nearestBoundaryCoordinate(to: lines[index]), own.distance <= reach
        else { return (lines.z(at: index) ?? .nan, .nan) }
        return (own.z ?? .nan, .nan)
      }
    }
  }

  /// The side of a cutter on which a face of a boundary and the cutter lies.
  private func side(of cutter: Geometry, within border: Geometry) -> CutSide {
    let reach = rounding
    var sides: Set<CutSide> = []
    for (path, direction) in zip(paths, ringDirections) {
      // The inside is on the right of a clockwise exterior ring and of a counterclockwise hole.
      let isRight = (direction == .clockwise) == (path.part == 0)
      for index in 0..<path.segmentCount {
        let edge = path.segment(index)
        let middle = edge.coordinate(atFraction: 0.5)
        guard let near = cutter.nearestBoundaryCoordinate(to: middle),
          near.distance <= reach,
          let away = border.nearestBoundaryCoordinate(to: middle), away.distance > reach,
          let cutterPath = cutter.path(near.part)
        else { continue }
        let line = cutterPath.segment(near.index)
        let runsAlong =
          (line.end.x - line.start.x) * (edge.end.x - edge.start.x)
          + (line.end.y - line.start.y) * (edge.end.y - edge.start.y) > 0
        sides.insert(runsAlong == isRight ? .right : .left)
      }
    }
    return sides.count == 1 ? sides.first ?? .neither : .neither
  }

  /// The distance within which a rounded crossing counts as on a line.
  private var rounding: Double {
    envelope.map { max(max($0.width, $0.height) * 1e-9, 4 * $0.greatestOrdinate.ulp) } ?? 0
  }
}
