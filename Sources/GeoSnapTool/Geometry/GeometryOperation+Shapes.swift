import GeoSnap

extension GeometryOperation {
  static let shapes: [GeometryOperation] = [
    .unary(
      "buffer",
      "The area within a distance.",
      "--distance [--cap --join --mitre-limit --segments --side]"
    ) {
      .geometry(
        try $0.geometry.buffer(
          distance: $0.number(\.distance, "distance"),
          style: $0.parameters.bufferStyle
        )
      )
    },
    .unary("boundary", "Rings of areas, ends of lines.") { .geometry(try $0.geometry.boundary()) },
    .unary("centroid", "The centre of mass.") { .geometry(.point(try $0.geometry.centroid())) },
    .unary("point-on-surface", "A place on the geometry.") {
      .geometry(.point(try $0.geometry.pointOnSurface()))
    },
    .unary("label-point", "A place for a label.") {
      .geometry(.point(try $0.geometry.labelPoint()))
    },
    .unary("convex-hull", "The convex hull.") { .geometry(try $0.geometry.convexHull()) },
    .unary("concave-hull", "The concave hull.", "--ratio [--allow-holes]") {
      .geometry(
        try $0.geometry.concaveHull(
          ratio: $0.number(\.ratio, "ratio"),
          allowingHoles: $0.parameters.allowHoles
        )
      )
    },
    .unary("minimum-rotated-rectangle", "The smallest rotated rectangle.") {
      .geometry(try $0.geometry.minimumRotatedRectangle())
    },
    .unary("minimum-bounding-circle", "The smallest circle around the geometry.") {
      .circle(try $0.geometry.minimumBoundingCircle(), $0)
    },
    .unary("maximum-inscribed-circle", "The largest circle inside the area.", "[--tolerance]") {
      .circle(try $0.geometry.maximumInscribedCircle(tolerance: $0.tolerance), $0)
    },
    .unary("delaunay", "The Delaunay triangles.", "[--tolerance --only-edges]") {
      .geometry(
        try $0.geometry.delaunayTriangulation(
          tolerance: $0.tolerance ?? 0,
          onlyEdges: $0.parameters.onlyEdges
        )
      )
    },
    .unary("constrained-delaunay", "Triangles inside areas.") {
      .geometry(try $0.geometry.constrainedDelaunayTriangulation())
    },
    .unary("voronoi", "The cell of each vertex.", "[--extent --tolerance --only-edges]") {
      .geometry(
        try $0.geometry.voronoiDiagram(
          extent: $0.parameters.extent?.envelope,
          tolerance: $0.tolerance ?? 0,
          onlyEdges: $0.parameters.onlyEdges
        )
      )
    },
    .unary("densify", "Adds vertices.", "--length") {
      .geometry(try $0.geometry.densified(maxSegmentLength: $0.number(\.length, "length")))
    },
    .unary("generalize", "Removes vertices.", "--deviation [--preserve-topology]") {
      .geometry(
        try $0.geometry.generalized(
          maxDeviation: $0.number(\.deviation, "deviation"),
          preservingTopology: $0.parameters.preserveTopology
        )
      )
    },
    .unary("remove-repeated-vertices", "Removes repeated vertices.", "[--tolerance]") {
      .geometry(
        try $0.geometry.removingRepeatedVertices(tolerance: $0.tolerance ?? 0)
      )
    },
    .unary("round", "Rounds x and y to a grid, and removes M.", "--grid") {
      .geometry(try $0.geometry.rounded(toGrid: $0.number(\.grid, "grid")))
    },
    .unary("simplify", "Makes the geometry simple by Esri's rules.") {
      .geometry(try $0.geometry.simplified())
    },
    .unary("repair", "Makes the geometry valid by OGC's rules.", "[--method]") {
      .geometry(try $0.geometry.repaired(method: $0.parameters.method))
    },
    .unary("normalize", "The normal form.") { .geometry(try $0.geometry.normalized()) },
  ]

  static let transformations: [GeometryOperation] = [
    .unary("move", "Moves it.", "--dx --dy [--dz]") {
      .geometry(
        try $0.geometry.moved(
          dx: $0.number(\.dx, "dx"),
          dy: $0.number(\.dy, "dy"),
          dz: $0.parameters.dz?.number ?? 0
        )
      )
    },
    .unary("rotate", "Rotates it.", "--degrees [--at]") {
      .geometry(
        try $0.geometry.rotated(
          degrees: $0.number(\.degrees, "degrees"),
          around: $0.onlyPlace()
        )
      )
    },
    .unary("scale", "Scales it.", "--x --y [--at]") {
      .geometry(
        try $0.geometry.scaled(
          x: $0.number(\.x, "x"),
          y: $0.number(\.y, "y"),
          around: $0.onlyPlace()
        )
      )
    },
    .unary("reverse", "Reverses lines and rings.") { .geometry($0.geometry.reversed()) },
    .unary(
      "orient",
      "Turns exterior rings clockwise, or counter-clockwise.",
      "[--counterclockwise]"
    ) {
      .geometry(
        $0.geometry.orientingRings($0.parameters.counterclockwise ? .counterclockwise : .clockwise)
      )
    },
    .unary("normalize-central-meridian", "Wraps longitudes to one turn of the world.", "[--length]")
    {
      .geometry(
        try $0.geometry.normalizingCentralMeridian(worldWidth: $0.parameters.length?.number ?? 360)
      )
    },
    .unary("remove-z", "Removes Z.") { .geometry($0.geometry.removingZ()) },
    .unary("remove-m", "Removes M.") { .geometry($0.geometry.removingM()) },
    .unary("remove-zm", "Removes Z and M.") { .geometry($0.geometry.removingZAndM()) },
    .unary("set-z", "Sets one Z for all vertices.", "--z") {
      .geometry($0.geometry.settingZ(try $0.number(\.z, "z")))
    },
    .unary("set-m", "Sets one M for all vertices.", "--m") {
      .geometry($0.geometry.settingM(try $0.number(\.m, "m")))
    },
    .unary("parts", "The points, lines and polygons of the geometry.") {
      .geometries($0.geometry.parts)
    },
    .unary("multi", "Turns the geometry into a multi geometry.") {
      .geometry($0.geometry.asMulti())
    },
  ]
}

extension GeometryAnswer {
  static func circle(_ circle: Circle?, _ call: GeometryCall) -> GeometryAnswer {
    guard let circle else { return .geometry(nil) }
    return .record([
      ("center", call.place(circle.center)), ("radius", .number(circle.radius)),
    ])
  }
}
