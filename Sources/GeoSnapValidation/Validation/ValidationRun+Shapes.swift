extension ValidationRun {
  /// Geometries that are missing, and lines that are wrong by themselves.
  mutating func checkShapes(of ordinals: Range<Int>) {
    let network = network
    network.forEachTable(of: ordinals) { index, table, rows in
      let source = network.definition.sources.first { $0.sourceID == table.sourceID }
      guard let usage = source?.usage, usage != .subnetLine, usage.geometryType != nil
      else { return }
      for row in rows {
        let feature = FeatureID(table: index, row: row)
        guard let geometry = table.geometries[row], !geometry.isEmpty else {
          checkMissing(feature)
          continue
        }
        if usage.elementKind == .edge { checkLine(feature, geometry) }
      }
    }
  }

  private mutating func checkMissing(_ feature: FeatureID) {
    // A geometry that could not be read is told of already.
    if network.geometry(of: feature) == nil && damaged.contains(feature) { return }
    add(
      .emptyGeometry,
      [feature],
      at: nil,
      fix: .drawGeometry(of: feature),
      "\(name(feature)) has no geometry, so it takes no part in the network."
    )
  }

  private mutating func checkLine(_ feature: FeatureID, _ geometry: Geometry) {
    let paths = geometry.paths.filter { !$0.isEmpty }
    guard let path = paths.first else { return }
    guard paths.count == 1, geometry.onlyLine != nil else {
      add(
        .multipartLine,
        [feature],
        at: path[0],
        fix: .separateParts(of: feature),
        "\(name(feature)) has \(paths.count) parts; a line of the network has one."
      )
      return
    }
    let shape = LineShape(path)
    if shape.isWithoutLength(tolerance) {
      zeroLength.insert(feature)
      add(
        .zeroLengthLine,
        [feature],
        at: path[0],
        fix: .deleteFeature(feature),
        "\(name(feature)) is no longer than the tolerance of \(tolerance.xy)."
      )
      return
    }
    let again = shape.repeatedVertices(tolerance)
    if let first = again.first {
      repeated.insert(feature)
      add(
        .repeatedVertex,
        [feature],
        at: path[first],
        fix: .removeVertices(of: feature, again),
        "\(name(feature)) has vertex \(first) at the place of the one before"
          + (again.count > 1 ? ", and \(again.count - 1) more." : ".")
      )
    }
    if let crossing = shape.selfIntersection {
      add(
        .selfIntersectingLine,
        [feature],
        at: crossing,
        fix: .splitLine(feature, at: crossing),
        "\(name(feature)) crosses or touches itself."
      )
    }
  }
}
