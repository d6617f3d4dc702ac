internal import GeoSnap

// The mark of a stop is a square with a letter, so that reasons are distinct without colours and words.

extension TraceStop.Reason {
  var letter: String {
    switch self {
    case .barrier: "B"
    case .condition: "C"
    case .function: "F"
    case .propagator: "P"
    case .direction: "D"
    case .validPath: "V"
    case .tierBoundary: "T"
    case .controller: "S"
    case .deadEnd: "E"
    }
  }

  /// The text in the legend.
  var words: String {
    switch self {
    case .barrier: "Stop: barrier"
    case .condition: "Stop: condition"
    case .function: "Stop: function barrier"
    case .propagator: "Stop: propagator"
    case .direction: "Stop: flow direction"
    case .validPath: "Stop: no valid path"
    case .tierBoundary: "Stop: tier boundary"
    case .controller: "Stop: subnetwork ends"
    case .deadEnd: "Stop: dead end"
    }
  }

  /// The mark with its centre at a pixel.
  func svg(at pixel: Coordinate) -> String {
    let place = "translate(\(String(pixel: pixel.x)) \(String(pixel: pixel.y)))"
    let color = MapMarker.Kind.stop.color
    return "<g transform=\"\(place)\"><path d=\"M-6.5-6.5h13v13h-13z\" fill=\"#ffffff\" "
      + "stroke=\"\(color)\" stroke-width=\"2\"/><text y=\"3.6\" text-anchor=\"middle\" "
      + "font-size=\"10\" font-weight=\"700\" fill=\"\(color)\">\(letter)</text></g>"
  }
}
