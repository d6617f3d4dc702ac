import GeoSnap

extension GeometryOperation {
  static let sets: [GeometryOperation] = [
    .binary("union", "All places of both.", "[--grid]") {
      .geometry(try $0.geometry.union($0.other(), gridSize: $0.grid))
    },
    .binary("intersection", "The shared places.", "[--convention --grid]") {
      .geometry(
        try $0.geometry.intersection(
          $0.other(),
          convention: $0.parameters.convention,
          gridSize: $0.grid
        )
      )
    },
    .binary("intersections", "The intersections, one geometry for each dimension.", "[--grid]") {
      .geometries(try $0.geometry.intersections(with: $0.other(), gridSize: $0.grid))
    },
    .binary("difference", "The part of the first outside the second.", "[--grid]") {
      .geometry(try $0.geometry.difference($0.other(), gridSize: $0.grid))
    },
    .binary("symmetric-difference", "The parts that lie in only one of the two.", "[--grid]") {
      .geometry(try $0.geometry.symmetricDifference($0.other(), gridSize: $0.grid))
    },
    .unary("unary-union", "The union of all parts.", "[--grid]") {
      .geometry(try $0.geometry.unaryUnion(gridSize: $0.grid))
    },
    .unary("clip", "The part inside a rectangle.", "--extent") {
      guard let extent = $0.parameters.extent else { throw Failure.usage("Give --extent.") }
      return .geometry(try $0.geometry.clipped(to: extent.envelope))
    },
    .binary("snap", "Snaps vertices to the second.", "--tolerance") {
      .geometry(
        try $0.geometry.snapped(to: $0.other(), tolerance: $0.number(\.tolerance, "tolerance"))
      )
    },
    .unary("node", "Splits lines where they meet.") { .geometry(try $0.geometry.noded()) },
    .unary("merge-lines", "Joins lines where exactly two ends meet.", "[--directed]") {
      .geometry(try $0.geometry.mergedLines(directed: $0.parameters.directed))
    },
    .binary("shared-paths", "The paths that both share, in the same and in the opposite direction.")
    {
      let shared = try $0.geometry.sharedPaths(with: $0.other())
      return .record([
        ("forward", .geometry(shared.forward)), ("backward", .geometry(shared.backward)),
      ])
    },
    .unary("polygonize", "The areas that lines enclose.") {
      let found = try $0.geometry.polygonized()
      return .record([
        ("polygons", .geometries(found.polygons.map { .polygon($0) })),
        ("cutEdges", .geometry(found.cutEdges)), ("dangles", .geometry(found.dangles)),
        ("invalidRings", .geometry(found.invalidRings)),
      ])
    },
    .binary(
      "auto-complete",
      "The areas between the first geometry and lines of the second geometry."
    ) {
      let gaps = try Geometry.polygons(completing: [$0.geometry], with: [$0.other()])
      return .geometries(gaps.map { .polygon($0) })
    },
  ]

  static let lines: [GeometryOperation] = [
    .unary("point-at-distance", "The place at a distance along a line.", "--distance") {
      .geometry(.point(try $0.geometry.point(atDistance: $0.number(\.distance, "distance"))))
    },
    .unary("point-at-fraction", "The place at a fraction of a line.", "--fraction") {
      .geometry(.point(try $0.geometry.point(atFraction: $0.fraction())))
    },
    .unary("substring", "The part of a line between two fractions.", "--from --to") {
      .geometry(
        try $0.geometry.substring(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
      )
    },
    .unary("split", "The pieces between places.", "--fraction ... | --at ... [--tolerance]") {
      if $0.parameters.at.isEmpty == $0.parameters.fraction.isEmpty {
        throw Failure.usage("Give either --fraction or --at.")
      }
      if $0.parameters.at.isEmpty {
        return .geometries(try $0.geometry.split(atFractions: $0.parameters.fraction))
      }
      return .geometries(
        try $0.geometry.split(
          at: $0.parameters.at.map(\.coordinate),
          tolerance: $0.tolerance ?? 0
        )
      )
    },
    .binary("cut", "The pieces left and right of the second.") {
      guard let pieces = try $0.geometry.cut(by: $0.other()) else { return .geometry(nil) }
      return .record([
        ("left", .geometry(pieces.left)), ("right", .geometry(pieces.right)),
        ("uncut", .geometries(pieces.uncut)),
      ])
    },
    .binary("extend", "A line extended to the second.", "[--extend-options]") {
      .geometry(
        try $0.geometry.extended(
          to: $0.other(),
          options: ExtendOptions(rawValue: $0.parameters.extendOptions)
        )
      )
    },
    .binary("reshape", "Reroutes the first along the second.") {
      .geometry(try $0.geometry.reshaped(by: $0.other()))
    },
    .unary(
      "offset",
      "The parallel line, on the right if positive.",
      "--distance [--join --mitre-limit --segments]"
    ) {
      .geometry(
        try $0.geometry.offset(
          distance: $0.number(\.distance, "distance"),
          style: $0.parameters.bufferStyle
        )
      )
    },
    .unary("interpolate-z", "Interpolates heights along a line.", "[--from --to]") {
      guard $0.parameters.from != nil || $0.parameters.to != nil else {
        return .geometry(try $0.geometry.fillingMissingZ())
      }
      return .geometry(
        try $0.geometry.interpolatingZ(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
      )
    },
    .unary("interpolate-m", "Interpolates measures along a line.", "[--from --to]") {
      guard $0.parameters.from != nil || $0.parameters.to != nil else {
        return .geometry(try $0.geometry.fillingMissingM())
      }
      return .geometry(
        try $0.geometry.interpolatingM(from: $0.number(\.from, "from"), to: $0.number(\.to, "to"))
      )
    },
  ]
}
