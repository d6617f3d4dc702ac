import GeoSnap

extension EngineCall {
  static let linework: [EngineCall] = [
    EngineCall("polygonized") {
      let answer = try $0.first.polygonized()
      return .geometries(
        answer.polygons.map { .polygon($0) }
          + [answer.cutEdges, answer.dangles, answer.invalidRings]
      )
    },
    geometry("mergedLines") { try $0.first.mergedLines(directed: $0.choice & 1 != 0) },
    geometry("noded") { try $0.first.noded() },
    EngineCall("sharedPaths") {
      let answer = try $0.first.sharedPaths(with: $0.second)
      return .geometries([answer.forward, answer.backward])
    },
    geometry("snapped") { try $0.first.snapped(to: $0.second, tolerance: $0.amount) },
    geometries("polygons completing") {
      try Geometry.polygons(completing: $0.first.parts, with: $0.second.parts).map { .polygon($0) }
    },
    geometry("delaunayTriangulation") {
      try $0.first.delaunayTriangulation(
        tolerance: $0.choice & 2 == 0 ? 0 : $0.amount,
        onlyEdges: $0.choice & 1 != 0
      )
    },
    geometry("constrainedDelaunayTriangulation") {
      try $0.first.constrainedDelaunayTriangulation()
    },
    geometry("voronoiDiagram") {
      try $0.first.voronoiDiagram(
        extent: $0.choice & 4 == 0 ? nil : $0.second.envelope,
        tolerance: $0.choice & 2 == 0 ? 0 : $0.amount,
        onlyEdges: $0.choice & 1 != 0
      )
    },
  ]

  static let cutting: [EngineCall] = [
    EngineCall("cut") {
      guard let pieces = try $0.first.cut(by: $0.second) else { return .geometries([]) }
      return .geometries([pieces.left, pieces.right] + pieces.uncut)
    },
    geometry("extended") {
      try $0.first.extended(to: $0.second, options: ExtendOptions(rawValue: $0.choice & 31))
    },
    geometry("reshaped") { try $0.first.reshaped(by: $0.second) },
    geometry("substring") {
      try $0.first.substring(from: $0.fraction, to: 1 - Double($0.choice) / 256)
    },
    geometries("split at fractions") {
      try $0.first.split(atFractions: [$0.fraction, 0.5, Double($0.choice) / 256])
    },
    geometries("split at coordinates") {
      try $0.first.split(at: Array($0.second.coordinates.prefix(4)), tolerance: $0.amount)
    },
  ]

  static let edits: [EngineCall] = [
    geometry("moved") { try $0.first.moved(dx: $0.amount, dy: -$0.amount, dz: $0.fraction) },
    geometry("rotated") {
      try $0.first.rotated(degrees: $0.amount, around: $0.choice & 1 == 0 ? nil : $0.place)
    },
    geometry("scaled") {
      try $0.first.scaled(x: $0.amount, y: $0.fraction, around: $0.choice & 1 == 0 ? nil : $0.place)
    },
    geometry("settingZ") { $0.first.settingZ($0.fraction) },
    geometry("settingM") { $0.first.settingM($0.fraction) },
    geometry("settingZAndM") { $0.first.settingZAndM(z: $0.fraction, m: 1) },
    geometry("interpolatingZ") { try $0.first.interpolatingZ(from: $0.fraction, to: 7) },
    geometry("interpolatingM") { try $0.first.interpolatingM(from: $0.fraction, to: 7) },
    geometry("fillingMissingZ") { try $0.first.fillingMissingZ() },
    geometry("fillingMissingM") { try $0.first.fillingMissingM() },
    geometry("removingZAndM") { $0.first.removingZAndM() },
    geometry("removingRepeatedVertices") {
      try $0.first.removingRepeatedVertices(tolerance: $0.amount)
    },
    geometry("normalizingCentralMeridian") {
      try $0.first.normalizingCentralMeridian(worldWidth: max($0.step, 1e-6))
    },
    geometry("orientingRings") { $0.first.orientingRings(.clockwise) },
    geometry("reversed") { $0.first.reversed() }, geometry("asMulti") { $0.first.asMulti() },
    geometries("parts") { $0.first.parts },
  ]
}
