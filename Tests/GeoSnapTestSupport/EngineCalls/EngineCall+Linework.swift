import GeoSnap

extension EngineCall {
  /// Nets of lines and faces.
  static let linework: [EngineCall] = [
    EngineCall("polygonized") {
      let answer = try $0.first.polygonized()
      return .geometries(
        answer.polygons.map { .polygon($0) }
          + [answer.cutEdges, answer.dangles, answer.invalidRings]
      )
    },
    EngineCall("mergedLines") {
      .geometry(try $0.first.mergedLines(directed: $0.choice & 1 != 0))
    },
    EngineCall("noded") { .geometry(try $0.first.noded()) },
    EngineCall("sharedPaths") {
      let answer = try $0.first.sharedPaths(with: $0.second)
      return .geometries([answer.forward, answer.backward])
    },
    EngineCall("snapped") { .geometry(try $0.first.snapped(to: $0.second, tolerance: $0.amount)) },
    EngineCall("polygons completing") {
      .geometries(
        try Geometry.polygons(completing: $0.first.parts, with: $0.second.parts)
          .map { .polygon($0) }
      )
    },
    EngineCall("delaunayTriangulation") {
      .geometry(
        try $0.first.delaunayTriangulation(
          tolerance: $0.choice & 2 == 0 ? 0 : $0.amount,
          onlyEdges: $0.choice & 1 != 0
        )
      )
    },
    EngineCall("constrainedDelaunayTriangulation") {
      .geometry(try $0.first.constrainedDelaunayTriangulation())
    },
    EngineCall("voronoiDiagram") {
      .geometry(
        try $0.first.voronoiDiagram(
          extent: $0.choice & 4 == 0 ? nil : $0.second.envelope,
          tolerance: $0.choice & 2 == 0 ? 0 : $0.amount,
          onlyEdges: $0.choice & 1 != 0
        )
      )
    },
  ]

  /// Lines and areas cut, shortened and lengthened.
  static let cutting: [EngineCall] = [
    EngineCall("cut") {
      guard let pieces = try $0.first.cut(by: $0.second) else { return .geometries([]) }
      return .geometries([pieces.left, pieces.right] + pieces.uncut)
    },
    EngineCall("extended") {
      .geometry(
        try $0.first.extended(to: $0.second, options: ExtendOptions(rawValue: $0.choice & 31))
      )
    },
    EngineCall("reshaped") { .geometry(try $0.first.reshaped(by: $0.second)) },
    EngineCall("substring") {
      .geometry(try $0.first.substring(from: $0.fraction, to: 1 - Double($0.choice) / 256))
    },
    EngineCall("split at fractions") {
      .geometries(try $0.first.split(atFractions: [$0.fraction, 0.5, Double($0.choice) / 256]))
    },
    EngineCall("split at coordinates") {
      .geometries(
        try $0.first.split(at: Array($0.second.coordinates.prefix(4)), tolerance: $0.amount)
      )
    },
  ]

  /// Ordinates changed one by one.
  static let edits: [EngineCall] = [
    EngineCall("moved") {
      .geometry(try $0.first.moved(dx: $0.amount, dy: -$0.amount, dz: $0.fraction))
    },
    EngineCall("rotated") {
      .geometry(
        try $0.first.rotated(degrees: $0.amount, around: $0.choice & 1 == 0 ? nil : $0.place)
      )
    },
    EngineCall("scaled") {
      .geometry(
        try $0.first.scaled(
          x: $0.amount,
          y: $0.fraction,
          around: $0.choice & 1 == 0 ? nil : $0.place
        )
      )
    },
    EngineCall("settingZ") { .geometry($0.first.settingZ($0.fraction)) },
    EngineCall("settingM") { .geometry($0.first.settingM($0.fraction)) },
    EngineCall("settingZAndM") { .geometry($0.first.settingZAndM(z: $0.fraction, m: 1)) },
    EngineCall("interpolatingZ") {
      .geometry(try $0.first.interpolatingZ(from: $0.fraction, to: 7))
    },
    EngineCall("interpolatingM") {
      .geometry(try $0.first.interpolatingM(from: $0.fraction, to: 7))
    },
    EngineCall("fillingMissingZ") { .geometry(try $0.first.fillingMissingZ()) },
    EngineCall("fillingMissingM") { .geometry(try $0.first.fillingMissingM()) },
    EngineCall("removingZAndM") { .geometry($0.first.removingZAndM()) },
    EngineCall("removingRepeatedVertices") {
      .geometry(try $0.first.removingRepeatedVertices(tolerance: $0.amount))
    },
    EngineCall("normalizingCentralMeridian") {
      .geometry(try $0.first.normalizingCentralMeridian(worldWidth: max($0.step, 1e-6)))
    },
    EngineCall("orientingRings") { .geometry($0.first.orientingRings(.clockwise)) },
    EngineCall("reversed") { .geometry($0.first.reversed()) },
    EngineCall("asMulti") { .geometry($0.first.asMulti()) },
    EngineCall("parts") { .geometries($0.first.parts) },
  ]
}
