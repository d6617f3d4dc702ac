internal import GeoSnapSupport

extension ValidationRun {
  /// Loose ends of lines on inner vertices of lines of their type that connect at ends only.
  mutating func checkLooseEnds(of ordinals: Range<Int>) {
    let network = network
    network.forEachTable(of: ordinals) { index, table, rows in
      guard table.sourceID != nil else { return }
      let first = Int(network.firstOrdinals[index])
      for row in rows {
        let type = network.assetTypeOrdinals[first + row]
        guard type >= 0, !rules.classes[Int(type)].connectsAtVertices else { continue }
        let line = FeatureID(table: index, row: row)
        guard let path = joiningLine(line) else { continue }
        checkEnd(line, type, path, 0)
        checkEnd(line, type, path, path.count - 1)
      }
    }
  }

  private mutating func checkEnd(
    _ line: FeatureID,
    _ type: Int32,
    _ path: CoordinateSequence,
    _ vertex: Int
  ) {
    let place = path[vertex]
    let z = path.z(at: vertex) ?? .nan
    var isLoose = true
    var others: [FeatureID] = []
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      let otherType = network.assetTypeOrdinals[Int(hit.feature)]
      let other = network.feature(ordinal: hit.feature)
      if hit.flags.contains(.place) {
        if isJunction(other, otherType, z, type) { isLoose = false }
        return
      }
      guard otherType == type, other != line, !others.contains(other), let path = joiningLine(other)
      else { return }
      func isThere(_ vertex: Int) -> Bool {
        tolerance.holds(path[vertex].x - place.x, path[vertex].y - place.y)
          && tolerance.holds(path.z(at: vertex) ?? .nan, z, heights: ())
      }
      guard !isThere(0), !isThere(path.count - 1) else { return }
      let vertices = [Int(hit.segment), Int(hit.segment) + 1]
      if vertices.contains(where: { $0 > 0 && $0 < path.count - 1 && isThere($0) }) {
        others.append(other)
      }
    }
    guard isLoose else { return }
    for other in others.rising(by: { network.ordinal(of: $0) }) {
      add(
        .midspanConnectionForbidden,
        [other, line],
        at: place,
        fix: .splitLine(other, at: place),
        "\(name(line)) ends on an inner vertex of \(name(other)), which connects at its ends only."
      )
    }
  }

  /// Whether a point is a junction that a line of a type ends at, rightly or not.
  private func isJunction(_ point: FeatureID, _ type: Int32, _ z: Double, _ line: Int32) -> Bool {
    guard case .point(let geometry)? = network.geometry(of: point),
      tolerance.holds(geometry.z ?? .nan, z, heights: ())
    else { return false }
    guard type >= 0 else { return isUnclassified(point) }
    return rules.classes[Int(type)].part == .point
      && (rules.mayJoin(junction: type, line: line) || rules.shareDomain(type, line))
  }

  /// Whether a feature would take part if only its asset type were known.
  func isUnclassified(_ feature: FeatureID) -> Bool {
    let table = network.tables[Int(feature.table)]
    return typeOrdinal(feature) < 0
      && network.definition.sources.contains {
        $0.sourceID == table.sourceID && $0.usage.connectsByGeometry
      }
  }
}
