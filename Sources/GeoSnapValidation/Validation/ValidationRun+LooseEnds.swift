internal import GeoSnapSupport

extension ValidationRun {
  /// Finds ends of lines that name a terminal where there is no junction.
  mutating func checkNamedTerminals(of ordinals: Range<Int>) {
    let subject = subject
    subject.network.forEachTable(of: ordinals) { index, table, rows in
      let columns = [
        (NetworkFix.LineEnd.start, table.column(named: TerminalField.from)),
        (.end, table.column(named: TerminalField.to)),
      ]
      guard table.sourceID != nil, columns.contains(where: { $0.1 != nil }) else { return }
      let first = Int(subject.network.firstOrdinals[index])
      for row in rows {
        for (end, column) in columns {
          guard let column, let named = column[row].wholeNumber else { continue }
          let ordinal = Int32(truncatingIfNeeded: first + row)
          let isJoined = subject.topology.joinsJunctions(line: ordinal)
          let feature = FeatureID(table: index, row: row)
          guard end == .start ? !isJoined.start : !isJoined.end,
            let line = subject.joiningLine(feature)
          else { continue }
          let vertex = end == .start ? 0 : line.count - 1
          // An association may connect it to a feature elsewhere.
          guard !subject.standsJunction(line[vertex]),
            !subject.network.associations(of: feature).contains(where: \.kind.isConnectivity)
          else { continue }
          add(
            .invalidTerminal,
            [feature],
            at: line[vertex],
            fix: .setTerminal(of: feature, end, among: []),
            isByMessage: true,
            "\(name(feature)) names terminal \(named) in \(end.terminalField), but no device is there."
          )
        }
      }
    }
  }

  /// Finds loose ends of lines on inner vertices of lines of their type that connect at ends only.
  mutating func checkLooseEnds(of ordinals: Range<Int>) {
    let subject = subject
    subject.network.forEachTable(of: ordinals) { index, table, rows in
      guard table.sourceID != nil else { return }
      let first = Int(subject.network.firstOrdinals[index])
      for row in rows {
        let ordinal = Int32(truncatingIfNeeded: first + row)
        let type = subject.network.assetTypeOrdinals[Int(ordinal)]
        guard type >= 0, !subject.rules.classes[Int(type)].connectsAtVertices else { continue }
        let isJoined = subject.topology.joinsJunctions(line: ordinal)
        if isJoined.start && isJoined.end { continue }
        guard let line = subject.joiningLine(FeatureID(table: index, row: row)) else { continue }
        if !isJoined.start { checkEnd(ordinal, type, line, 0) }
        if !isJoined.end { checkEnd(ordinal, type, line, line.count - 1) }
      }
    }
  }

  private mutating func checkEnd(
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine,
    _ vertex: Int
  ) {
    let feature = subject.network.feature(ordinal: ordinal)
    for other in subject.linesPassing(ordinal, type, line, vertex).sorted() {
      let passing = subject.network.feature(ordinal: other)
      add(
        .midspanConnectionForbidden,
        [passing, feature],
        at: line[vertex],
        fix: .splitLine(passing, at: line[vertex]),
        subject.network.distinguishing(
          [feature, passing],
          in: "\(name(feature)) ends on an inner vertex of \(name(passing)), which connects at "
            + "its ends only."
        )
      )
    }
  }
}

extension ValidationSubject {
  /// The lines of a line's type with an inner vertex at its loose end.
  fileprivate func linesPassing(
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine,
    _ vertex: Int
  ) -> [Int32] {
    let place = line[vertex]
    let z = line.z(at: vertex) ?? .nan
    var isLoose = true
    var others: [Int32] = []
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      let otherType = network.assetTypeOrdinals[Int(hit.feature)]
      if hit.flags.contains(.place) {
        if isJunction(network.feature(ordinal: hit.feature), otherType, z, type) { isLoose = false }
        return
      }
      guard otherType == type, hit.feature != ordinal, !others.contains(hit.feature),
        let other = joiningLine(network.feature(ordinal: hit.feature))
      else { return }
      func isThere(_ vertex: Int) -> Bool {
        tolerance.holds(other[vertex].x - place.x, other[vertex].y - place.y)
          && tolerance.holds(other.z(at: vertex) ?? .nan, z, heights: ())
      }
      guard !isThere(0), !isThere(other.count - 1) else { return }
      let inner = 1..<other.count - 1
      for vertex in [Int(hit.segment), Int(hit.segment) + 1]
      where inner.contains(vertex) && isThere(vertex) {
        return others.append(hit.feature)
      }
    }
    return isLoose ? others : []
  }

  /// Whether any junction is at a place, irrespective of rules.
  fileprivate func standsJunction(_ place: Coordinate) -> Bool {
    var stands = false
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      guard !stands, hit.flags.contains(.place) else { return }
      let type = network.assetTypeOrdinals[Int(hit.feature)]
      stands =
        type >= 0
        ? isPoint(type)
        : isUnclassified(network.feature(ordinal: hit.feature))
    }
    return stands
  }

  private func isPoint(_ type: Int32) -> Bool { rules.classes[Int(type)].part == .point }

  /// Whether a point is a junction where a line of a type ends, irrespective of rules.
  private func isJunction(_ point: FeatureID, _ type: Int32, _ z: Double, _ line: Int32) -> Bool {
    guard case .point(let geometry)? = network.geometry(of: point),
      tolerance.holds(geometry.z ?? .nan, z, heights: ())
    else { return false }
    guard type >= 0 else { return isUnclassified(point) }
    return isPoint(type)
      && (rules.mayJoin(junction: type, line: line) || rules.shareDomain(type, line))
  }

  /// Whether only the unknown asset type excludes a feature.
  func isUnclassified(_ feature: FeatureID) -> Bool {
    let table = network.tables[Int(feature.table)]
    return typeOrdinal(feature) < 0
      && network.definition.sources.contains {
        $0.sourceID == table.sourceID && $0.usage.connectsByGeometry
      }
  }
}
