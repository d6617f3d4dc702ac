extension NetworkState {
  /// The transaction that deletes a feature.
  ///
  /// When a junction that joins just two lines of one asset type is deleted, the lines are merged: the longer one
  /// takes over the other. Terminals of the junction that line ends name are cleared, unless another junction is at
  /// the same place.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - healsLines: Whether the two lines are merged.
  /// - Returns: The transaction; without edits when the feature no longer exists.
  /// - Complexity: Linear in the number of features at the same place.
  public func deletion(of feature: FeatureID, healsLines: Bool = true) -> NetworkTransaction {
    guard let key = network.key(of: feature) else { return NetworkTransaction("Delete") }
    let type = network.assetType(of: feature).map { $0.group.words(for: $0.type) }
    let edits = terminalsNamed(of: feature) + [.deleteFeature(key)]
    var deletion = NetworkTransaction("Delete \(type ?? "\(key)")", edits)
    if healsLines, let (kept, other) = linesHealed(without: feature),
      let keptKey = network.key(of: kept), let otherKey = network.key(of: other)
    {
      var healing = deletion
      healing.edits.append(.mergeLines(keptKey, with: otherKey))
      // Lines that cannot be merged, such as at different heights, do not prevent the deletion.
      if (try? network.committing(healing)) != nil { deletion = healing }
    }
    return deletion
  }

  /// The two lines that a junction joins, the longer first; nil when it joins anything else.
  private func linesHealed(without junction: FeatureID) -> (FeatureID, FeatureID)? {
    guard let type = network.assetType(of: junction), type.type.connectivityPolicy == nil,
      case .point(let point)? = network.geometry(of: junction), let place = point.coordinate
    else { return nil }
    var lines: [FeatureID] = []
    var isFree = true
    index.features.forEachVertex(within: topology.tolerance.xy, of: place) { hit in
      let feature = network.feature(ordinal: hit.feature)
      guard feature != junction, let usage = usage(of: feature), usage.connectsByGeometry else {
        return
      }
      let isEnd = !hit.flags.isDisjoint(with: [.startsPart, .endsPart])
      if usage.elementKind == .edge, isEnd { lines.append(feature) } else { isFree = false }
    }
    guard isFree, lines.count == 2, lines[0] != lines[1],
      network.assetTypeID(of: lines[0]) == network.assetTypeID(of: lines[1])
    else { return nil }
    let lengths = lines.map { network.geometry(of: $0)?.length ?? 0 }
    return lengths[0] >= lengths[1] ? (lines[0], lines[1]) : (lines[1], lines[0])
  }

  /// The edits that clear the terminals which line ends name at a device.
  private func terminalsNamed(of junction: FeatureID) -> [NetworkEdit] {
    guard topology.nodes(of: junction).count > 1,
      case .point(let point)? = network.geometry(of: junction), let place = point.coordinate
    else { return [] }
    var named: [FeatureID: [String: AttributeValue]] = [:]
    var isAlone = true
    index.features.forEachVertex(within: topology.tolerance.xy, of: place) { hit in
      let feature = network.feature(ordinal: hit.feature)
      guard feature != junction, let usage = usage(of: feature), usage.connectsByGeometry else {
        return
      }
      if usage.elementKind != .edge { isAlone = false }
      for (flag, end) in [(PathFlags.startsPart, LineEnd.start), (.endsPart, .end)]
      where hit.flags.contains(flag) {
        let value = network.attribute(end.terminalField, of: feature)
        if let value, value != .null { named[feature, default: [:]][end.terminalField] = .null }
      }
    }
    guard isAlone else { return [] }
    return named.sorted { ($0.key.table, $0.key.row) < ($1.key.table, $1.key.row) }
      .compactMap { line, fields in network.key(of: line).map { .setAttributes($0, fields) } }
  }

  private func usage(of feature: FeatureID) -> NetworkSourceUsage? {
    network.assetTypeID(of: feature).flatMap { network.assetType($0)?.source.usage }
  }
}
