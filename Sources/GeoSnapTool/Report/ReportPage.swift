/// A page of a report: sections with paragraphs, tables and maps, and links to the other pages.
package struct ReportPage {
  package enum Name: String, CaseIterable {
    case index, subnetworks, reach, segments, containers, validation

    package var file: String { "\(rawValue).html" }

    var title: String {
      switch self {
      case .index: "Overview"
      case .subnetworks: "Subnetworks"
      case .reach: "Paths and distances"
      case .segments: "Segments"
      case .containers: "Containers and associations"
      case .validation: "Validation"
      }
    }
  }

  enum Cell {
    case text(String)
    case number(Int)
    case measure(String)
    /// A text with a link to a page of the report, or to the section with an id.
    case link(String, to: Name, id: String? = nil)
  }

  package let name: Name
  let network: String
  private(set) var body = ""

  /// Ends the section before, and begins another; `id` is the target of links: letters, digits and hyphens.
  mutating func begin(_ title: String, id: String) {
    body += "\(end)<section id=\"\(id)\">\n<h2>\(title.xmlEscaped)</h2>\n"
  }

  private var end: String { body.isEmpty ? "" : "</section>\n" }

  mutating func add(_ paragraph: String) { body += "<p>\(paragraph.xmlEscaped)</p>\n" }

  mutating func add(_ figure: MapFigure) { body += "<figure>\n\(figure.htmlContent())</figure>\n" }

  /// Adds a table; without rows no table is added.
  mutating func add(_ columns: [String], _ rows: [[Cell]]) {
    guard let first = rows.first else { return }
    body += "<table>\n<thead><tr>"
    for (column, cell) in zip(columns, first) {
      body += "<th\(cell.look)>\(column.xmlEscaped)</th>"
    }
    body += "</tr></thead>\n<tbody>\n"
    for row in rows { body += "<tr>\(row.map(\.html).joined())</tr>\n" }
    body += "</tbody>\n</table>\n"
  }

  package var html: String {
    let links = Name.allCases.map { page in
      page == name
        ? "<strong>\(page.title.xmlEscaped)</strong>"
        : "<a href=\"\(page.file)\">\(page.title.xmlEscaped)</a>"
    }
    let header =
      "<header>\n<h1>\(network.xmlEscaped): \(name.title.xmlEscaped)</h1>\n"
      + "<nav>\(links.joined(separator: " "))</nav>\n</header>\n"
    return HTMLPage.html(title: "\(network): \(name.title)", body: header + body + end)
  }
}

extension ReportPage.Cell {
  fileprivate var look: String {
    switch self {
    case .number, .measure: " class=\"number\""
    case .text, .link: ""
    }
  }

  fileprivate var html: String {
    let content =
      switch self {
      case .text(let text), .measure(let text): text.xmlEscaped
      case .number(let number): number.grouped
      case .link(let text, let page, let id):
        "<a href=\"\(page.file)\(id.map { "#\($0.xmlEscaped)" } ?? "")\">\(text.xmlEscaped)</a>"
      }
    return "<td\(look)>\(content)</td>"
  }
}
