package import GeoSnap

/// An association in a query's form: drawn dotted, green for attachment, red for connectivity.
package struct MapAssociation {
  var kind: AssociationKind
  var geometry: Geometry

  package init(kind: AssociationKind, geometry: Geometry) {
    self.kind = kind
    self.geometry = geometry
  }

  /// The colour by kind; grey for containment, which no query by extent returns.
  static func color(_ kind: AssociationKind) -> String {
    switch kind {
    case .attachment: "#1a9641"
    case .containment: "#6b7280"
    default: "#d7191c"
    }
  }

  static func label(_ kind: AssociationKind) -> String {
    switch kind {
    case .attachment: "Attachment"
    case .containment: "Containment"
    default: "Connectivity"
    }
  }
}

package struct MapMarker {
  package enum Kind: String, CaseIterable {
    case error = "Error"
    case stop = "Stopped here"
    case barrier = "Barrier"
    case controller = "Controller"
    case shut = "To be shut"
    case shutInVain = "Does not isolate it"
    case shutAlready = "Shut already"
    case leftOpen = "May stay open"
    case source = "Source"
    case ignoredSource = "Source that does not count"
    case valve = "Valve"
    case goal = "To be reached"
    case start = "Start"
  }

  package var kind: Kind
  package var location: Coordinate
  package var label: String
  /// The number before the label, from 1, of markers in a sequence; nil for none.
  var number: Int?
  /// The reason for which a trace stopped, shown as a letter; nil for other markers.
  package var reason: TraceStop.Reason?

  package init(
    _ kind: Kind,
    at location: Coordinate,
    label: String = "",
    reason: TraceStop.Reason? = nil
  ) {
    self.kind = kind
    self.location = location
    self.label = label
    self.reason = reason
  }

  func svg(at pixel: Coordinate) -> String {
    reason.map { $0.svg(at: pixel) } ?? kind.svg(at: pixel)
  }
}

extension MapMarker.Kind {
  var color: String {
    switch self {
    case .start: "#0f7b3a"
    case .error, .barrier, .shut: "#c5161d"
    case .goal: "#0b57d0"
    case .stop: "#b45309"
    case .controller, .valve, .shutAlready, .source: "#111827"
    case .leftOpen: "#0f7b3a"
    case .ignoredSource, .shutInVain: "#6b7280"
    }
  }

  package var label: String { rawValue }

  func svg(at pixel: Coordinate) -> String {
    let place = "translate(\(String(pixel: pixel.x)) \(String(pixel: pixel.y)))"
    let mark =
      switch self {
      case .error:
        "<path d=\"M0-8l8 14h-16z\" fill=\"#fff\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>"
          + "<path d=\"M0-2v3m0 2.5v.1\" fill=\"none\" stroke-width=\"2\"/>"
      case .stop:
        "<path d=\"M-5-5h10v10h-10z\" fill=\"#fff\" stroke-width=\"2\"/>"
      case .barrier:
        "<circle r=\"7\" fill=\"#fff\" stroke-width=\"2.5\"/>"
          + "<path d=\"M-4.8-4.8l9.6 9.6\" fill=\"none\" stroke-width=\"2.5\"/>"
      case .controller, .source, .ignoredSource:
        "<path d=\"M0-7l7 7l-7 7l-7-7z\" fill=\"#fff\" stroke-width=\"2.5\"/>"
      case .shut, .shutInVain, .shutAlready, .leftOpen:
        "<path d=\"M-8-6l16 12v-12l-16 12z\" fill=\"#fff\" stroke-width=\"2.5\" "
          + "stroke-linejoin=\"round\"/>"
      case .valve:
        "<path d=\"M-5.5-4l11 8v-8l-11 8z\" fill=\"#fff\" stroke-width=\"1.6\" "
          + "stroke-linejoin=\"round\"/>"
      case .goal:
        "<circle r=\"8\" fill=\"#fff\" stroke-width=\"2.5\"/>"
          + "<circle r=\"2.5\" fill=\"#0b57d0\" stroke-width=\"1\"/>"
      case .start:
        "<circle r=\"7\" fill=\"#fff\" stroke-width=\"2.5\"/>"
          + "<path d=\"M-2.2-3.6l5.6 3.6l-5.6 3.6z\" fill=\"#0f7b3a\" stroke-width=\"1\"/>"
      }
    return "<g transform=\"\(place)\" stroke=\"\(color)\" stroke-linecap=\"round\">\(mark)</g>"
  }
}

// The mark of a stop is a square with a letter, so that reasons are distinct without colours and words.

extension TraceStop.Reason {
  /// The letter on the mark, and the text in the legend.
  var look: (letter: String, words: String) {
    switch self {
    case .barrier: ("B", "Stop: barrier")
    case .condition: ("C", "Stop: condition")
    case .function: ("F", "Stop: function barrier")
    case .propagator: ("P", "Stop: propagator")
    case .direction: ("D", "Stop: flow direction")
    case .validPath: ("V", "Stop: no valid path")
    case .tierBoundary: ("T", "Stop: tier boundary")
    case .controller: ("S", "Stop: subnetwork ends")
    case .deadEnd: ("E", "Stop: dead end")
    }
  }

  func svg(at pixel: Coordinate) -> String {
    let place = "translate(\(String(pixel: pixel.x)) \(String(pixel: pixel.y)))"
    let color = MapMarker.Kind.stop.color
    return "<g transform=\"\(place)\"><path d=\"M-6.5-6.5h13v13h-13z\" fill=\"#ffffff\" "
      + "stroke=\"\(color)\" stroke-width=\"2\"/><text y=\"3.6\" text-anchor=\"middle\" "
      + "font-size=\"10\" font-weight=\"700\" fill=\"\(color)\">\(look.letter)</text></g>"
  }
}
