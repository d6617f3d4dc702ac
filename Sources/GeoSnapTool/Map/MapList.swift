internal import GeoSnap

/// A list that stands below the legend of a map.
struct MapList {
  /// A line of the list.
  struct ListRow {
    /// A drawing of 32 by 16 pixels around its left middle; may be empty.
    var swatch = ""
    var label: String
    /// What is said of it, in grey behind it.
    var detail = ""
  }

  var title: String
  var rows: [ListRow]
}

extension MapList {
  /// The snap sources with what the rules make of them and their switches, and below each the asset
  /// groups that rules limit.
  init(_ settings: SnapSettings) {
    title = "Snap sources"
    rows = settings.sourceSettings.flatMap { source in
      [MapList.row(source, "", isOn: source.isEnabled)]
        + source.childSourceSettings.filter { $0.ruleBehavior == .rulesLimitSnapping }
        .map { MapList.row($0, "\u{2013} ", isOn: source.isEnabled && $0.isEnabled) }
    }
  }

  private static func row(_ settings: SnapSourceSettings, _ indent: String, isOn: Bool) -> ListRow {
    // Esri's rules switch prevented sources on as well: it means nothing.
    let isSwitchedOff = !isOn && settings.ruleBehavior != .rulesPreventSnapping
    return ListRow(
      swatch: MapLegend.swatch(MapSnapBehavior(settings, isOn: isOn).mapClass),
      label: indent + settings.name,
      detail: settings.behaviorName + (isSwitchedOff ? ", off" : "")
    )
  }
}
