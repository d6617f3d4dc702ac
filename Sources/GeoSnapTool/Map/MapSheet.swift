internal import GeoSnap

/// A figure as an independent picture: heading, map, legend, and the answer below.
///
/// It is one SVG document without scripts, fonts and links, so that any browser shows it.
package struct MapSheet {
  package let figure: MapFigure

  package init(figure: MapFigure) { self.figure = figure }

  private static let margin = 16.0
  /// The part of a picture's width that is not map, in pixels.
  static let roomBesideMap = 2 * margin + MapDrawing.gap + MapLegend.width
  private static let fontSize = 12.5

  /// The document, with a line feed at its end.
  package func svg() -> String {
    let drawing = figure.draw()
    let width = drawing.width + 2 * MapSheet.margin
    var text = MapText(width: drawing.width, fontSize: MapSheet.fontSize)
    text.y = MapSheet.margin + 14
    text.add(figure.title, size: 17, weight: 700)
    text.y += 3
    text.add(figure.caption, color: "#374151")
    let heading = text.svg
    let top = text.y - 4
    text = MapText(width: drawing.width, fontSize: MapSheet.fontSize)
    text.y = top + drawing.height + MapSheet.margin + 8
    if let answer = figure.answer { tell(answer, &text) }
    tell(figure.notes, &text)
    for sentence in [drawing.counts.sentence] + drawing.remarks {
      text.add(sentence, size: 11, color: "#6b7280")
    }
    let height = text.y - 2
    let size = "\(String(pixel: width))\" height=\"\(String(pixel: height))"
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" viewBox=\"0 0 "
      + "\(String(pixel: width)) \(String(pixel: height))\" \(MapDrawing.fonts) role=\"img\">\n"
      + "<title>\(figure.title.xmlEscaped)</title>\n<rect width=\"\(size)\" fill=\"#ffffff\"/>\n"
      + "<g transform=\"translate(\(String(pixel: MapSheet.margin)) 0)\">\n\(heading)"
      + "<g transform=\"translate(0 \(String(pixel: top)))\">\n\(drawing.content)</g>\n"
      + "\(text.svg)</g>\n</svg>\n"
  }

  private func tell(_ notes: MapNotes, _ text: inout MapText) {
    guard !notes.told.isEmpty else { return }
    text.add(notes.title, weight: 700)
    text.y += 4
    for note in notes.told {
      text.addMark(note.mark)
      text.add(note.title, weight: 600, indent: 28)
      for sentence in note.sentences { text.add(sentence, color: "#374151", indent: 28) }
      text.y += 4
    }
    if let rest = notes.rest { text.add(rest, indent: 28) }
    text.y += 4
  }

  private func tell(_ answer: MapAnswer, _ text: inout MapText) {
    if let winner = answer.winner {
      text.addMark(winner.kind.mark(MapAnswer.winnerColor))
      text.add(winner.title, weight: 600, color: MapAnswer.winnerColor, indent: 28)
      for sentence in winner.sentences { text.add(sentence, indent: 28) }
      text.y += 6
    }
    // Places that are refused for the same reasons are listed together.
    for reason in answer.refused.map(\.sentences).unique {
      for (number, note) in answer.refused.enumerated() where note.sentences == reason {
        text.addMark(MapBadges.svg("\(number + 1)"))
        text.add(note.title, weight: 600, color: MapAnswer.refusedColor, indent: 28)
        text.y += 3
      }
      for sentence in reason { text.add(sentence, indent: 28) }
      text.y += 6
    }
    if answer.untold > 0 {
      text.add(
        "\(answer.untold.counting("more place is", "more places are")) refused: geosnap explain "
          + "lists all.",
        indent: 28
      )
      text.y += 6
    }
  }
}
