import GeoSnap

extension EngineCall {
  static let setOperations: [EngineCall] = [
    onGrid("union") { [try $0.first.union($0.second, gridSize: $0.gridSize)] },
    onGrid("intersection") {
      [try $0.first.intersection($0.second, convention: $0.convention, gridSize: $0.gridSize)]
    },
    onGrid("intersections") { try $0.first.intersections(with: $0.second, gridSize: $0.gridSize) },
    onGrid("difference") { [try $0.first.difference($0.second, gridSize: $0.gridSize)] },
    onGrid("symmetricDifference") {
      [try $0.first.symmetricDifference($0.second, gridSize: $0.gridSize)]
    },
    onGrid("unaryUnion") { [try $0.first.unaryUnion(gridSize: $0.gridSize)] },
    onGrid("union of several") {
      [try Geometry.union(of: $0.first.parts + $0.second.parts, gridSize: $0.gridSize)]
    },
    geometry("clipped") {
      let (x, y) = ($0.place.x, $0.place.y)
      let around = Envelope(minX: x - 1, minY: y - 1, maxX: x + 1, maxY: y + 1)
      return try $0.first.clipped(to: $0.second.envelope ?? around)
    },
  ]

  /// On a grid the heights are left out of the answer: GEOS takes the vertices in an order of chance, and
  /// where several fall into one cell the first gives the height.
  private static func onGrid(
    _ name: String,
    _ body: @escaping @Sendable (EngineOperands) throws -> [Geometry]
  ) -> EngineCall {
    EngineCall(name) { operands in
      let answer = try body(operands)
      return .geometries(operands.gridSize == nil ? answer : answer.map { $0.removingZ() })
    }
  }

  static let shapes: [EngineCall] = [
    geometry("buffer") { try $0.first.buffer(distance: $0.amount, style: $0.style) },
    geometry("buffer, round") { try $0.first.buffer(distance: $0.amount) },
    geometry("offset") { try $0.first.offset(distance: $0.amount, style: $0.style) },
    geometry("centroid") { .point(try $0.first.centroid()) },
    geometry("pointOnSurface") { .point(try $0.first.pointOnSurface()) },
    geometry("labelPoint") { .point(try $0.first.labelPoint()) },
    geometry("convexHull") { try $0.first.convexHull() },
    geometry("concaveHull") {
      try $0.first.concaveHull(ratio: $0.fraction, allowingHoles: $0.choice & 1 != 0)
    },
    geometry("boundary") { try $0.first.boundary() },
    geometry("minimumRotatedRectangle") { try $0.first.minimumRotatedRectangle() },
    geometry("generalized") {
      try $0.first.generalized(maxDeviation: $0.amount, preservingTopology: $0.choice & 1 != 0)
    },
    geometry("rounded") { try $0.first.rounded(toGrid: $0.amount) },
    geometry("normalized") { try $0.first.normalized() },
    geometry("repaired") {
      try $0.first.repaired(
        method: $0.choice & 1 == 0 ? .linework : .structure,
        keepingCollapsed: $0.choice & 2 != 0
      )
    },
    geometry("simplified") { try $0.first.simplified() },
    geometry("densified") { try $0.first.densified(maxSegmentLength: $0.step) },
  ]
}

extension EngineOperands {
  var gridSize: Double? { choice & 12 == 0 ? amount : nil }

  var style: BufferStyle {
    let joins: [BufferStyle.Join] = [.round, .mitre, .bevel]
    let caps: [BufferStyle.Cap] = [.round, .flat, .square]
    let sides: [BufferStyle.Side] = [.both, .left, .right]
    return BufferStyle(
      quadrantSegments: choice % 11,
      cap: caps[choice % 3],
      join: joins[choice / 3 % 3],
      mitreLimit: fraction * 4,
      side: sides[choice / 9 % 3]
    )
  }
}
