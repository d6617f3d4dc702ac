/// One self-contained HTML page of maps: no script, and nothing to fetch.
///
/// The page is well-formed XML as well, so that tools can read it.
struct MapPage {
  /// The heading of the page.
  var title: String
  /// What the page shows, below the heading.
  var introduction: String
  /// The maps, top to bottom.
  var figures: [MapFigure]
  /// A page in the same folder that goes on, by its file name; nil for none.
  var next: (title: String, file: String)?
  /// Where the data comes from and under which terms, at the end.
  var credits: [String]

  init(
    title: String,
    introduction: String = "",
    figures: [MapFigure],
    next: (title: String, file: String)? = nil,
    credits: [String] = []
  ) {
    self.title = title
    self.introduction = introduction
    self.figures = figures
    self.next = next
    self.credits = credits
  }

  /// The page as text in UTF-8.
  func html() -> String {
    var html = "<!DOCTYPE html>\n"
    html += "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
    html += "<meta charset=\"utf-8\"/>\n"
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    html += "<title>\(title.xmlEscaped)</title>\n<style>\n\(MapPage.style)</style>\n</head>\n"
    html += "<body>\n<header>\n<h1>\(title.xmlEscaped)</h1>\n"
    if !introduction.isEmpty { html += "<p>\(introduction.xmlEscaped)</p>\n" }
    if let next {
      html += "<p><a href=\"\(next.file.xmlEscaped)\">\(next.title.xmlEscaped)</a></p>\n"
    }
    html += "</header>\n"
    for (index, figure) in figures.enumerated() {
      let drawing = figure.draw()
      html += "<figure>\n<h2>\(index + 1). \(figure.title.xmlEscaped)</h2>\n"
      if !figure.caption.isEmpty { html += "<p>\(figure.caption.xmlEscaped)</p>\n" }
      html += drawing.svg
      if let answer = figure.answer { html += list(answer) }
      html += "<figcaption>\(drawing.counts.sentence.xmlEscaped)</figcaption>\n</figure>\n"
    }
    if !credits.isEmpty {
      html += "<footer>\n"
      for credit in credits { html += "<p>\(credit.xmlEscaped)</p>\n" }
      html += "</footer>\n"
    }
    return html + "</body>\n</html>\n"
  }

  /// What was refused, under the numbers that the map has.
  private func list(_ answer: MapAnswer) -> String {
    guard !answer.refused.isEmpty else { return "" }
    let items = answer.refused.map { note in
      "<li><strong>\(note.title.xmlEscaped)</strong><br/>"
        + "\(note.sentences.joined(separator: ". ").capitalizedFirst.xmlEscaped)</li>\n"
    }
    let more = answer.untold > 0 ? "<li>\(answer.untold.grouped) more</li>\n" : ""
    return "<ol>\n\(items.joined())\(more)</ol>\n"
  }

  private static let style = """
    :root { color-scheme: light; }
    body { margin: 0 auto; max-width: 1180px; padding: 28px 24px 48px; color: #1f2937;
      background: #ffffff; font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    h1 { margin: 0 0 4px; font-size: 28px; letter-spacing: -0.01em; }
    h2 { margin: 0 0 2px; font-size: 19px; }
    header { border-bottom: 1px solid #d9dee5; padding-bottom: 12px; }
    header p, figure p { margin: 0 0 12px; max-width: 75ch; color: #374151; }
    figure { margin: 34px 0 0; }
    figure svg { display: block; width: 100%; height: auto; }
    figure ol { margin: 8px 0 0; padding-left: 26px; font-size: 14px; color: #374151; }
    figure li::marker, figure li strong { color: #8f1219; }
    figcaption { margin-top: 6px; font-size: 13px; color: #6b7280; }
    footer { margin-top: 40px; border-top: 1px solid #d9dee5; padding-top: 10px; font-size: 13px;
      color: #6b7280; }
    footer p { margin: 0; }

    """
}
