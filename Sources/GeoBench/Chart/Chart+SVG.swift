import Foundation

// Panels stand in two columns. Within a panel the scale is linear from 0, so that a bar of twice
// the length is twice the time; bars beyond `reach` times the product's are cut, and look cut.

extension Chart {
  /// The picture: text as text, legible on light and dark pages.
  var svg: String {
    var drawing = ChartElements()
    var top = drawing.head(self)
    for start in stride(from: 0, to: panels.count, by: 2) {
      let pair = panels[start..<min(start + 2, panels.count)]
      for (column, panel) in pair.enumerated() {
        drawing.panel(panel, x: Layout.margin + Double(column) * Layout.columnStep, y: top)
      }
      top += pair.map(Layout.height).max() ?? 0
    }
    drawing.foot(self, y: top)
    return drawing.document(title: title, description: subtitle, height: top + 32)
  }
}

/// Measures of the picture, in its own units.
private enum Layout {
  static let width = 900.0
  static let margin = 24.0
  static let columnStep = 440.0
  /// Where bars begin, from the left of a panel.
  static let barStart = 124.0
  static let barLength = 190.0
  static let barHeight = 12.0
  static let rowHeight = 20.0
  static let panelHead = 46.0
  /// The longest bar that is drawn whole, in multiples of the product's.
  static let reach = 8.0

  static func height(_ panel: Chart.Panel) -> Double {
    panelHead + Double(panel.bars.count) * rowHeight + 22
  }
}

/// The elements of the picture, as they come.
private struct ChartElements {
  private var elements: [String] = []

  /// Draws title and legend, and says where panels begin.
  mutating func head(_ chart: Chart) -> Double {
    text(chart.title, x: Layout.margin, y: 38, style: "title")
    text(chart.subtitle, x: Layout.margin, y: 59, style: "dim")
    let bars = chart.panels.flatMap(\.bars)
    var x = Layout.margin
    func entry(_ label: String, _ style: String) {
      swatch(x: x, y: 73, style: style)
      text(label, x: x + 18, y: 83, style: "small")
      x += 18 + Double(label.count) * 5.9 + 22
    }
    entry("GeoSnap", "product")
    if bars.contains(where: { $0.engine.role == .limit }) {
      entry("read-only C++: what the machine can do", "limit")
    }
    if bars.contains(where: { $0.engine.role == .rival && $0.isExact }) {
      entry("others", "rival")
    }
    if bars.contains(where: { !$0.isExact }) {
      entry("not all of the job: boxes or rounded places", "part")
    }
    return 110
  }

  mutating func panel(_ panel: Chart.Panel, x: Double, y: Double) {
    text(panel.title, x: x, y: y + 14, style: "job")
    text(panel.subtitle, x: x, y: y + 31, style: "small")
    let product = panel.productTime ?? panel.greatestTime
    let scale = Layout.barLength / min(panel.greatestTime, Layout.reach * product)
    for (row, bar) in panel.bars.enumerated() {
      let rowTop = y + Layout.panelHead + Double(row) * Layout.rowHeight
      let isProduct = bar.engine.role == .product
      text(
        bar.engine.name,
        x: x + Layout.barStart - 8,
        y: rowTop + 10,
        style: isProduct ? "end bold" : "end"
      )
      let length = min(bar.time * scale, Layout.barLength)
      let style = bar.isExact ? bar.engine.role.rawValue : "part"
      rectangle(x: x + Layout.barStart, y: rowTop, width: max(length, 1), style: style)
      if bar.time * scale > Layout.barLength * 1.001 {
        cut(x: x + Layout.barStart + Layout.barLength - 20, y: rowTop)
      }
      let label = duration(bar.time)
      let multiple = isProduct ? "" : "  \(ratio(bar.time / product))\u{D7}"
      elements.append(
        "<text x=\"\(short(x + Layout.barStart + length + 6))\" y=\"\(short(rowTop + 10))\""
          + (isProduct ? " class=\"bold\"" : "")
          + ">\(label)<tspan class=\"faint\">\(multiple)</tspan></text>"
      )
    }
  }

  mutating func foot(_ chart: Chart, y: Double) {
    text(chart.footnote, x: Layout.margin, y: y + 10, style: "small")
  }

  func document(title: String, description: String, height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(short(Layout.width)) \(short(height))" \
    width="\(short(Layout.width))" height="\(short(height))" role="img" aria-labelledby="t d">
    <title id="t">\(escaped(title))</title>
    <desc id="d">\(escaped(description))</desc>
    <style>
    \(Self.style)
    </style>
    <rect class="page" width="100%" height="100%" rx="8"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  // The page is drawn, so that dark text never stands on a dark page.
  private static let style = """
    text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; \
    fill: #1f2328; white-space: pre }
    .title { font-size: 19px; font-weight: 600 }
    .job { font-size: 14px; font-weight: 600 }
    .bold { font-weight: 600 }
    .end { text-anchor: end }
    .dim, .small, .faint { fill: #59636e }
    .small, .faint { font-size: 11px }
    .faint { font-weight: 400 }
    .page { fill: #ffffff }
    .product { fill: #0f766e }
    .limit { fill: #8b7ec8 }
    .rival { fill: #b4bcc6 }
    .part { fill: #ffffff; stroke: #97a1ad; stroke-dasharray: 3 2 }
    .cut { stroke: #ffffff; stroke-width: 3; fill: none }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .dim, .small, .faint { fill: #9198a1 }
    .page { fill: #0d1117 }
    .product { fill: #2dd4bf }
    .limit { fill: #8f83d8 }
    .rival { fill: #565f6b }
    .part { fill: #0d1117; stroke: #7b858f }
    .cut { stroke: #0d1117 }
    }
    """

  private mutating func text(_ words: String, x: Double, y: Double, style: String) {
    elements.append(
      "<text x=\"\(short(x))\" y=\"\(short(y))\" class=\"\(style)\">\(escaped(words))</text>"
    )
  }

  private mutating func rectangle(x: Double, y: Double, width: Double, style: String) {
    elements.append(
      "<rect x=\"\(short(x))\" y=\"\(short(y))\" width=\"\(short(width))\" "
        + "height=\"\(short(Layout.barHeight))\" rx=\"2\" class=\"\(style)\"/>"
    )
  }

  private mutating func swatch(x: Double, y: Double, style: String) {
    elements.append(
      "<rect x=\"\(short(x))\" y=\"\(short(y))\" width=\"12\" height=\"12\" rx=\"2\" "
        + "class=\"\(style)\"/>"
    )
  }

  /// Two slanted gaps through a bar that is longer than the panel.
  private mutating func cut(x: Double, y: Double) {
    elements.append(
      "<path d=\"M\(short(x)) \(short(y + 14))l5 -16m3 0l-5 16\" class=\"cut\"/>"
    )
  }
}

private func duration(_ nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<10: "\(fixed(nanoseconds, 1)) ns"
  case ..<9999.5: "\(fixed(nanoseconds, 0)) ns"
  case ..<9_999_500: "\(fixed(nanoseconds / 1e3, 0)) \u{B5}s"
  default: "\(fixed(nanoseconds / 1e6, 0)) ms"
  }
}

private func ratio(_ multiple: Double) -> String { fixed(multiple, multiple < 9.95 ? 1 : 0) }

private func fixed(_ number: Double, _ digits: Int) -> String {
  number.formatted(
    .number.precision(.fractionLength(digits)).grouping(.automatic)
      .locale(Locale(identifier: "en"))
  )
}

private func short(_ number: Double) -> String {
  number.formatted(
    .number.precision(.fractionLength(0...1)).grouping(.never).locale(Locale(identifier: "en"))
  )
}

private func escaped(_ words: String) -> String {
  words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}
