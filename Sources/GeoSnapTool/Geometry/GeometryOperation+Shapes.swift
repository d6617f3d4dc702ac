import GeoSnap

extension GeometryOperation {
  static let shapes: [GeometryOperation] = [
    .unary(
      "buffer",
      "The area within a distance.",
      "--distance [--cap --join --mitre-limit --segments --side]"
    ) {
      try $0.geometry.buffer(
        distance: $0.number(\.distance, "distance"),
        style: $0.parameters.bufferStyle
      )
    },
    .unary("boundary", "Rings of areas, ends of lines.") { try $0.geometry.boundary() },
    .unary("centroid", "The centre of mass.") { try $0.geometry.centroid() },
    .unary("point-on-surface", "A place on the geometry.") { try $0.geometry.pointOnSurface() },
    .unary("label-point", "A place for a label.") { try $0.geometry.labelPoint() },
    .unary("convex-hull", "The convex hull.") { try $0.geometry.convexHull() },
    .unary("concave-hull", "The concave hull.", "--ratio [--allow-holes]") {
      try $0.geometry.concaveHull(
        ratio: $0.number(\.ratio, "ratio"),
        allowingHoles: $0.parameters.allowHoles
      )
    },
    .unary("minimum-rotated-rectangle", "The smallest rotated rectangle.") {
      try $0.geometry.minimumRotatedRectangle()
    },
    .unary("minimum-bounding-circle", "The smallest circle around the geometry.") {
      $0.circle(try $0.geometry.minimumBoundingCircle())
    },
    .unary("maximum-inscribed-circle", "The largest circle inside the area.", "[--tolerance]") {
      $0.circle(try $0.geometry.maximumInscribedCircle(tolerance: $0.tolerance))
    },
    .unary("delaunay", "The Delaunay triangles.", "[--tolerance --only-edges]") {
      try $0.geometry.delaunayTriangulation(
        tolerance: $0.tolerance ?? 0,
        onlyEdges: $0.parameters.onlyEdges
      )
    },
    .unary("constrained-delaunay", "Triangles inside areas.") {
      try $0.geometry.constrainedDelaunayTriangulation()
    },
    .unary("voronoi", "The cell of each vertex.", "[--extent --tolerance --only-edges]") {
      try $0.geometry.voronoiDiagram(
        extent: $0.parameters.extent?.envelope,
        tolerance: $0.tolerance ?? 0,
        onlyEdges: $0.parameters.onlyEdges
      )
    },
    .unary("densify", "Adds vertices.", "--length") {
      try $0.geometry.densified(maxSegmentLength: $0.number(\.length, "length"))
    },
    .unary("generalize", "Removes vertices.", "--deviation [--preserve-topology]") {
      try $0.geometry.generalized(
        maxDeviation: $0.number(\.deviation, "deviation"),
        preservingTopology: $0.parameters.preserveTopology
      )
    },
    .unary("remove-repeated-vertices", "Removes repeated vertices.", "[--tolerance]") {
      try $0.geometry.removingRepeatedVertices(tolerance: $0.tolerance ?? 0)
    },
    .unary("round", "Rounds x and y to a grid, and removes M.", "--grid") {
      try $0.geometry.rounded(toGrid: $0.number(\.grid, "grid"))
    },
    .unary("simplify", "Makes the geometry simple by Esri's rules.") {
      try $0.geometry.simplified()
    },
    .unary("repair", "Makes the geometry valid by OGC's rules.", "[--method]") {
      try $0.geometry.repaired(method: $0.parameters.method)
    },
    .unary("normalize", "The normal form.") { try $0.geometry.normalized() },
  ]

  static let transformations: [GeometryOperation] = [
    .unary("move", "Moves it.", "--dx --dy [--dz]") {
      try $0.geometry.moved(
        dx: $0.number(\.dx, "dx"),
        dy: $0.number(\.dy, "dy"),
        dz: $0.parameters.dz?.number ?? 0
      )
    },
    .unary("rotate", "Rotates it.", "--degrees [--at]") {
      try $0.geometry.rotated(degrees: $0.number(\.degrees, "degrees"), around: $0.onlyPlace())
    },
    .unary("scale", "Scales it.", "--x --y [--at]") {
      try $0.geometry.scaled(x: $0.number(\.x, "x"), y: $0.number(\.y, "y"), around: $0.onlyPlace())
    },
    .unary("reverse", "Reverses lines and rings.") { $0.geometry.reversed() },
    .unary(
      "orient",
      "Turns exterior rings clockwise, or counter-clockwise.",
      "[--counterclockwise]"
    ) {
      $0.geometry.orientingRings($0.parameters.counterclockwise ? .counterclockwise : .clockwise)
    },
    .unary("normalize-central-meridian", "Wraps longitudes to one turn of the world.", "[--length]")
    { try $0.geometry.normalizingCentralMeridian(worldWidth: $0.parameters.length?.number ?? 360) },
    .unary("remove-z", "Removes Z.") { $0.geometry.removingZ() },
    .unary("remove-m", "Removes M.") { $0.geometry.removingM() },
    .unary("remove-zm", "Removes Z and M.") { $0.geometry.removingZAndM() },
    .unary("set-z", "Sets one Z for all vertices.", "--z") {
      $0.geometry.settingZ(try $0.number(\.z, "z"))
    },
    .unary("set-m", "Sets one M for all vertices.", "--m") {
      $0.geometry.settingM(try $0.number(\.m, "m"))
    },
    .unary("parts", "The points, lines and polygons of the geometry.") { $0.geometry.parts },
    .unary("multi", "Turns the geometry into a multi geometry.") { $0.geometry.asMulti() },
  ]
}

extension GeometryCall {
  fileprivate func circle(_ circle: Circle?) -> GeometryAnswer {
    guard let circle else { return GeometryAnswer.geometry(nil) }
    return .record([("center", place(circle.center)), ("radius", .number(circle.radius))])
  }
}

extension GeometryOperation {
  static let sets: [GeometryOperation] = [
    .binary("union", "All places of both.", "[--grid]") {
      try $0.geometry.union($1, gridSize: $0.grid)
    },
    .binary("intersection", "The shared places.", "[--convention --grid]") {
      try $0.geometry.intersection($1, convention: $0.parameters.convention, gridSize: $0.grid)
    },
    .binary("intersections", "The intersections, one geometry for each dimension.", "[--grid]") {
      try $0.geometry.intersections(with: $1, gridSize: $0.grid)
    },
    .binary("difference", "The part of the first outside the second.", "[--grid]") {
      try $0.geometry.difference($1, gridSize: $0.grid)
    },
    .binary("symmetric-difference", "The parts that lie in only one of the two.", "[--grid]") {
      try $0.geometry.symmetricDifference($1, gridSize: $0.grid)
    },
    .unary("unary-union", "The union of all parts.", "[--grid]") {
      try $0.geometry.unaryUnion(gridSize: $0.grid)
    },
    .unary("clip", "The part inside a rectangle.", "--extent") {
      guard let extent = $0.parameters.extent else { throw Failure.usage("Give --extent.") }
      return GeometryAnswer.geometry(try $0.geometry.clipped(to: extent.envelope))
    },
    .binary("snap", "Snaps the first geometry to the vertices of the second.", "--tolerance") {
      try $0.geometry.snapped(to: $1, tolerance: $0.number(\.tolerance, "tolerance"))
    },
    .unary("node", "Splits lines where they meet.") { try $0.geometry.noded() },
    .unary("merge-lines", "Joins lines where exactly two ends meet.", "[--directed]") {
      try $0.geometry.mergedLines(directed: $0.parameters.directed)
    },
    .binary("shared-paths", "The paths that both share, in the same and in the opposite direction.")
    {
      let shared = try $0.geometry.sharedPaths(with: $1)
      return GeometryAnswer.record([
        ("forward", .geometry(shared.forward)), ("backward", .geometry(shared.backward)),
      ])
    },
    .unary("polygonize", "The areas that lines enclose.") {
      let found = try $0.geometry.polygonized()
      return GeometryAnswer.record([
        ("polygons", .geometries(found.polygons.map { .polygon($0) })),
        ("cutEdges", .geometry(found.cutEdges)), ("dangles", .geometry(found.dangles)),
        ("invalidRings", .geometry(found.invalidRings)),
      ])
    },
    .binary(
      "auto-complete",
      "The areas between the first geometry and lines of the second geometry."
    ) {
      let gaps = try Geometry.polygons(completing: [$0.geometry], with: [$1])
      return GeometryAnswer.geometries(gaps.map { .polygon($0) })
    },
  ]

  static let lines: [GeometryOperation] = [
    .unary("point-at-distance", "The place at a distance along a line.", "--distance") {
      try $0.geometry.point(atDistance: $0.number(\.distance, "distance"))
    },
    .unary("point-at-fraction", "The place at a fraction of a line.", "--fraction") {
      try $0.geometry.point(atFraction: $0.fraction())
    },
    .unary("substring", "The part of a line between two fractions.", "--from --to") {
      try $0.geometry.substring(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
    },
    .unary("split", "The pieces between places.", "--fraction ... | --at ... [--tolerance]") {
      if $0.parameters.at.isEmpty == $0.parameters.fraction.isEmpty {
        throw Failure.usage("Give either --fraction or --at.")
      }
      if $0.parameters.at.isEmpty {
        return GeometryAnswer.geometries(try $0.geometry.split(atFractions: $0.parameters.fraction))
      }
      return GeometryAnswer.geometries(
        try $0.geometry.split(at: $0.parameters.at, tolerance: $0.tolerance ?? 0)
      )
    },
    .binary("cut", "The pieces left and right of the second.") {
      guard let pieces = try $0.geometry.cut(by: $1) else {
        return GeometryAnswer.geometry(nil)
      }
      return GeometryAnswer.record([
        ("left", .geometry(pieces.left)), ("right", .geometry(pieces.right)),
        ("uncut", .geometries(pieces.uncut)),
      ])
    },
    .binary("extend", "A line extended to the second.", "[--extend-options]") {
      try $0.geometry.extended(
        to: $1,
        options: ExtendOptions(rawValue: $0.parameters.extendOptions)
      )
    },
    .binary("reshape", "Reroutes the first along the second.") { try $0.geometry.reshaped(by: $1) },
    .unary(
      "offset",
      "The parallel line, on the right if positive.",
      "--distance [--join --mitre-limit --segments]"
    ) {
      try $0.geometry.offset(
        distance: $0.number(\.distance, "distance"),
        style: $0.parameters.bufferStyle
      )
    },
    .unary("interpolate-z", "Interpolates heights along a line.", "[--from --to]") {
      guard $0.parameters.from != nil || $0.parameters.to != nil else {
        return GeometryAnswer.geometry(try $0.geometry.fillingMissingZ())
      }
      return GeometryAnswer.geometry(
        try $0.geometry.interpolatingZ(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
      )
    },
    .unary("interpolate-m", "Interpolates measures along a line.", "[--from --to]") {
      guard $0.parameters.from != nil || $0.parameters.to != nil else {
        return GeometryAnswer.geometry(try $0.geometry.fillingMissingM())
      }
      return GeometryAnswer.geometry(
        try $0.geometry.interpolatingM(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
      )
    },
  ]
}
