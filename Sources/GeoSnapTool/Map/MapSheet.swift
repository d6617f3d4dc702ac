package import GeoSnap

/// A figure as an independent picture: heading, map, legend, and the answer below;
/// it is one SVG document without scripts, fonts and links, so that any browser shows it.
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

  /// The picture for an answer; nil, with a note on stderr, when the network cannot be drawn.
  static func unlessUndrawable(_ path: String, _ draw: () throws -> MapSheet) throws -> MapSheet? {
    do {
      return try draw()
    } catch let failure as Failure where failure.exitCode == .usage {
      note("\(path) is not written, because nothing can be drawn. \(failure)")
      return nil
    }
  }

  /// The picture that a command requests; throws `Failure` when the extent is not determined.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    around place: Coordinate? = nil,
    snapping: (settings: SnapSettings, rules: SnapRules)? = nil,
    report: SnapReport? = nil
  ) throws {
    var figure = MapFigure(
      title: name,
      index: index,
      extent: try frame.shown(around: place, tolerance: report?.tolerance, in: index.network)
    )
    if frame.extent == nil, place == nil {
      let extent = figure.extent
      figure.subject = index.network.envelopes.filter { !extent.contains($0) }
    }
    figure.width = frame.width - MapSheet.roomBesideMap
    figure.unit = index.network.unitName
    let (low, high) = (
      "\(plain(figure.extent.minX)) \(plain(figure.extent.minY))",
      "\(plain(figure.extent.maxX)) \(plain(figure.extent.maxY))"
    )
    figure.caption = "By source, from \(low) to \(high)."
    if let (settings, rules) = snapping {
      figure.show(settings)
      let path = FeatureOutput(network: index.network).path(rules.assetType)
      figure.caption = "What the rules allow while \(path) is edited."
    }
    if let report {
      figure.answer = MapAnswer(report)
      figure.caption = "\(report.question)\(report.match == nil ? ": \(report.nothing)" : "")."
    }
    self.figure = figure
  }

  private static let labelLimit = 60

  /// A picture of a network's errors, each place marked; throws `Failure` when the extent is not determined.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    validation: NetworkValidation
  ) throws {
    let errors = validation.errors
    let caption =
      errors.isEmpty
      ? "No errors." : "\(errors.count.counting("error", "errors")), by the number of their codes."
    var figure = MapFigure(answer: caption, of: index, named: name)
    let features = Array(Set(errors.flatMap(\.features))).sorted {
      ($0.table, $0.row) < ($1.table, $1.row)
    }
    figure.emphasis = [
      MapEmphasis(label: "Concerned", color: MapEmphasis.palette[3], features: features)
    ]
    figure.markers = errors.compactMap { error in
      error.location.map {
        MapMarker(
          .error,
          at: $0,
          label: errors.count > MapSheet.labelLimit
            ? "" : error.code.number.map(String.init) ?? error.code.rawValue
        )
      }
    }
    figure.notes = MapNotes(
      "What is wrong",
      errors.map { error in
        MapNotes.Note(
          mark: MapMarker.Kind.error.svg(at: Coordinate(x: 0, y: 0)),
          title: error.code.label,
          sentences: [error.message, figure.network.remedy(of: error)]
        )
      },
      more: "geosnap validate"
    )
    let rows = NetworkErrorCode.allCases.compactMap { code -> MapList.ListRow? in
      let count = errors.count { $0.code == code }
      guard count > 0 else { return nil }
      return MapList.ListRow(label: code.label, detail: count.grouped)
    }
    if !rows.isEmpty { figure.lists.append(MapList(title: "Errors", rows: rows)) }
    // Without errors the network is drawn in its usual colours.
    if errors.isEmpty {
      figure.isMuted = false
      figure.emphasis = []
    }
    try figure.fit(frame)
    self.init(figure: figure)
  }

  private static let contentColor = MapEmphasis.palette[1]
  private static let otherColor = MapEmphasis.palette[3]

  /// A picture of associations with their features; throws `Failure` when the network has no drawable features.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    _ associations: [Association]
  ) throws {
    let caption = "\(associations.count.counting("association", "associations"))."
    var figure = MapFigure(answer: caption, of: index, named: name)
    figure.add(associations)
    let network = index.network
    let features = associations.flatMap { [$0.from, $0.to] }
      .compactMap { network.feature(globalID: $0.globalID) }.unique
    figure.emphasis = [
      MapEmphasis(label: "Associated", color: Self.contentColor, features: features)
    ]
    figure.name(features)
    try figure.fit(frame, isClose: true)
    self.init(figure: figure)
  }

  /// A picture of opened containers: their content and its associations.
  package init(of index: NetworkIndex, named name: String, _ views: [ContainerView]) throws {
    let network = index.network
    let output = FeatureOutput(network: network)
    let content = views.flatMap(\.content).unique
    let names = views.map { output.line($0.container) }.joined(separator: "; ")
    let caption = "\(names) holds \(content.count.counting("feature", "features"))."
    var figure = MapFigure(answer: caption, of: index, named: name)
    figure.emphasis = [
      MapEmphasis(label: "Content", color: Self.contentColor, features: content),
      MapEmphasis(
        label: "Container",
        color: Self.otherColor,
        features: views.map(\.container),
        radius: 6
      ),
    ]
    figure.add(views.flatMap(\.associations))
    if views.count == 1 { figure.containerBox = views[0].extent }
    figure.name(content)
    if views.allSatisfy({ $0.extent == nil }) {
      try figure.fit(isClose: true)
    } else {
      // The container itself may be as large as a quarter of a town: the map shows its content.
      let extents = views.compactMap(\.extent)
      let frame = PictureFrame()
      figure.extent = try frame.shown(fitting: extents, in: network, isClose: true)
    }
    self.init(figure: figure)
  }
}

extension MapFigure {
  /// Adds associations; those of containment as lines between the middles of both sides.
  mutating func add(_ added: [Association]) {
    let network = network
    let names = MapNames(network)
    func middle(_ end: Association.End) -> Coordinate? {
      network.feature(globalID: end.globalID).flatMap(names.place)
    }
    associations += added.compactMap { association in
      if let line = network.geometry(of: association) {
        return MapAssociation(kind: association.kind, geometry: .lineString(line))
      }
      guard let from = middle(association.from), let to = middle(association.to),
        let line = try? LineString([from, to])
      else { return nil }
      return MapAssociation(kind: association.kind, geometry: .lineString(line))
    }
  }
}
