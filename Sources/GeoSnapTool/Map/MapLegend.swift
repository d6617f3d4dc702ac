internal import GeoSnap

/// The list beside a map that says what its marks mean and how many there are.
struct MapLegend {
  /// The width of the panel, in pixels.
  static let width = 250.0
  private static let rowHeight = 22.0
  private static let top = 16.0

  private var rows: [(swatch: String, label: String, count: Int?)] = []

  /// The height that all rows need, in pixels.
  var height: Double { MapLegend.top + Double(rows.count) * MapLegend.rowHeight }

  /// Adds the features of a class.
  mutating func add(_ mapClass: MapClass, count: Int) {
    // A symbol for points, a short line for lines, a box for areas; sized as at street scale.
    let shape =
      switch mapClass.kind {
      case .area: "M4-6h24v12h-24z"
      case .line: "M3 0h26"
      case .point: "M16 0" + MapPath.outline(mapClass.symbol, radius: max(mapClass.radius, 3))
      }
    let swatch = mapClass.groupStart(size: 1.2) + "<path d=\"\(shape)\"/></g>"
    rows.append((swatch, mapClass.label, count))
  }

  /// Adds the dots of an association kind.
  mutating func add(_ kind: AssociationKind, count: Int) {
    rows.append((MapFigure.dotted("M3 0h26", kind), MapAssociation.label(kind), count))
  }

  /// Adds a kind of marker.
  mutating func add(_ kind: MapMarker.Kind) {
    rows.append((kind.svg(at: Coordinate(x: 16, y: 0)), kind.label, nil))
  }

  /// Adds the marks of an answer.
  mutating func add(_ answer: MapAnswer) {
    let middle = Coordinate(x: 16, y: 0)
    rows.append((MapAnswer.placed(MapAnswer.crosshair, middle), "Pointer and tolerance", nil))
    if let kind = answer.winner?.kind {
      let mark = MapAnswer.placed(kind.mark(MapAnswer.winnerColor), middle)
      rows.append((mark, "Snapped to: \(kind.words)", nil))
    }
    if !answer.refused.isEmpty {
      let count = answer.refused.count + answer.untold
      rows.append((MapAnswer.placed(MapAnswer.cross, middle), "Refused", count))
    }
  }

  /// Adds a drawing of 32 by 16 pixels around its left middle.
  mutating func add(swatch: String, _ label: String) { rows.append((swatch, label, nil)) }

  /// The panel with its upper left corner at the origin.
  var svg: String {
    var svg = "<g font-size=\"12\" fill=\"#1f2937\">\n"
    for (index, row) in rows.enumerated() {
      let y = MapLegend.top + (Double(index) + 0.5) * MapLegend.rowHeight - 8
      let label = row.label.count > 30 ? row.label.prefix(29) + "\u{2026}" : Substring(row.label)
      svg += "<g transform=\"translate(0 \(String(pixel: y)))\">\(row.swatch)"
      svg += "<text x=\"40\" y=\"4\">\(label.xmlEscaped)"
      if let count = row.count { svg += " <tspan fill=\"#6b7280\">\(count.grouped)</tspan>" }
      svg += "</text></g>\n"
    }
    return svg + "</g>\n"
  }
}
