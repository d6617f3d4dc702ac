/// What is told below a map: a list of notes under a heading, each with the mark that it has on the map.
struct MapNotes {
  /// A note.
  struct Note {
    /// A drawing around the origin, about 16 pixels wide; empty for none.
    var mark = ""
    /// What it is about, in a line.
    var title: String
    /// What there is to say of it.
    var sentences: [String] = []
  }

  private(set) var title = ""
  /// The notes that are told.
  private(set) var told: [Note] = []
  /// How many more there are.
  private var untold = 0
  /// What tells the rest, such as `geosnap validate`.
  private var more = ""

  /// As many notes as a list below a map can hold.
  static let limit = 20

  /// No notes.
  init() {}

  /// The first of some notes.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - notes: The notes, in the order of their numbers.
  ///   - more: What tells all of them.
  init(_ title: String, _ notes: [Note], more: String) {
    self.title = title
    told = Array(notes.prefix(Self.limit))
    untold = notes.count - told.count
    self.more = more
  }

  /// A sentence about what is not told; nil for nothing.
  var rest: String? {
    untold > 0 ? "And \(untold.grouped) more: \(more) lists all." : nil
  }

  /// The list for a page; empty for no notes.
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
