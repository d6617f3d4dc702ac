internal import GeoSnap

extension MapFigure {
  /// The projection of the map, whose shape depends on the extent, from flat to nearly square.
  package var projection: MapProjection {
    MapProjection(
      fitting: extent,
      width: width,
      heights: (width * 0.44).rounded()...(width * 0.745).rounded()
    )
  }

  /// The parts of the subject beyond the map.
  package var outside: MapOutside { MapOutside(subject, projection, unit: unit) }

  /// The labels.
  package var texts: MapLabels {
    MapLabels(
      markers,
      outside.labels + labels,
      projection,
      avoiding: MapDecoration(projection, unit: unit).boxes + outside.boxes
    )
  }

  /// Draws the figure.
  ///
  /// The complexity is that of a search of the index, plus a linear term in the coordinates of the features in view.
  package func draw() -> MapDrawing {
    let projection = projection
    var features = MapFeatureLayer(self, projection)
    let furniture = MapDecoration(projection, unit: unit)
    let featureSVG = features.svg()
    let (associationSVG, associationCounts) = associationLayer(projection)
    let size =
      "width=\"\(String(pixel: projection.width))\" height=\"\(String(pixel: projection.height))\""
    // A nested svg element clips its content.
    var map = "<svg \(size)>\n<rect \(size) fill=\"#fbfcfd\"/>\n"
    map += furniture.gridSVG + featureSVG
    map += stretches.map { $0.svg(projection) }.joined()
    map += associationSVG + containerBoxSVG(projection) + furniture.svg
    let outside = outside
    let texts = texts
    map += outside.svg + texts.svg + (answer?.svg(projection) ?? "")
    map += "</svg>\n"
    map += "<rect x=\".5\" y=\".5\" width=\"\(String(pixel: projection.width - 1))\" "
    map += "height=\"\(String(pixel: projection.height - 1))\" fill=\"none\" stroke=\"#c3cad4\"/>\n"
    return MapDrawing(
      title: title,
      map: map,
      mapSize: (projection.width, projection.height),
      legend: legend(features, associationCounts, projection, outside),
      counts: features.counts,
      remarks: [outside.sentence, missing(texts)].compactMap(\.self)
    )
  }

  /// A sentence with the number of labels that are not written.
  private func missing(_ texts: MapLabels) -> String? {
    guard texts.missing > 0 else { return nil }
    return texts.missing.counting("label has", "labels have") + " no room on the map."
  }

  private func legend(
    _ features: MapFeatureLayer,
    _ associationCounts: [(AssociationKind, Int)],
    _ projection: MapProjection,
    _ outside: MapOutside
  ) -> MapLegend {
    var legend = MapLegend()
    var groups: [String: Int] = [:]
    for entry in features.classes {
      if let group = entry.mapClass.group {
        groups[group, default: 0] += entry.count
      } else {
        legend.add(entry.mapClass, count: entry.count)
      }
    }
    legend.add(emphasis, counts: groups, title: emphasisTitle)
    for part in stretches {
      legend.add(swatch: part.swatch, part.label, detail: part.geometries.count.grouped)
    }
    for (kind, count) in associationCounts { legend.add(kind, count: count) }
    if containerBox != nil {
      legend.add(swatch: MapFigure.redAndYellow("M4-6h24v12h-24z"), "Extent of the content")
    }
    let shown = markers.filter { projection.extent.contains($0.location) }
    for kind in MapMarker.Kind.allCases {
      let marks = shown.filter { $0.kind == kind }
      if marks.contains(where: { $0.reason == nil }) { legend.add(kind) }
      for reason in TraceStop.Reason.allCases {
        let count = marks.count { $0.reason == reason }
        if count > 0 { legend.add(reason, count: count) }
      }
    }
    if !outside.groups.isEmpty { legend.add(swatch: MapOutside.swatch, "Farther off") }
    if let answer { legend.add(answer) }
    for list in lists { legend.add(list) }
    return legend
  }

  /// Associations in view, one path for each colour, and their number by kind.
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
