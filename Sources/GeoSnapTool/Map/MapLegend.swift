internal import GeoSnap

/// The list beside a map that explains its marks and counts them.
package struct MapLegend {
  static let width = 250.0
  private static let rowHeight = 22.0
  private static let top = 16.0

  private var rows: [MapList.ListRow] = []

  package var height: Double { MapLegend.top + Double(rows.count) * MapLegend.rowHeight }

  static func swatch(_ mapClass: MapClass) -> String {
    // A symbol for points, a short line for lines, a box for areas; in the size of street scale.
    if mapClass.hasFixedSize {
      // Snap behaviours have a line and a symbol.
      return mapClass.groupStart(size: 1) + "<path d=\"M2 0h17\"/><path stroke-dasharray=\"none\""
        + "\(mapClass.symbolLook) d=\"M27 0"
        + MapPath.outline(mapClass.symbol, radius: mapClass.radius) + "\"/></g>"
    }
    let shape =
      switch mapClass.kind {
      case .area: "M4-6h24v12h-24z"
      case .line: "M3 0h26"
      case .point: "M16 0" + MapPath.outline(mapClass.symbol, radius: max(mapClass.radius, 3))
      }
    return mapClass.groupStart(size: 1.2) + "<path d=\"\(shape)\"/></g>"
  }

  mutating func add(_ mapClass: MapClass, count: Int) {
    add(swatch: MapLegend.swatch(mapClass), mapClass.label, detail: count.grouped)
  }

  private static let emphasisLimit = 24

  mutating func add(_ emphasis: [MapEmphasis], counts: [String: Int], title: String) {
    var shown = emphasis.filter { (counts[$0.key] ?? 0) > 0 }
    guard !shown.isEmpty else { return }
    // If there are too many, the largest have a row.
    if shown.count > Self.emphasisLimit {
      shown.sort { (counts[$0.key] ?? 0) > (counts[$1.key] ?? 0) }
    }
    if !title.isEmpty { add(heading: title) }
    for entry in shown.prefix(Self.emphasisLimit) {
      add(swatch: entry.swatch, entry.label, detail: (counts[entry.key] ?? 0).grouped)
    }
    let rest = shown.count - Self.emphasisLimit
    if rest > 0 { add(swatch: "", "and \(rest.grouped) more") }
  }

  mutating func add(_ answer: MapAnswer) {
    let middle = Coordinate(x: 16, y: 0)
    add(swatch: MapAnswer.placed(MapAnswer.crosshair, middle), "Pointer and tolerance")
    if let kind = answer.winner?.kind {
      let mark = MapAnswer.placed(kind.mark(MapAnswer.winnerColor), middle)
      add(swatch: mark, "Snapped to: \(kind.words)")
    }
    if !answer.refused.isEmpty {
      let count = answer.refused.count + answer.untold
      add(swatch: MapAnswer.placed(MapAnswer.cross, middle), "Refused", detail: count.grouped)
    }
  }

  /// Adds a row; `swatch` is a drawing of 32 by 16 pixels around its left middle.
  mutating func add(swatch: String, _ label: String, detail: String = "") {
    rows.append(MapList.ListRow(swatch: swatch, label: label, detail: detail))
  }

  mutating func add(_ list: MapList) {
    add(heading: list.title)
    rows += list.rows
  }

  private mutating func add(heading: String) {
    var row = MapList.ListRow(label: heading)
    row.isHeading = true
    rows.append(row)
  }

  private static func shortened(_ text: String, ems: Double) -> String {
    guard MapText.width(text) > ems else { return text }
    var short = text
    while !short.isEmpty, MapText.width(short) + 0.7 > ems { short.removeLast() }
    return short + "\u{2026}"
  }

  var svg: String {
    var svg = "<g font-size=\"12\" fill=\"#1f2937\">\n"
    for (index, row) in rows.enumerated() {
      let y = MapLegend.top + (Double(index) + 0.5) * MapLegend.rowHeight - 8
      let label = MapLegend.shortened(
        row.label,
        ems: (MapLegend.width - (row.isHeading ? 0 : 40)) / 12 - MapText.width(" \(row.detail)")
      )
      svg += "<g transform=\"translate(0 \(String(pixel: y)))\">\(row.swatch)"
      svg += row.isHeading ? "<text y=\"4\" font-weight=\"700\">" : "<text x=\"40\" y=\"4\">"
      svg += label.xmlEscaped
      if !row.detail.isEmpty { svg += " <tspan fill=\"#6b7280\">\(row.detail.xmlEscaped)</tspan>" }
      svg += "</text></g>\n"
    }
    return svg + "</g>\n"
  }
}

package struct MapList {
  package struct ListRow {
    /// A drawing of 32 by 16 pixels around its left middle; may be empty.
    var swatch = ""
    package var label: String
    package var detail = ""
    /// Whether it is the heading of the rows below it.
    var isHeading = false

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
