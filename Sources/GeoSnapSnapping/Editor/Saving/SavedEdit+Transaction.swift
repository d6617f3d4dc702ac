extension SavedEdit {
  /// The edit with all its proposals, as a transaction; without edits for a sketch.
  ///
  /// It moves or inserts the feature, moves neighbours, inserts vertices of other lines, splits lines and sets the
  /// chosen terminals. Features that no longer exist in the network are left out. So are new ones of
  /// plain tables, which have no global id; others keep theirs, so edits are committed in order.
  ///
  /// - Complexity: Linear in the edit's proposals.
  public func transaction(in network: EditedNetwork) -> NetworkTransaction {
    guard let own = ownEdit(network) else { return NetworkTransaction("Sketch") }
    var edits = [own.edit]
    if let key = own.key, !merges.isEmpty {
      for (number, merge) in merges.enumerated() {
        guard let other = network.key(of: merge.feature) else { continue }
        if number > 0 { edits.append(.setGeometry(key, merge.before)) }
        edits.append(.mergeLines(key, with: other))
      }
      edits.append(.setGeometry(key, geometry))
    }
    for neighbour in neighbours {
      guard let key = key(of: neighbour.target, in: network) else { continue }
      edits.append(.setGeometry(key, neighbour.geometry))
    }
    var named: [FeatureKey: [String: AttributeValue]] = [:]
    for left in leftEnds {
      guard let line = key(of: left.line, in: network) else { continue }
      named[line, default: [:]][left.end.terminalField] = .null
    }
    for choice in terminalChoices {
      // A line uses a single terminal without a name.
      guard let terminal = choice.terminal, choice.terminals.count > 1, terminal != choice.current,
        let end = choice.lineEnd, !isAtSplit(choice) || isOwnEnd(choice, in: network),
        let line = choice.line.map({ key(of: $0, in: network) }) ?? own.key
      else { continue }
      named[line, default: [:]][end.terminalField] = .integer(Int64(terminal))
    }
    for (line, fields) in named.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      edits.append(.setAttributes(line, fields))
    }
    for insertion in insertions {
      let isSplit = splits.contains {
        $0.line == insertion.segment.target && $0.location == insertion.location
      }
      guard !isSplit, let line = key(of: insertion.segment.target, in: network) else { continue }
      let z = geometry.path(insertion.part)?.z(at: insertion.vertex)
      edits.append(.insertVertex(line, at: insertion.location, z: z))
    }
    var places: [(key: FeatureKey, places: [SplitPlace])] = []
    for split in splits {
      guard let line = split.line.map({ key(of: $0, in: network) }) ?? own.key else { continue }
      let place = SplitPlace(
        split.location,
        z: split.z,
        terminalBefore: terminal(at: split, .end),
        terminalAfter: terminal(at: split, .start)
      )
      if let known = places.firstIndex(where: { $0.key == line }) {
        places[known].places.append(place)
      } else {
        places.append((line, [place]))
      }
    }
    edits += places.map { .splitLine($0.key, at: $0.places) }
    return NetworkTransaction(own.name, edits)
  }

  /// A deleted feature that the edit concerns; nil when there is none.
  package func deletedFeature(in network: EditedNetwork) -> FeatureID? {
    concerned.first { !network.contains($0) }
  }

  var concerned: [FeatureID] {
    let targets =
      insertions.map(\.segment.target) + splits.compactMap(\.line) + leftEnds.map(\.line)
    return [subject.feature].compactMap(\.self)
      + (targets + neighbours.map(\.target)).compactMap(\.feature) + merges.map(\.feature)
  }

  /// The key of a feature, stored or not; nil for one that the network no longer has, and for one without an id.
  private func key(of target: SnapTarget, in network: EditedNetwork) -> FeatureKey? {
    switch target {
    case .feature(let feature): network.key(of: feature)
    case .pending(let number) where pendingIDs.indices.contains(number):
      pendingIDs[number].map { .globalID($0) }
    default: nil
    }
  }

  private var firstGeometry: Geometry { merges.first?.before ?? geometry }

  private func ownEdit(
    _ network: EditedNetwork
  ) -> (name: String, edit: NetworkEdit, key: FeatureKey?)? {
    let stored: FeatureID? =
      switch subject {
      case .feature(let feature): feature
      case .pending: newID.flatMap { network.feature(globalID: $0) }
      case .creation, .sketch: nil
      }
    if let stored {
      guard let key = network.key(of: stored) else { return nil }
      let name = network.assetType(of: stored).map { $0.group.words(for: $0.type) }
      return ("Edit \(name ?? "\(key)")", .setGeometry(key, firstGeometry), key)
    }
    guard let table, network.base.tables.indices.contains(table) else { return nil }
    let declared = network.base.tables[table]
    let feature = NewFeature(
      globalID: newID,
      assetGroup: assetType?.assetGroup ?? 0,
      assetType: assetType?.assetType ?? 0,
      geometry: firstGeometry,
      attributes: attributes
    )
    let type = assetType.flatMap { network.assetType($0) }
    let name = type.map { $0.group.words(for: $0.type) } ?? declared.name
    return (
      "Create \(name)", .insertFeature(feature, table: declared.name), newID.map { .globalID($0) }
    )
  }

  private func terminal(at split: LineSplit, _ end: LineEnd) -> Int? {
    terminalChoices.first { $0.lineEnd == end && $0.line == split.line && isAtSplit($0, split) }?
      .terminal
  }

  /// Whether a loop of the line is split at the line's own end, which no piece after the split names.
  private func isOwnEnd(_ choice: TerminalChoice, in network: EditedNetwork) -> Bool {
    var line: Geometry? = geometry
    if let other = choice.line {
      let feature = key(of: other, in: network).flatMap { network.feature($0) }
      line = feature.flatMap { network.geometry(of: $0) }
    }
    guard let path = line?.onlyLine, let place = choice.lineEnd == .start ? path.first : path.last
    else { return false }
    return splits.contains {
      $0.line == choice.line && $0.location == place && isAtSplit(choice, $0)
    }
  }

  private func isAtSplit(_ choice: TerminalChoice) -> Bool {
    splits.contains { $0.line == choice.line && isAtSplit(choice, $0) }
  }

  private func isAtSplit(_ choice: TerminalChoice, _ split: LineSplit) -> Bool {
    geometry.path(choice.part).map { path in
      choice.vertex < path.count && path[choice.vertex] == split.location
    } ?? false
  }
}

extension LineEnd {
  package var terminalField: String { self == .start ? TerminalField.from : TerminalField.to }
}
