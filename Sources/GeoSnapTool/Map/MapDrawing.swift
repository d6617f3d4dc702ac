/// A figure as SVG.
package struct MapDrawing {
  let title: String
  /// The map in its frame, with the upper left corner at the origin.
  let map: String
  /// The size of the map, in pixels.
  let mapSize: (width: Double, height: Double)
  package let legend: MapLegend
  /// The counts of drawn and omitted features.
  package let counts: MapCounts
  /// Further notes on the drawing: features beyond it, labels without room.
  let remarks: [String]

  /// The space between map and legend, in pixels.
  static let gap = 18.0
  static let fonts = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""

  /// The width of map and legend, in pixels.
  var width: Double { mapSize.width + MapDrawing.gap + MapLegend.width }
  /// The height of map and legend, in pixels.
  var height: Double { max(mapSize.height, legend.height) }

  /// The counts and remarks, in sentences.
  var summary: String { ([counts.sentence] + remarks).joined(separator: " ") }

  /// The map with its legend, as the content of an SVG element.
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
