/// A figure as SVG.
package struct MapDrawing {
  /// The heading.
  let title: String
  /// The map in its frame, with the upper left corner at the origin.
  let map: String
  /// The size of the map, in pixels.
  let mapSize: (width: Double, height: Double)
  /// What the marks mean.
  package let legend: MapLegend
  /// What was drawn and what was not.
  package let counts: MapCounts
  /// What else there is to say of the drawing: what lies beyond it, what has no room.
  let remarks: [String]

  /// The room between map and legend, in pixels.
  static let gap = 18.0
  static let fonts = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""

  /// The width of map and legend, in pixels.
  var width: Double { mapSize.width + MapDrawing.gap + MapLegend.width }
  /// The height of map and legend, in pixels.
  var height: Double { max(mapSize.height, legend.height) }

  /// What was drawn and what was not, in sentences.
  var summary: String { ([counts.sentence] + remarks).joined(separator: " ") }

  /// The map with its legend, to stand in an SVG element.
  var content: String {
    "\(map)<g transform=\"translate(\(String(pixel: mapSize.width + MapDrawing.gap)) 0)\">\n"
      + "\(legend.svg)</g>\n"
  }

  /// The map with its legend as one SVG element.
  package var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(String(pixel: width)) "
      + "\(String(pixel: height))\" preserveAspectRatio=\"xMinYMin\" "
      + "\(MapDrawing.fonts) role=\"img\">\n"
      + "<title>\(title.xmlEscaped)</title>\n\(content)</svg>\n"
  }
}
