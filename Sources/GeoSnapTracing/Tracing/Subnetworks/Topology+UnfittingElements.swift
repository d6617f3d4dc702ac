extension Topology {
  /// The errors of a subnetwork that was traced.
  func warnings(of result: TraceResult, in tier: Tier) -> [TraceWarning] {
    result.warnings + unfitting(result.elements, in: tier)
  }

  /// The elements of a subnetwork that are not valid in its tier: one warning for each asset type.
  private func unfitting(_ elements: TraceElements, in tier: Tier) -> [TraceWarning] {
    let entries = network.catalog.entries
    /// The first feature and the number of elements of each asset type.
    var firsts = [Int32](repeating: -1, count: entries.count)
    var counts = [Int](repeating: 0, count: entries.count)
    for code in elements.codes {
      let ordinal = featureOrdinal(code)
      let type = Int(network.assetTypeOrdinal(at: ordinal))
      guard type >= 0 else { continue }
      if counts[type] == 0 { firsts[type] = ordinal }
      counts[type] += 1
    }
    return entries.indices.compactMap { type in
      let entry = entries[type]
      guard counts[type] > 0 else { return nil }
      let valid = tier.validAssetTypes(of: entry.source.usage)
      let own = AssetTypeCode(assetGroup: entry.id.assetGroup, assetType: entry.id.assetType)
      if valid.isEmpty || valid.contains(own) { return nil }
      // Esri's numbers with GeoSnap's names.
      let (code, number) =
        switch entry.source.usage {
        case .line: ("lineNotValidInTier", 24)
        case .device: ("deviceNotValidInTier", 26)
        case .junction: ("junctionNotValidInTier", 40)
        case .junctionObject: ("junctionObjectNotValidInTier", 41)
        default: ("edgeObjectNotValidInTier", 42)
        }
      return TraceWarning(
        code: .notValidInTier,
        message: "\(code) (\(number)): \(counts[type]) elements of \(entry.type.name), such "
          + "as \(name(of: network.feature(ordinal: firsts[type]))), are not valid in tier "
          + "\(tier.name)."
      )
    }
  }
}
