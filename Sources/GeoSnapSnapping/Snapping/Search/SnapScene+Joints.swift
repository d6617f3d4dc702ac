internal import GeoSnapSupport

// The junctions at the meeting of two lines: editors do not propose what they would refuse.
extension SnapScene {
  /// The junctions within the coincidence tolerance of a place, in the order of ordinals.
  func junctions(at place: Coordinate) -> [Int32] {
    var found: Set<Int32> = []
    let entries = network.catalog.entries
    features.forEachVertex(within: network.base.coincidenceTolerance.xy, of: place) { hit in
      let featureClass = Int(featureClass(of: hit.feature))
      guard featureClass < entries.count, case let source = entries[featureClass].source,
        source.usage.connectsByGeometry, source.elementKind == .junction
      else { return }
      found.insert(hit.feature)
    }
    return found.sorted()
  }

  /// The junctions to place between two lines, the simplest first; empty if there is a junction already.
  func joints(
    between line: AssetTypeID,
    _ other: AssetTypeID,
    at place: Coordinate,
    _ rules: ConnectivityRules
  ) -> [AssetTypeID] {
    guard junctions(at: place).isEmpty else { return [] }
    return rules.joints(between: line, other).filter {
      mayStand($0, at: place, beside: line, rules)
    }
  }

  /// Whether a junction of an asset type may connect all lines at a place and a new one.
  ///
  /// An existing junction divides no line, and connects only lines that already connect there.
  func mayStand(
    _ junction: AssetTypeID,
    at place: Coordinate,
    beside line: AssetTypeID,
    isThere: Bool = false,
    _ rules: ConnectivityRules
  ) -> Bool {
    guard let type = network.assetType(junction)?.type, rules.joint(junction, line) != nil else {
      return false
    }
    let terminals = network.base.terminals(of: type).map(\.id)
    var types = [line]
    for met in lines(at: place) where !isThere || met.connects {
      guard let joint = rules.joint(junction, met.entry.id) else {
        if met.vertexCount == 0 { continue }
        return false
      }
      if !types.contains(met.entry.id) { types.append(met.entry.id) }
      let allowed = terminals.filter { joint.terminalIDs.isEmpty || joint.terminalIDs.contains($0) }
      for terminal in met.terminals {
        guard terminal.map(allowed.contains) ?? (terminals.count <= 1 || allowed.count == 1) else {
          return false
        }
      }
      let splits =
        !isThere && (terminals.count > 1 || met.entry.type.connectivityPolicy == .endVertex)
      if splits, met.vertexCount > 1 || !met.isEnd && !(met.isSinglePart && met.isExact) {
        return false
      }
    }
    return types.indices.allSatisfy { first in
      types[..<first].allSatisfy { rules.mayMeet($0, types[first], at: junction) }
    }
  }

  /// The asset types that a junction could get to connect one more line.
  func types(
    of junction: Int32,
    at place: Coordinate,
    among types: [AssetTypeID],
    beside line: AssetTypeID,
    _ rules: ConnectivityRules
  ) -> [AssetTypeID] {
    guard let feature = target(of: junction).feature, let key = network.key(of: feature),
      junctions(at: place).count == 1, !network.isController(feature)
    else { return [] }
    let sourceID = network.catalog.entries[Int(featureClass(of: junction))].id.sourceID
    return types.filter { type in
      guard type.sourceID == sourceID,
        mayStand(type, at: place, beside: line, isThere: true, rules),
        let known = network.assetType(type), network.base.terminals(of: known.type).count <= 1
      else { return false }
      let change = NetworkTransaction(
        "",
        [.setAssetType(key, assetGroup: type.assetGroup, assetType: type.assetType)]
      )
      return (try? network.committing(change)) != nil
    }
  }

  private struct LineThere {
    let entry: AssetTypeCatalog.Entry
    let isSinglePart: Bool
    /// The number of its vertices there; 0 if it passes.
    var vertexCount = 0
    /// Whether its vertex is exactly there; an edit does not divide a line beside a vertex.
    var isExact = true
    var isEnd = false
    /// The terminals that its ends there name.
    var terminals: [Int?] = []

    /// Whether it connects there without a change.
    var connects: Bool { isEnd || vertexCount > 0 && entry.type.connectivityPolicy == .anyVertex }
  }

  /// The lines at a place that connect by place, each once, in the order of ordinals.
  private func lines(at place: Coordinate) -> [LineThere] {
    var found: [Int32: LineThere] = [:]
    let reach = network.base.coincidenceTolerance.xy
    let entries = network.catalog.entries
    features.forEachSegment(within: reach, of: place) { hit in
      let featureClass = Int(featureClass(of: hit.feature))
      guard found[hit.feature] == nil, featureClass < entries.count,
        case let entry = entries[featureClass], entry.source.usage.connectsByGeometry,
        entry.source.elementKind == .edge
      else { return }
      let isSinglePart = geometry(of: hit.feature)?.paths.count == 1
      found[hit.feature] = LineThere(entry: entry, isSinglePart: isSinglePart)
    }
    features.forEachVertex(within: reach, of: place) { hit in
      guard var line = found[hit.feature] else { return }
      line.vertexCount += 1
      line.isExact = hit.location == place
      let end: LineEnd? =
        hit.flags.contains(.startsPart) ? .start : hit.flags.contains(.endsPart) ? .end : nil
      line.isEnd = line.isEnd || end != nil
      if let end, let feature = target(of: hit.feature).feature {
        let named: Int? =
          switch network.attribute(end.terminalField, of: feature) {
          case .integer(let number): Int(exactly: number)
          case .text(let text): Int(text)
          default: nil
          }
        line.terminals.append(named)
      }
      found[hit.feature] = line
    }
    return Array(found).ordered { $0.key < $1.key }.map(\.value)
  }
}
