package import GeoSnap

/// An answer of the snapper as a figure shows it.
package struct MapAnswer {
  package var pointer: Coordinate
  /// The tolerance in coordinate units.
  package var tolerance: Double
  /// The place that it snapped to; nil for none.
  package var winner: Note?
  /// The refused places, best first.
  package var refused: [Note] = []
  /// The number of refused places that are not listed.
  package var untold = 0

  package init(pointer: Coordinate, tolerance: Double) {
    self.pointer = pointer
    self.tolerance = tolerance
  }

  /// A place with its description.
  package struct Note {
    package var location: Coordinate
    var kind: SnapKind
    /// A line of text.
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
}

extension MapAnswer {
  /// The greatest number of refused places in a list below a map.
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
