internal import GeoSnap

extension MapFigure {
  /// Draws features by their snap behaviour under the rules for an asset type.
  mutating func show(_ settings: SnapSettings) {
    for source in settings.sourceSettings {
      guard let table = network.base.tables.firstIndex(where: { $0.name == source.name }) else {
        continue
      }
      let entries = source.childSourceSettings.isEmpty ? [source] : source.childSourceSettings
      for entry in entries {
        snapBehaviors[MapSubtype(table: table, assetGroup: entry.assetGroup ?? 0)] =
          MapSnapBehavior(entry, isOn: source.isEnabled && entry.isEnabled)
      }
    }
  }
}

extension MapSnapBehavior {
  init(_ settings: SnapSourceSettings, isOn: Bool) {
    switch settings.ruleBehavior {
    case nil: self = isOn ? .allowed : .allowedOff
    case .rulesLimitSnapping: self = isOn ? .limited : .limitedOff
    case .rulesPreventSnapping: self = .prevented
    }
  }
}
