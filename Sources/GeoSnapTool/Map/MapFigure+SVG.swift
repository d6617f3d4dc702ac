internal import GeoSnap

extension MapFigure {
  /// The width of the map without its legend, in pixels.
  static let mapWidth = 860.0
  private static let gap = 18.0
  private static let heights = 380.0...640.0

  /// Draws the figure.
  ///
  /// - Complexity: Linear in the size of the network.
  func draw() -> MapDrawing {
    let projection = MapProjection(
      fitting: extent,
      width: MapFigure.mapWidth,
      heights: MapFigure.heights
    )
    var features = MapFeatureLayer(self, projection)
    let furniture = MapFurniture(projection, unit: unit)
    let featureSVG = features.svg()
    let (associationSVG, associationCounts) = associationLayer(projection)
    let legend = legend(features, associationCounts)

    let totalWidth = String(pixel: MapFigure.mapWidth + MapFigure.gap + MapLegend.width)
    let totalHeight = String(pixel: max(projection.height, legend.height))
    let width = String(pixel: projection.width)
    let height = String(pixel: projection.height)
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(totalWidth) \(totalHeight)\""
    svg += " font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" role=\"img\">\n"
    svg += "<title>\(title.xmlEscaped)</title>\n"
    // A nested svg element clips what it holds.
    svg += "<svg width=\"\(width)\" height=\"\(height)\">\n"
    svg += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fbfcfd\"/>\n"
    svg += furniture.gridSVG + features.highlightSVG(highlights) + featureSVG
    svg += associationSVG + containerBoxSVG(projection) + furniture.svg
    svg += MapLabels(markers, projection).svg
    svg += "</svg>\n"
    svg += "<rect x=\".5\" y=\".5\" width=\"\(String(pixel: projection.width - 1))\" "
    svg += "height=\"\(String(pixel: projection.height - 1))\" fill=\"none\" stroke=\"#c3cad4\"/>\n"
    svg += "<g transform=\"translate(\(String(pixel: projection.width + MapFigure.gap)) 0)\">\n"
    svg += legend.svg + "</g>\n</svg>\n"
    return MapDrawing(svg: svg, counts: features.counts)
  }

  private func legend(
    _ features: MapFeatureLayer,
    _ associationCounts: [(AssociationKind, Int)]
  ) -> MapLegend {
    var legend = MapLegend()
    for entry in features.classes { legend.add(entry.mapClass, count: entry.count) }
    for (kind, count) in associationCounts { legend.add(kind, count: count) }
    if containerBox != nil {
      legend.add(swatch: MapFigure.redAndYellow("M4-6h24v12h-24z"), "Extent of the content")
    }
    if !highlights.isEmpty {
      legend.add(
        swatch: "<path d=\"M8 0h16\" stroke=\"#ffe14d\" stroke-width=\"14\" "
          + "stroke-linecap=\"round\"/>",
        "Pointed out in the text"
      )
    }
    for kind in MapMarker.Kind.allCases where markers.contains(where: { $0.kind == kind }) {
      legend.add(kind)
    }
    return legend
  }

  /// Associations in view, one path for each colour, and how many there are of each.
  private func associationLayer(
    _ projection: MapProjection
  ) -> (svg: String, counts: [(AssociationKind, Int)]) {
    var svg = ""
    var counts: [(AssociationKind, Int)] = []
    for kind in [AssociationKind.attachment, .connectivity, .containment] {
      var path = MapPath(projection)
      var count = 0
      for association in associations
      where MapAssociation.label(association.kind) == MapAssociation.label(kind) {
        guard let envelope = Envelope(association.geometry.coordinates),
          envelope.intersects(projection.extent)
        else { continue }
        count += 1
        path.addLines(association.geometry)
      }
      guard count > 0 else { continue }
      svg += MapFigure.dotted(path.data, kind) + "\n"
      counts.append((kind, count))
    }
    return (svg, counts)
  }

  /// A path of round dots of 3 points, which are 4 pixels.
  static func dotted(_ data: String, _ kind: AssociationKind) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"\(MapAssociation.color(kind))\" stroke-width=\"4\" "
      + "stroke-linecap=\"round\" stroke-dasharray=\"0 7\"/>"
  }

  private func containerBoxSVG(_ projection: MapProjection) -> String {
    guard let box = containerBox else { return "" }
    let upperLeft = projection.pixel(Coordinate(x: box.minX, y: box.maxY))
    let lowerRight = projection.pixel(Coordinate(x: box.maxX, y: box.minY))
    var data = "M"
    data.append(pixel: upperLeft)
    data += "H\(String(pixel: lowerRight.x))V\(String(pixel: lowerRight.y))"
    data += "H\(String(pixel: upperLeft.x))z"
    return MapFigure.redAndYellow(data) + "\n"
  }

  /// A closed path in red and yellow dashes.
  private static func redAndYellow(_ data: String) -> String {
    "<g fill=\"none\" stroke-width=\"3\"><path d=\"\(data)\" stroke=\"#ffd400\"/>"
      + "<path d=\"\(data)\" stroke=\"#d7191c\" stroke-dasharray=\"8 8\"/></g>"
  }
}
