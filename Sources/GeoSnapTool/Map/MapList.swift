package import GeoSnap

/// A list that stands below the legend of a map.
package struct MapList {
  /// A line of the list.
  package struct ListRow {
    /// A drawing of 32 by 16 pixels around its left middle; may be empty.
    var swatch = ""
    package var label: String
    /// What is said of it, in grey behind it.
    package var detail = ""

    package init(swatch: String = "", label: String, detail: String = "") {
      self.swatch = swatch
      self.label = label
      self.detail = detail
    }
  }

  var title: String
  package var rows: [ListRow]

  package init(title: String, rows: [ListRow]) {
    self.title = title
    self.rows = rows
  }
}

extension MapList {
  /// The snap sources with what the rules make of them and their switches, and below each the asset
  /// groups that rules limit.
  package init(_ settings: SnapSettings) {
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
