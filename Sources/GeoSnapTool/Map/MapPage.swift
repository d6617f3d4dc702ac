/// One page of maps, top to bottom.
package struct MapPage {
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

  package init(
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
  package func html() -> String {
    var html = "<header>\n<h1>\(title.xmlEscaped)</h1>\n"
    if !introduction.isEmpty { html += "<p>\(introduction.xmlEscaped)</p>\n" }
    if let next {
      html += "<p><a href=\"\(next.file.xmlEscaped)\">\(next.title.xmlEscaped)</a></p>\n"
    }
    html += "</header>\n"
    for (index, figure) in figures.enumerated() {
      html += "<figure>\n<h2>\(index + 1). \(figure.title.xmlEscaped)</h2>\n"
      html += figure.htmlContent() + "</figure>\n"
    }
    if !credits.isEmpty {
      html += "<footer>\n"
      for credit in credits { html += "<p>\(credit.xmlEscaped)</p>\n" }
      html += "</footer>\n"
    }
    return HTMLPage.html(title: title, body: html)
  }
}
