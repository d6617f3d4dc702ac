extension ValidationRun {
  /// Looks at lines and junctions one by one.
  mutating func checkDoubts(of ordinals: Range<Int>) {
    let subject = subject
    subject.network.forEachTable(of: ordinals) { index, table, rows in
      guard table.sourceID != nil else { return }
      let first = Int(subject.network.firstOrdinals[index])
      for row in rows {
        let type = subject.network.assetTypeOrdinals[first + row]
        guard type >= 0 else { continue }
        let feature = FeatureID(table: index, row: row)
        switch subject.rules.classes[Int(type)].part {
        case .line:
          guard !subject.marks.zeroLength.contains(feature),
            let line = PackedLine(table.geometries, row: row)
          else { continue }
          doubtLine(feature, Int32(truncatingIfNeeded: first + row), type, line)
        case .point:
          guard let place = table.geometries[row]?.onlyPoint?.coordinate else { continue }
          doubtJunction(feature, Int32(truncatingIfNeeded: first + row), type, place)
        case .none, .object, .edgeObject: break
        }
      }
    }
  }

  /// Whether a place is far from all others, which is told then.
  mutating func isRemote(_ feature: FeatureID, _ place: Coordinate) -> Bool {
    guard let bounds = subject.bounds, !bounds.holds(place) else { return false }
    let distance = bounds.distance(place)
    let isSwapped = bounds.holdsSwapped(place)
    doubt(
      isSwapped ? .swappedAxes : .remotePlace,
      [feature],
      at: place,
      distance: distance,
      isSwapped
        ? "\(name(feature)) has x and y swapped: the other way round it is among the other features."
        : "\(name(feature)) is \(Words.number(distance, decimals: 0)) from where the others are.",
      isSwapped
        ? "Swap the coordinates of this feature."
        : "Move it to where it belongs, or see whether its coordinates are of another reference system."
    )
    return true
  }

  // MARK: Junctions

  private mutating func doubtJunction(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ place: Coordinate
  ) {
    if isRemote(feature, place) || subject.marks.stacked.contains(feature) { return }
    let nodes = subject.topology.nodes(of: feature)
    let isJoined = nodes.contains { node in
      subject.topology.halfEdges(of: node).contains { !subject.topology.isInternal($0.edge) }
    }
    marks.doubts.countJunction(type, isJoined: isJoined)
    guard isJoined else {
      marks.doubts.addLoose(.init(feature: feature, type: type, place: place, end: nil))
      return
    }
    var near: [Int32] = []
    subject.features.forEachSegment(within: subject.nearDistance, of: place) { hit in
      guard hit.feature != ordinal, !near.contains(hit.feature),
        hit.distance > subject.tolerance.xy
      else { return }
      near.append(hit.feature)
    }
    for other in near where subject.mayHaveMeantToJoin(ordinal, type, other) {
      let neighbour = subject.network.feature(ordinal: other)
      guard !subject.areNeighbours(nodes, neighbour) else { continue }
      doubt(
        .nearMiss,
        [feature, neighbour],
        at: place,
        distance: subject.features.distance(from: place, to: other, within: subject.nearDistance),
        "\(name(feature)) nearly meets \(name(neighbour)), and does not join it.",
        "Move the one onto the other if they are meant to join."
      )
    }
  }
}

extension FeatureIndex {
  /// How far a feature is from a place; nil when it is farther than that.
  fileprivate func distance(
    from place: Coordinate,
    to feature: Int32,
    within distance: Double
  ) -> Double? {
    nearestSegment(to: place, within: distance) { $0.feature == feature }?.distance
  }
}

extension ValidationSubject {
  /// How near things are that were meant to meet, though they are no place within the tolerance.
  var nearDistance: Double {
    min(tolerance.xy * 20, (bounds?.typicalLength ?? .infinity) / 100)
  }

  /// How long a line is that hardly has a length.
  var shortLength: Double {
    min(tolerance.xy * 50, (bounds?.typicalLength ?? .infinity) / 50)
  }

  /// Whether a junction and a later junction, or a line, are such that they could join.
  fileprivate func mayHaveMeantToJoin(_ ordinal: Int32, _ type: Int32, _ other: Int32) -> Bool {
    let otherType = network.assetTypeOrdinals[Int(other)]
    guard otherType >= 0, rules.shareDomain(type, otherType) else { return false }
    return switch rules.classes[Int(otherType)].part {
    case .point: other > ordinal && joinsSomething(network.feature(ordinal: other))
    case .line: rules.mayJoin(junction: type, line: otherType)
    case .none, .object, .edgeObject: false
    }
  }

  private func joinsSomething(_ junction: FeatureID) -> Bool {
    topology.nodes(of: junction).contains { node in
      topology.halfEdges(of: node).contains { !topology.isInternal($0.edge) }
    }
  }

  /// Whether a feature is joined with a junction, or with what joins the junction: at most one line is between.
  fileprivate func areNeighbours(_ nodes: Range<Int>, _ other: FeatureID) -> Bool {
    let ordinal = network.ordinal(of: other)
    let others = topology.nodes(of: other)
    return nodes.contains { node in
      topology.halfEdges(of: node).contains { half in
        if others.contains(Int(half.node)) { return true }
        if isLine(half.edge, ordinal) { return true }
        return topology.halfEdges(of: Int(half.node)).contains {
          others.contains(Int($0.node)) || isLine($0.edge, ordinal)
        }
      }
    }
  }

  private func isLine(_ edge: Int, _ ordinal: Int32) -> Bool {
    !topology.isAssociation(edge) && topology.featureOrdinal(ofEdge: edge) == ordinal
  }
}
