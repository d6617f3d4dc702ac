extension ValidationRun {
  /// Checks lines and junctions one by one.
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
          guard let line = PackedLine(table.geometries, row: row),
            !subject.marks.zeroLength.contains(feature)
          else { continue }
          doubtLine(feature, Int32(truncatingIfNeeded: first + row), type, line)
        case .point: doubtJunction(feature, type)
        case .none, .object, .edgeObject: break
        }
      }
    }
  }

  private mutating func doubtJunction(_ feature: FeatureID, _ type: Int32) {
    let isJoined = subject.joinsSomething(feature)
    marks.doubts.junctions[Int(type)].add(isJoined)
    guard !isJoined, subject.mayJoinLines(type), let place = subject.place(feature),
      subject.isAmongOthers(place)
    else {
      return
    }
    marks.doubts.loose.append(.init(feature: feature, type: type, place: place, end: nil))
  }

  // MARK: Places far from all others

  /// Finds features with a place far from all others, in O(log n + k) for k of them.
  mutating func checkRemotePlaces() {
    guard let bounds = subject.bounds else { return }
    var places: [Int32: Coordinate] = [:]
    for outside in bounds.outside {
      subject.features.forEachSegment(intersecting: outside) { hit in
        let ends = [hit.geometry.start, hit.geometry.end]
        guard let place = ends.first(where: { !bounds.holds($0) }) else { return }
        places[hit.feature] = place
      }
    }
    for (ordinal, place) in places {
      let feature = subject.network.feature(ordinal: ordinal)
      let distance = bounds.distance(place)
      let isSwapped = bounds.holdsSwapped(place)
      doubt(
        isSwapped ? .swappedAxes : .remotePlace,
        [feature],
        at: place,
        distance: distance,
        isSwapped
          ? "\(name(feature)) seems to have x and y swapped: swapped back, it lies among the other features."
          : "\(name(feature)) is \(Words.number(distance, decimals: 0)) away from the other features.",
        isSwapped
          ? "Swap the coordinates of this feature."
          : "Move it to where it belongs, or check whether its coordinates are in another reference system."
      )
    }
  }
}

extension ValidationSubject {
  /// The greatest distance, beyond the tolerance, between features that were probably meant to connect.
  var nearDistance: Double {
    min(tolerance.xy * 20, (bounds?.typicalLength ?? .infinity) / 100)
  }

  /// The length up to which a line is short.
  var shortLength: Double {
    min(tolerance.xy * 50, (bounds?.typicalLength ?? .infinity) / 50)
  }

  /// Whether some rule lets junctions of a type connect to lines.
  func mayJoinLines(_ type: Int32) -> Bool {
    network.catalog.entries.indices.contains { line in
      rules.classes[line].part == .line
        && rules.mayJoin(junction: type, line: Int32(truncatingIfNeeded: line))
    }
  }

  /// Whether a junction is connected to a line or associated with another junction.
  func joinsSomething(_ junction: FeatureID) -> Bool {
    topology.nodes(of: junction).contains { node in
      topology.halfEdges(of: node).contains { !topology.isInternal($0.edge) }
    }
  }

  func isAmongOthers(_ place: Coordinate) -> Bool { bounds?.holds(place) ?? true }
}
