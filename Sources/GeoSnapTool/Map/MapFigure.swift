package import GeoSnap

/// One map: a network in an extent, with highlights, marks and labels.
///
/// Rendering is pure: the same figure gives the same text. All features in the extent are drawn; those smaller than
/// half a pixel become dots, and dots of one class on the same half pixel are drawn once. Where there are too many
/// features, those of one class that look alike at a coarser detail share a mark. The caption has their number.
package struct MapFigure {
  package var title: String
  package var caption: String
  var index: NetworkIndex
  /// The extent to show at least; the figure may show a little more at two sides.
  package var extent: Envelope
  /// Whether all features except the highlighted ones are grey.
  var isMuted = false
  /// Features that are highlighted in a muted figure; a feature in several belongs to the first.
  package var emphasis: [MapEmphasis] = []
  /// The heading of the highlights in the legend, when each has a separate row there.
  var emphasisTitle = ""
  var stretches: [MapStretches] = []
  /// The snap behaviour of features; when not empty, it replaces the asset type as the criterion for drawing.
  package var snapBehaviors: [MapSubtype: MapSnapBehavior] = [:]
  package var associations: [MapAssociation] = []
  package var containerBox: Envelope?
  /// Marked places, with labels on top of everything else.
  package var markers: [MapMarker] = []
  /// Names to write beside places where there is room, in order of priority.
  package var labels: [MapLabel] = []
  /// The envelopes of the figure's subject; a remark counts those beyond the map.
  var subject: [Envelope] = []
  var notes = MapNotes()
  package var answer: MapAnswer?
  package var lists: [MapList] = []
  package var unit = "m"
  package var width = 860.0

  package var network: EditedNetwork { index.network }

  package init(title: String, caption: String = "", index: NetworkIndex, extent: Envelope) {
    self.title = title
    self.caption = caption
    self.index = index
    self.extent = extent
  }

  /// Draws features by their snap behaviour under the rules for an asset type.
  mutating func show(_ settings: SnapSettings) {
    for source in settings.sourceSettings {
      guard let table = network.base.tables.firstIndex(where: { $0.name == source.name }) else {
        continue
      }
      let entries = source.childSourceSettings.isEmpty ? [source] : source.childSourceSettings
      for entry in entries {
        snapBehaviors[MapSubtype(table: table, assetGroup: entry.assetGroup ?? 0)] =
          MapSnapBehavior(entry, isOn: source.isEnabled && entry.isEnabled)
      }
    }
  }

  /// The projection of the map, whose shape depends on the extent, from flat to nearly square.
  package var projection: MapProjection {
    MapProjection(
      fitting: extent,
      width: width,
      heights: (width * 0.44).rounded()...(width * 0.745).rounded()
    )
  }

  package var outside: MapOutside { MapOutside(subject, projection, unit: unit) }

  package var texts: MapLabels {
    MapLabels(
      markers,
      outside.labels + labels,
      projection,
      avoiding: MapDecoration(projection, unit: unit).boxes + outside.boxes
    )
  }

  /// Draws the figure.
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
    for (kind, count) in associationCounts {
      let swatch = MapFigure.dotted("M3 0h26", kind)
      legend.add(swatch: swatch, MapAssociation.label(kind), detail: count.grouped)
    }
    if containerBox != nil {
      legend.add(swatch: MapFigure.redAndYellow("M4-6h24v12h-24z"), "Extent of the content")
    }
    let middle = Coordinate(x: 16, y: 0)
    let shown = markers.filter { projection.extent.contains($0.location) }
    for kind in MapMarker.Kind.allCases {
      let marks = shown.filter { $0.kind == kind }
      if marks.contains(where: { $0.reason == nil }) {
        legend.add(swatch: kind.svg(at: middle), kind.rawValue)
      }
      for reason in TraceStop.Reason.allCases {
        let count = marks.count { $0.reason == reason }
        guard count > 0 else { continue }
        legend.add(swatch: reason.svg(at: middle), reason.look.words, detail: count.grouped)
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

  private static func redAndYellow(_ data: String) -> String {
    "<g fill=\"none\" stroke-width=\"3\"><path d=\"\(data)\" stroke=\"#ffd400\"/>"
      + "<path d=\"\(data)\" stroke=\"#d7191c\" stroke-dasharray=\"8 8\"/></g>"
  }
}

package struct MapCounts: Hashable {
  package var inView = 0
  /// Of these, the ones with a separate mark.
  package var drawn = 0
  /// Of these, the ones that share the mark of another on the same pixels.
  package var merged = 0
  /// Omitted vertices of drawn lines, nearer than ``detail`` to the one before.
  var skippedVertices = 0
  /// The detail in pixels: smaller distances are not drawn.
  package var detail = finestDetail

  /// Half a pixel: less is invisible.
  static let finestDetail = 0.5

  package var sentence: String {
    var parts = ["\(inView.counting("feature", "features")) in view, \(drawn.grouped) drawn"]
    if merged > 0 {
      parts.append(
        merged.counting("shares", "share") + " the mark of another "
          + (detail == MapCounts.finestDetail ? "on the same half pixel" : "within \(room)")
      )
    }
    if skippedVertices > 0 {
      parts.append(
        skippedVertices.counting("vertex", "vertices")
          + " within \(room) of the one before left out"
      )
    }
    return parts.joined(separator: "; ") + "."
  }
  private var room: String {
    detail == MapCounts.finestDetail ? "half a pixel" : Int(detail).counting("pixel", "pixels")
  }
}

// All pictures of answers have the same form: the subject is highlighted in a grey network, the map fits it, and its
// names are written where there is room.

extension MapFigure {
  static let labelLimit = 45

  /// Creates a figure of an answer, which `caption` says in a sentence, without highlights.
  package init(answer caption: String, of index: NetworkIndex, named name: String) {
    self.init(title: name, caption: caption, index: index, extent: Envelope(Coordinate(x: 0, y: 0)))
    unit = network.unitName
    width = PictureFrame.standardWidth - MapSheet.roomBesideMap
    isMuted = true
  }

  /// Fits the map to the highlighted features or, without any, to the network; throws `Failure` if it has none.
  package mutating func fit(_ frame: PictureFrame = PictureFrame(), isClose: Bool = false) throws {
    let network = network
    let features = emphasis.flatMap(\.features).compactMap { network.geometry(of: $0)?.envelope }
    let others =
      stretches.flatMap(\.geometries).compactMap(\.envelope)
      + associations.compactMap { $0.geometry.envelope } + [containerBox].compactMap(\.self)
    // A source may be kilometres away from the features that it feeds.
    let marks = markers.filter { ![.controller, .source, .ignoredSource].contains($0.kind) }.map {
      Envelope($0.location)
    }
    extent = try frame.shown(fitting: features + others + marks, in: network, isClose: isClose)
    let extent = extent
    // Features at marks are highlighted too, or are in the notes.
    if frame.extent == nil { subject = features.filter { !extent.contains($0) } }
  }

  /// Of more features none is labelled: the labels of some would only hide the others.
  private static let namedLimit = 150

  /// Labels features, unless there are too many: points first, then the longest lines.
  package mutating func name(_ features: [FeatureID]) {
    guard features.count <= Self.namedLimit else { return }
    let names = MapNames(network)
    let points = features.filter { network.geometry(of: $0)?.type.dimension == 0 }
    let others = features.compactMap { feature -> (feature: FeatureID, side: Double)? in
      guard let geometry = network.geometry(of: feature), geometry.type.dimension > 0 else {
        return nil
      }
      return (feature, geometry.envelope?.side ?? 0)
    }
    let longest = others.sorted {
      ($1.side, $0.feature.table, $0.feature.row) < ($0.side, $1.feature.table, $1.feature.row)
    }
    labels += (points + longest.map(\.feature)).prefix(Self.labelLimit).compactMap { feature in
      names.place(of: feature).map { MapLabel(text: names.short(feature), place: $0) }
    }
  }
}

package struct MapNames {
  private let network: EditedNetwork

  package init(_ network: EditedNetwork) { self.network = network }

  /// The attribute with the feature's name, or else the origin, the beginning of the global id, or the row.
  package func short(_ feature: FeatureID) -> String {
    if let name = network.name(of: feature) ?? network.origin(of: feature) { return name }
    guard let id = network.globalID(of: feature) else { return network.identifier(of: feature) }
    return String("\(id)".prefix(8))
  }

  /// The middle of a feature, for a line along it; nil without a geometry.
  func place(of feature: FeatureID) -> Coordinate? {
    guard let geometry = network.geometry(of: feature) else { return nil }
    switch geometry.type.dimension {
    case 0: return geometry.coordinates.first
    case 1:
      return (try? geometry.point(atDistance: geometry.length / 2))?.coordinates.first
        ?? geometry.coordinates.first
    default: return geometry.envelope?.center
    }
  }
}

extension MapSnapBehavior {
  init(_ settings: SnapSourceSettings, isOn: Bool) {
    switch settings.ruleBehavior {
    case nil: self = isOn ? .allowed : .allowedOff
    case .rulesLimitSnapping: self = isOn ? .limited : .limitedOff
    case .rulesPreventSnapping: self = .prevented
    }
  }
}
