extension ValidationRun {
  /// Finds missing geometries, and errors of single lines.
  mutating func checkShapes(of ordinals: Range<Int>) {
    let network = subject.network
    network.forEachTable(of: ordinals) { index, table, rows in
      let source = network.definition.sources.first { $0.sourceID == table.sourceID }
      guard let usage = source?.usage, usage != .subnetLine, usage.geometryType != nil
      else { return }
      for row in rows {
        let feature = FeatureID(table: index, row: row)
        if usage.elementKind == .edge, let line = PackedLine(table.geometries, row: row) {
          checkLine(feature, line)
        } else if let geometry = table.geometries[row], !geometry.isEmpty {
          if usage.elementKind == .edge { checkParts(feature, geometry) }
        } else {
          checkMissing(feature)
        }
      }
    }
  }

  private mutating func checkMissing(_ feature: FeatureID) {
    // A geometry that could not be read is already reported.
    if subject.network.geometry(of: feature) == nil && subject.marks.damaged.contains(feature) {
      return
    }
    add(
      .emptyGeometry,
      [feature],
      at: nil,
      fix: .drawGeometry(of: feature),
      "\(name(feature)) has no geometry, so it is not part of the network topology."
    )
  }

  /// Reports a line with several parts.
  private mutating func checkParts(_ feature: FeatureID, _ geometry: Geometry) {
    let paths = geometry.paths.filter { !$0.isEmpty }
    guard let path = paths.first else { return }
    add(
      .multipartLine,
      [feature],
      at: path[0],
      fix: .separateParts(of: feature),
      "\(name(feature)) has \(paths.count) parts; a line of the network has one."
    )
  }

  private mutating func checkLine(_ feature: FeatureID, _ path: PackedLine) {
    let shape = LineShape(path)
    if shape.isWithoutLength(subject.tolerance) {
      marks.zeroLength.insert(feature)
      add(
        .zeroLengthLine,
        [feature],
        at: path[0],
        fix: .deleteFeature(feature),
        "\(name(feature)) is no longer than the tolerance of \(subject.tolerance.xy)."
      )
      return
    }
    let again = shape.repeatedVertices(subject.tolerance)
    if let first = again.first {
      marks.repeated.insert(feature)
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
