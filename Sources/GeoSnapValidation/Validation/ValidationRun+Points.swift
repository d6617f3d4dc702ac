internal import GeoSnapSupport

private struct LineContact {
  let line: FeatureID
  let type: Int32
  var isAtEnd = false
  var vertex: Int?
  /// A segment at the junction, if no vertex of the line is near in the plane.
  var segment: Int?
  var hasNearVertex = false

  /// Whether the junction is on the line where it has no vertex.
  var isOnSegment: Bool { segment != nil && !hasNearVertex }
}

extension ValidationRun {
  /// Finds connecting points at one place, each reported with the first of them.
  mutating func checkStacks(of ordinals: Range<Int>) {
    forEachPoint(of: ordinals) { run, feature, type, place, z in
      let ordinal = run.subject.network.ordinal(of: feature)
      let domain = run.subject.rules.classes[Int(type)].domain
      var first = Int32.max
      run.subject.features.forEachSegment(within: run.subject.tolerance.xy, of: place) { hit in
        guard hit.flags.contains(.place), hit.feature < min(ordinal, first) else { return }
        let otherType = run.subject.network.assetTypeOrdinals[Int(hit.feature)]
        guard otherType >= 0, run.subject.rules.classes[Int(otherType)].part == .point,
          run.subject.rules.classes[Int(otherType)].domain == domain,
          case .point(let other)? = run.subject.network.geometry(
            of: run.subject.network.feature(ordinal: hit.feature)
          ), run.subject.tolerance.holds(z, other.z ?? .nan, heights: ())
        else { return }
        first = hit.feature
      }
      guard first < .max else { return }
      let other = run.subject.network.feature(ordinal: first)
      run.marks.stacked.insert(feature)
      run.marks.stacked.insert(other)
      run.add(
        .stackedPoints,
        [feature, other],
        at: place,
        fix: .moveFeature(feature),
        "\(run.name(feature)) stands on \(run.name(other)): lines there cannot tell which to join."
      )
    }
  }

  /// Checks junctions on segments, on inner vertices without connectivity, and taps.
  mutating func checkPoints(of ordinals: Range<Int>) {
    forEachPoint(of: ordinals) { run, feature, type, place, z in
      if run.subject.marks.stacked.contains(feature) { return }
      let contacts = run.subject.contacts(place, z, type)
      for contact in contacts {
        if contact.isOnSegment {
          if !run.subject.belongsElsewhere(feature, place, contact, contacts) {
            run.checkSegment(contact, feature, type, place)
          }
        } else {
          run.checkVertex(contact, feature, place)
        }
      }
      if run.isTap(type) { run.checkTap(feature, contacts, place) }
    }
  }

  /// Calls `body` for each junction at a point that connects to lines.
  private mutating func forEachPoint(
    of ordinals: Range<Int>,
    _ body: (inout ValidationRun, FeatureID, Int32, Coordinate, Double) -> Void
  ) {
    subject.network.forEachTypedRow(of: ordinals) { feature, _, type, table in
      guard subject.rules.classes[Int(type)].part == .point,
        let point = table.geometries[Int(feature.row)]?.onlyPoint, let place = point.coordinate
      else { return }
      body(&self, feature, type, place, point.z ?? .nan)
    }
  }

  private mutating func checkVertex(
    _ contact: LineContact,
    _ junction: FeatureID,
    _ place: Coordinate
  ) {
    guard let vertex = contact.vertex, !contact.isAtEnd,
      !subject.rules.classes[Int(contact.type)].connectsAtVertices,
      !subject.areAssociated(junction, contact.line)
    else { return }
    add(
      .midspanConnectionForbidden,
      [contact.line, junction],
      at: place,
      fix: .splitLine(contact.line, at: place, naming: choices(at: junction, for: contact.line)),
      "\(name(junction)) stands on vertex \(vertex) of \(name(contact.line)), which connects at its "
        + "ends only."
    )
  }

  private mutating func checkSegment(
    _ contact: LineContact,
    _ junction: FeatureID,
    _ type: Int32,
    _ place: Coordinate
  ) {
    guard let segment = contact.segment else { return }
    let isSplit =
      !subject.rules.classes[Int(contact.type)].connectsAtVertices
      || subject.rules.classes[Int(type)].terminals.count > 1
    add(
      .noVertexForConnection,
      [contact.line, junction],
      at: place,
      fix: isSplit
        ? .splitLine(contact.line, at: place, naming: choices(at: junction, for: contact.line))
        : .insertVertex(in: contact.line, segment: segment, at: place),
      "\(name(junction)) stands on segment \(segment) of \(name(contact.line)), which has no vertex "
        + "there: they do not connect."
    )
  }

  // MARK: Taps

  private func isTap(_ type: Int32) -> Bool { subject.taps[Int(type)] }

  private mutating func checkTap(_ tap: FeatureID, _ contacts: [LineContact], _ place: Coordinate) {
    let atEnd = contacts.filter(\.isAtEnd)
    let inBetween = contacts.filter {
      !$0.isAtEnd && $0.vertex != nil && subject.rules.classes[Int($0.type)].connectsAtVertices
    }
    guard atEnd.count > 1 || inBetween.count > 1 else { return }
    let lines = (atEnd.count > 1 ? atEnd : []) + (inBetween.count > 1 ? inBetween : [])
    let types = lines.map { subject.network.catalog.entries[Int($0.type)].id }
    let others = subject.nearest.junctions(joining: types).filter { id in
      id.sourceID == subject.typeID(tap).sourceID
        && subject.network.catalog.ordinal(id).map { !isTap($0) } ?? false
    }
    add(
      .tapAtSeveralLines,
      [tap] + lines.map(\.line),
      at: place,
      fix: others.isEmpty ? .moveFeature(tap) : .chooseAssetType(of: tap, among: others),
      "\(name(tap)) is a tap at " + (atEnd.count > 1 ? "the ends of \(atEnd.count) lines" : "")
        + (atEnd.count > 1 && inBetween.count > 1 ? " and " : "")
        + (inBetween.count > 1 ? "inner vertices of \(inBetween.count) lines" : "")
        + "; it belongs between the ends of one."
    )
  }

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
    subject.network.forEachTypedRow(of: ordinals) { feature, ordinal, type, _ in
      guard !subject.rules.classes[Int(type)].connectsAtVertices else { return }
      let isJoined = subject.topology.joinsJunctions(line: ordinal)
      if isJoined.start && isJoined.end { return }
      guard let line = subject.joiningLine(feature) else { return }
      if !isJoined.start { checkEnd(ordinal, type, line, 0) }
      if !isJoined.end { checkEnd(ordinal, type, line, line.count - 1) }
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
  /// The lines at a junction to which they may connect by a rule.
  fileprivate func contacts(_ place: Coordinate, _ z: Double, _ type: Int32) -> [LineContact] {
    var contacts: [LineContact] = []
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      let lineType = network.assetTypeOrdinals[Int(hit.feature)]
      guard lineType >= 0, rules.classes[Int(lineType)].part == .line,
        rules.mayJoin(junction: type, line: lineType)
      else { return }
      let line = network.feature(ordinal: hit.feature)
      guard let path = joiningLine(line) else { return }
      var number = contacts.firstIndex { $0.line == line }
      if number == nil {
        number = contacts.count
        contacts.append(LineContact(line: line, type: lineType))
      }
      guard let number else { return }
      let start = Int(hit.segment)
      for vertex in [start, start + 1] where vertex < path.count {
        let (dx, dy) = (path[vertex].x - place.x, path[vertex].y - place.y)
        guard tolerance.holds(dx, dy) else { continue }
        contacts[number].hasNearVertex = true
        guard tolerance.holds(path.z(at: vertex) ?? .nan, z, heights: ()) else { continue }
        if vertex == 0 || vertex == path.count - 1 {
          contacts[number].isAtEnd = true
        } else if contacts[number].vertex == nil {
          contacts[number].vertex = vertex
        }
      }
      if let from = path.z(at: start), let to = path.z(at: min(start + 1, path.count - 1)) {
        guard tolerance.holds(from + hit.fraction * (to - from), z, heights: ()) else { return }
      }
      contacts[number].segment = min(contacts[number].segment ?? start, start)
    }
    return contacts.rising(by: { network.ordinal(of: $0.line) })
  }

  /// Whether a junction on a segment of a line has another connection, so that the line only passes: by an
  /// association, or by a line that runs along that one, as parallel circuits do.
  fileprivate func belongsElsewhere(
    _ junction: FeatureID,
    _ place: Coordinate,
    _ contact: LineContact,
    _ contacts: [LineContact]
  ) -> Bool {
    if network.associations(of: junction).contains(where: \.kind.isConnectivity) { return true }
    guard let path = joiningLine(contact.line), let segment = contact.segment else { return false }
    let passing = Segment(path[segment], path[segment + 1])
    return contacts.contains { other in
      guard other.isAtEnd || other.vertex != nil, let path = joiningLine(other.line) else {
        return false
      }
      let vertices = 0..<path.count
      let here = vertices.filter { tolerance.holds(path[$0].x - place.x, path[$0].y - place.y) }
      return here.contains { vertex in
        [vertex - 1, vertex + 1].contains { next in
          vertices.contains(next) && !here.contains(next)
            && overlap(Segment(place, path[next]), passing)
        }
      }
    }
  }

  /// Whether a segment that starts on another one runs along it.
  private func overlap(_ leaving: Segment, _ passing: Segment) -> Bool {
    let limit = tolerance.xy * tolerance.xy
    if passing.squaredDistance(to: leaving.end) <= limit { return true }
    return [passing.start, passing.end].contains {
      leaving.start.squaredDistance(to: $0) > limit && leaving.squaredDistance(to: $0) <= limit
    }
  }

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
      where inner.contains(vertex) && isThere(vertex) { return others.append(hit.feature) }
    }
    return isLoose ? others : []
  }

  /// Whether any junction is at a place, irrespective of rules.
  fileprivate func standsJunction(_ place: Coordinate) -> Bool {
    var stands = false
    features.forEachSegment(within: tolerance.xy, of: place) { hit in
      guard !stands, hit.flags.contains(.place) else { return }
      let type = network.assetTypeOrdinals[Int(hit.feature)]
      stands = type >= 0 ? isPoint(type) : isUnclassified(network.feature(ordinal: hit.feature))
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
