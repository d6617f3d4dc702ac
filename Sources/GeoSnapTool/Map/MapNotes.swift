/// The notes below a map: a list under a heading, each with its mark on the map.
struct MapNotes {
  struct Note {
    /// A drawing around the origin, about 16 pixels wide; empty for none.
    var mark = ""
    /// A line of text.
    var title: String
    var sentences: [String] = []
  }

  private(set) var title = ""
  /// The notes that are listed.
  private(set) var told: [Note] = []
  /// The number of further notes.
  private var untold = 0
  /// The command that lists all, such as `geosnap validate`.
  private var more = ""

  /// The greatest number of notes in the list.
  static let limit = 20

  init() {}

  /// Lists the first notes under the heading `title`; `more` is the command that lists all.
  init(_ title: String, _ notes: [Note], more: String) {
    self.title = title
    told = Array(notes.prefix(Self.limit))
    untold = notes.count - told.count
    self.more = more
  }

  /// A sentence about further notes; nil for none.
  var rest: String? {
    untold > 0 ? "And \(untold.grouped) more: \(more) lists all." : nil
  }

  /// The list for a page; empty without notes.
  var html: String {
    guard !told.isEmpty else { return "" }
    var html = "<div class=\"notes\">\n<h3>\(title.xmlEscaped)</h3>\n<ul>\n"
    for note in told {
      html += "<li>"
      if !note.mark.isEmpty {
        html +=
          "<svg class=\"mark\" viewBox=\"-10 -10 20 20\" aria-hidden=\"true\">"
          + "\(note.mark)</svg>"
      }
      html += "<strong>\(note.title.xmlEscaped)</strong>"
      for sentence in note.sentences { html += "<br/>\(sentence.xmlEscaped)" }
      html += "</li>\n"
    }
    if let rest { html += "<li>\(rest.xmlEscaped)</li>\n" }
    return html + "</ul>\n</div>\n"
  }
}
