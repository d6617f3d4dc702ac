package import GeoSnap

/// An answer of the snapper as a figure shows it.
package struct MapAnswer {
  package var pointer: Coordinate
  package var tolerance: Double
  /// The place that it snapped to; nil for none.
  package var winner: Note?
  package var refused: [Note] = []
  /// The number of refused places that are not listed.
  package var untold = 0

  package init(pointer: Coordinate, tolerance: Double) {
    self.pointer = pointer
    self.tolerance = tolerance
  }

  package struct Note {
    package var location: Coordinate
    var kind: SnapKind
    var title: String
    /// The reason and the remedy, each a sentence.
    var sentences: [String]

    package init(location: Coordinate, kind: SnapKind, title: String, sentences: [String]) {
      self.location = location
      self.kind = kind
      self.title = title
      self.sentences = sentences
    }
  }

  static let pointerColor = "#111827"
  static let winnerColor = "#0b6b32"
  static let refusedColor = "#8f1219"

  /// The circle of the tolerance, the pointer, the refused places, and the winner on top.
  func svg(_ projection: MapProjection) -> String {
    let badges = MapBadges(self, projection)
    let pixel = projection.pixel(pointer)
    return toleranceSVG(projection) + badges.leaders
      + refused.map { MapAnswer.placed(MapAnswer.cross, projection.pixel($0.location)) }.joined()
      + MapAnswer.placed(MapAnswer.crosshair, pixel)
      + (winner.map {
        MapAnswer.placed($0.kind.mark(MapAnswer.winnerColor), projection.pixel($0.location))
      } ?? "") + badges.svg
  }

  private func toleranceSVG(_ projection: MapProjection) -> String {
    let center = projection.pixel(pointer)
    let place = "cx=\"\(String(pixel: center.x))\" cy=\"\(String(pixel: center.y))\" "
    let radius = "r=\"\(String(pixel: tolerance / projection.unitsPerPixel))\""
    return "<circle \(place)\(radius) fill=\"#111827\" fill-opacity=\".06\" stroke=\"#ffffff\" "
      + "stroke-width=\"4\"/><circle \(place)\(radius) fill=\"none\" "
      + "stroke=\"\(MapAnswer.pointerColor)\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"/>\n"
  }

  /// The pointer: four strokes around an open middle, on white.
  static let crosshair = cased("M-11 0h7m8 0h7M0-11v7m0 8v7", pointerColor, width: 2)
  /// A refused place: a small cross on white.
  static let cross = cased("M-4-4l8 8m0-8l-8 8", refusedColor, width: 2.4)

  private static func cased(_ data: String, _ color: String, width: Double) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"\(width + 3)\" "
      + "stroke-linecap=\"round\"/><path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" "
      + "stroke-width=\"\(width)\" stroke-linecap=\"round\"/>"
  }

  static func placed(_ mark: String, _ pixel: Coordinate) -> String {
    "<g transform=\"translate(\(String(pixel: pixel.x)) \(String(pixel: pixel.y)))\">\(mark)</g>\n"
  }

  private static let toldLimit = 20

  package init(_ report: SnapReport) {
    let network = report.network
    pointer = report.place
    tolerance = report.tolerance
    winner = report.match.map { match in
      Note(
        location: match.place.location,
        kind: match.place.kind,
        title: "Snapped to \(network.describe(match.place))",
        sentences: [
          (["because \(network.reason(of: match))"] + network.duties(of: match))
            .joined(separator: "; ")
        ]
      )
    }
    refused = report.refused.prefix(MapAnswer.toldLimit).map { refusal in
      Note(
        location: refusal.place.location,
        kind: refusal.place.kind,
        title: network.describe(refusal.place).capitalizedFirst,
        sentences: ["because \(network.reason(of: refusal))", network.remedy(of: refusal)]
      )
    }
    untold = report.refused.count - refused.count
  }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension SnapKind {
  /// The outline of the kind's mark, 16 pixels wide, around the origin; as in QGIS and AutoCAD.
  package var outline: String {
    switch self {
    case .point, .lineEnd, .vertex, .ownVertex: "M-7-7h14v14h-14z"
    case .intersection, .guideCrossing: "M-7-7l14 14m0-14l-14 14"
    case .midpoint: "M0-8.5l8.5 15h-17z"
    case .centroid: "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"
    case .segment, .boundary, .ownEdge: "M-7-8h14l-14 16h14z"
    case .extend, .perpendicular, .parallel: "M-8 3h16M-8-3h16"
    case .grid: "M-8 0h16M0-8v16"
    case .area: "M0-8l8 8l-8 8l-8-8z"
    }
  }

  /// The mark of the kind: the outline in a colour on white.
  func mark(_ color: String) -> String {
    let look = "stroke-linecap=\"round\" stroke-linejoin=\"round\""
    return "<path d=\"\(outline)\" fill=\"#ffffff\" fill-opacity=\".6\" stroke=\"#ffffff\" "
      + "stroke-width=\"6\" \(look)/><path d=\"\(outline)\" fill=\"none\" stroke=\"\(color)\" "
      + "stroke-width=\"2.6\" \(look)/>"
  }
}

/// The numbers of refused places, beside the places and without overlaps.
package struct MapBadges {
  static let height = 18.0

  private struct Badge {
    let text: String
    let place: Coordinate
    var center: Coordinate

    var width: Double { MapBadges.width(text) }
    var box: Envelope {
      Envelope(
        minX: center.x - width / 2 - 2,
        minY: center.y - MapBadges.height / 2 - 2,
        maxX: center.x + width / 2 + 2,
        maxY: center.y + MapBadges.height / 2 + 2
      )
    }
  }

  private var badges: [Badge] = []

  package init(_ answer: MapAnswer, _ projection: MapProjection) {
    let pointer = projection.pixel(answer.pointer)
    var groups: [(place: Coordinate, numbers: [Int])] = []
    for (number, note) in answer.refused.enumerated() {
      let place = projection.pixel(note.location)
      // Crosses at this distance look like one.
      if let group = groups.firstIndex(where: { $0.place.distance(to: place) < 5 }) {
        groups[group].numbers.append(number + 1)
      } else {
        groups.append((place, [number + 1]))
      }
    }
    var taken = groups.map { Envelope(around: $0.place, radius: 7) }
    taken.append(Envelope(around: pointer, radius: 12))
    if let winner = answer.winner {
      taken.append(Envelope(around: projection.pixel(winner.location), radius: 11))
    }
    let map = Envelope(minX: 0, minY: 0, maxX: projection.width, maxY: projection.height)
    for group in groups {
      var badge = Badge(
        text: MapBadges.text(group.numbers),
        place: group.place,
        center: group.place
      )
      badge.center = MapBadges.center(of: badge, awayFrom: pointer, taken, in: map)
      taken.append(badge.box)
      badges.append(badge)
    }
  }

  /// The nearest free place around a badge's place, preferably away from the pointer.
  private static func center(
    of badge: Badge,
    awayFrom pointer: Coordinate,
    _ taken: [Envelope],
    in map: Envelope
  ) -> Coordinate {
    let away = Coordinate(x: badge.place.x - pointer.x, y: badge.place.y - pointer.y)
    let octants: [(x: Double, y: Double)] = [
      (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7),
    ]
    let directions = octants.sorted {
      $0.x * away.x + $0.y * away.y > $1.x * away.x + $1.y * away.y
    }
    var trial = badge
    for step in 0..<12 {
      let reach = 24 + Double(step) * 12
      for direction in directions {
        trial.center = Coordinate(
          x: badge.place.x + direction.x * (reach + badge.width / 2 - height / 2),
          y: badge.place.y + direction.y * reach
        )
        if map.contains(trial.box), !taken.contains(where: { $0.intersects(trial.box) }) {
          return trial.center
        }
      }
    }
    return badge.place
  }

  /// Numbers in order, with runs of three or more as ranges: `1, 4–6`.
  package static func text(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound), \(run.upperBound)"
      default: "\(run.lowerBound)\u{2013}\(run.upperBound)"
      }
    }.joined(separator: ", ")
  }

  fileprivate static func width(_ text: String) -> Double {
    max(height, Double(text.count) * 7 + 10)
  }

  var leaders: String {
    badges.map { badge in
      var data = "M"
      data.append(pixel: badge.place)
      data.append("L", pixel: badge.center)
      return "<path d=\"\(data)\" stroke=\"#ffffff\" stroke-width=\"3.4\"/><path d=\"\(data)\" "
        + "stroke=\"\(MapAnswer.refusedColor)\" stroke-width=\"1.2\"/>\n"
    }.joined()
  }

  package var svg: String {
    badges.map { MapAnswer.placed(MapBadges.svg($0.text), $0.center) }.joined()
  }

  package static func svg(_ text: String) -> String {
    let width = width(text)
    return "<rect x=\"\(String(pixel: -width / 2))\" y=\"-9\" width=\"\(String(pixel: width))\" "
      + "height=\"18\" rx=\"9\" fill=\"\(MapAnswer.refusedColor)\" stroke=\"#ffffff\" "
      + "stroke-width=\"1.6\"/><text y=\"4.2\" text-anchor=\"middle\" font-size=\"12\" "
      + "font-weight=\"700\" fill=\"#ffffff\">\(text)</text>"
  }
}

/// The notes below a map: a list under a heading, each with its mark on the map.
struct MapNotes {
  struct Note {
    /// A drawing around the origin, about 16 pixels wide; empty for none.
    var mark = ""
    var title: String
    var sentences: [String] = []
  }

  private(set) var title = ""
  private(set) var told: [Note] = []
  private var untold = 0
  /// The command that lists all, such as `geosnap validate`.
  private var more = ""

  static let limit = 20

  init() {}

  /// Lists the first notes under the heading `title`; `more` is the command that lists all.
  init(_ title: String, _ notes: [Note], more: String) {
    self.title = title
    told = Array(notes.prefix(Self.limit))
    untold = notes.count - told.count
    self.more = more
  }

  var rest: String? { untold > 0 ? "And \(untold.grouped) more: \(more) lists all." : nil }

  var html: String {
    guard !told.isEmpty else { return "" }
    var html = "<div class=\"notes\">\n<h3>\(title.xmlEscaped)</h3>\n<ul>\n"
    for note in told {
      html += "<li>"
      if !note.mark.isEmpty {
        html +=
          "<svg class=\"mark\" viewBox=\"-10 -10 20 20\" aria-hidden=\"true\">\(note.mark)</svg>"
      }
      html += "<strong>\(note.title.xmlEscaped)</strong>"
      for sentence in note.sentences { html += "<br/>\(sentence.xmlEscaped)" }
      html += "</li>\n"
    }
    if let rest { html += "<li>\(rest.xmlEscaped)</li>\n" }
    return html + "</ul>\n</div>\n"
  }
}
