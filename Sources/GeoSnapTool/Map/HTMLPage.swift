/// A self-contained HTML page, without scripts and external resources.
///
/// It prints on A4 in landscape. It is also well-formed XML, so that tools can read it.
enum HTMLPage {
  /// The page as UTF-8; `title` is not escaped yet, `body` is XML.
  static func html(title: String, body: String) -> String {
    var html = "<!DOCTYPE html>\n"
    html += "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
    html += "<meta charset=\"utf-8\"/>\n"
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    html += "<title>\(title.xmlEscaped)</title>\n<style>\n\(style)</style>\n</head>\n"
    return html + "<body>\n\(body)</body>\n</html>\n"
  }

  private static let style = """
    :root { color-scheme: light; }
    body { margin: 0 auto; max-width: 1180px; padding: 28px 24px 48px; color: #1f2937;
      background: #ffffff; font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    h1 { margin: 0 0 4px; font-size: 28px; letter-spacing: -0.01em; }
    h2 { margin: 0 0 2px; font-size: 19px; }
    h3 { margin: 14px 0 2px; font-size: 15px; }
    header { border-bottom: 1px solid #d9dee5; padding-bottom: 12px; }
    header p, section > p, figure p { margin: 0 0 12px; max-width: 75ch; color: #374151; }
    nav a, nav strong { margin-right: 18px; }
    a { color: #0b57d0; }
    section { margin: 34px 0 0; }
    figure { margin: 34px 0 0; }
    section figure { margin: 14px 0 0; }
    figure > svg { display: block; width: 100%; height: auto; }
    figure ol { margin: 8px 0 0; padding-left: 26px; font-size: 14px; color: #374151; }
    figure ol li::marker, figure ol li strong { color: #8f1219; }
    .notes ul { margin: 0; padding: 0; list-style: none; font-size: 14px; color: #374151; }
    .notes li { position: relative; padding-left: 28px; margin: 0 0 6px; break-inside: avoid; }
    .mark { position: absolute; left: 0; top: 1px; width: 20px; height: 20px; }
    figcaption { margin-top: 6px; font-size: 13px; color: #6b7280; }
    table { border-collapse: collapse; font-size: 14px; margin: 8px 0 0; }
    th, td { text-align: left; vertical-align: top; padding: 3px 18px 3px 0;
      border-bottom: 1px solid #e3e8ee; overflow-wrap: anywhere; }
    th { border-bottom: 2px solid #9aa4b2; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    footer { margin-top: 40px; border-top: 1px solid #d9dee5; padding-top: 10px; font-size: 13px;
      color: #6b7280; }
    footer p { margin: 0; }
    @page { size: A4 landscape; margin: 12mm; }
    @media print {
      body { padding: 0; max-width: none; font-size: 10.5pt; print-color-adjust: exact;
        -webkit-print-color-adjust: exact; }
      nav { display: none; }
      a { color: inherit; text-decoration: none; }
      h2, h3, figure > p, section > p { break-after: avoid; }
      p { break-inside: avoid; }
      section { margin-top: 6mm; }
      section figure { margin: 0; }
      header p, section > p, figure p { margin-bottom: 4px; }
      figure > svg { max-height: 120mm; }
      figure > svg, tr { break-inside: avoid; }
      thead { display: table-header-group; }
      table { font-size: 9pt; }
    }

    """
}

extension MapFigure {
  /// The content of a figure element: the map with its legend, notes, and what was not drawn.
  func htmlContent() -> String {
    let drawing = draw()
    let captionText = caption.isEmpty ? "" : "<p>\(caption.xmlEscaped)</p>\n"
    return captionText + drawing.svg + (answer?.html ?? "") + notes.html
      + "<figcaption>\(drawing.summary.xmlEscaped)</figcaption>\n"
  }
}

extension MapAnswer {
  /// The refused places, with their numbers on the map.
  fileprivate var html: String {
    guard !refused.isEmpty else { return "" }
    let items = refused.map { note in
      "<li><strong>\(note.title.xmlEscaped)</strong><br/>"
        + "\(note.sentences.joined(separator: ". ").capitalizedFirst.xmlEscaped)</li>\n"
    }
    let more = untold > 0 ? "<li>\(untold.grouped) more</li>\n" : ""
    return "<ol>\n\(items.joined())\(more)</ol>\n"
  }
}
