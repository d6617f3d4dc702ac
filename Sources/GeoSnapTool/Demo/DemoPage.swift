/// The page of maps, with links to the maps of the traces as files of their own.
struct DemoPage {
  private let page: MapPage

  init(_ page: MapPage) { self.page = page }

  /// The page as text in UTF-8.
  var html: String {
    let links = [
      ("Map of the trace", DemoTour.traceFile), ("Map of the what-if", DemoTour.whatIfFile),
    ].map { title, file in "<p><a href=\"\(file.xmlEscaped)\">\(title.xmlEscaped)</a></p>\n" }
    return page.html().replacing(
      "</header>\n",
      with: "\(links.joined())</header>\n",
      maxReplacements: 1
    )
  }
}
