internal import GeoSnap

/// The features of a figure, sorted into classes and written as SVG.
struct MapFeatureLayer {
  /// Up to this number, each feature is a separate element with its name as a tooltip.
  ///
  /// Beyond it a class is a single path, so that the page stays small.
  private static let namedFeatureLimit = 1500

  /// The drawn features of each class, in drawing order.
  private(set) var classes: [(mapClass: MapClass, features: [FeatureID], count: Int)]
  private(set) var counts = MapCounts()

  private let network: EditedNetwork
  private let projection: MapProjection
  /// Whether sizes depend on the density of the map instead of its scale.
  private let isByRoom: Bool

  /// Sorts the features in the extent of a map into classes.
  ///
  /// The complexity is that of a search of the index, plus a linear term in the coordinates of the features in view.
  init(_ figure: MapFigure, _ projection: MapProjection) {
    network = figure.network
    self.projection = projection
    isByRoom = figure.isMuted || figure.unit != "m"
    var marks: [Mark] = []
    let looks = MapLooks(figure)
    var totals = [Int](repeating: 0, count: looks.classes.count)
    for ordinal in figure.index.features.features(intersecting: projection.extent) {
      let feature = network.feature(ordinal: ordinal)
      guard let geometry = network.geometry(of: feature), let envelope = geometry.envelope else {
        continue
      }
      counts.inView += 1
      let look = looks.look(of: feature, geometry)
      totals[look] += 1
      marks.append(Mark(feature, look, geometry, envelope, projection))
    }
    counts.detail = MarkThinning.thin(&marks)
    counts.drawn = marks.count
    counts.merged = counts.inView - marks.count
    var features = [[FeatureID]](repeating: [], count: looks.classes.count)
    for mark in marks { features[mark.look].append(mark.feature) }
    classes = zip(looks.classes, zip(features, totals)).filter { $1.1 > 0 }
      .map { ($0, $1.0, $1.1) }
      .sorted { MapClass.isBelow($0.mapClass, $1.mapClass) }
  }

  /// The size of lines and symbols relative to street scale.
  ///
  /// It depends on the scale; around an answer, and where units are not metres, on the density of the map.
  private var sizeFactor: Double {
    let room =
      isByRoom
      ? (projection.width * projection.height / Double(max(counts.drawn, 1))).squareRoot() / 45
      : (0.35 / projection.unitsPerPixel).squareRoot()
    return min(max(room, 0.3), 1.2)
  }

  /// The relative size of a class.
  private func size(of mapClass: MapClass) -> Double {
    if mapClass.hasFixedSize { return 1 }
    return mapClass.isBroughtOut ? max(sizeFactor, 0.6) : sizeFactor
  }

  /// All classes, bottom to top.
  mutating func svg() -> String {
    let isNamed = counts.drawn <= MapFeatureLayer.namedFeatureLimit
    var svg = ""
    for entry in classes {
      let size = size(of: entry.mapClass)
      svg += entry.mapClass.groupStart(size: size)
      for group in isNamed ? entry.features.map({ [$0] }) : shapes(entry.features) {
        let data = pathData(group, entry.mapClass, size: size)
        // Dashes would reduce a point to an arc or to nothing.
        let isPoint = network.geometry(of: group[0])?.type.dimension == 0
        svg += "<path d=\"\(data)\""
        if isPoint, entry.mapClass.dash != nil { svg += " stroke-dasharray=\"none\"" }
        if isPoint, entry.mapClass.kind == .line { svg += entry.mapClass.symbolLook }
        svg +=
          isNamed ? "><title>\(name(of: group[0]).xmlEscaped)</title></path>\n" : "/>\n"
      }
      svg += "</g>\n"
    }
    return svg
  }

  /// The features that are not points, then the points; no empty list.
  private func shapes(_ features: [FeatureID]) -> [[FeatureID]] {
    func isPoint(_ feature: FeatureID) -> Bool {
      network.geometry(of: feature)?.type.dimension == 0
    }
    return [features.filter { !isPoint($0) }, features.filter(isPoint)].filter { !$0.isEmpty }
  }

  private mutating func pathData(
    _ features: [FeatureID],
    _ mapClass: MapClass,
    size: Double
  ) -> String {
    var path = MapPath(projection, detail: counts.detail)
    let radius = mapClass.radius * size
    for feature in features {
      guard let geometry = network.geometry(of: feature) else { continue }
      if geometry.type.dimension > 0 || mapClass.isDot(size: size) {
        path.addLines(geometry)
      } else {
        for place in geometry.coordinates { path.add(mapClass.symbol, radius: radius, at: place) }
      }
    }
    counts.skippedVertices += path.skippedVertices
    return path.data
  }

  /// Source, group, type and origin, as far as there are any.
  private func name(of feature: FeatureID) -> String {
    var parts = [network.base.tables[Int(feature.table)].name]
    if let (group, type) = network.assetType(of: feature) { parts += [group.name, type.name] }
    if let origin = network.origin(of: feature) { parts.append(origin) }
    return parts.joined(separator: " \u{B7} ")
  }
}

extension MapClass {
  /// The attributes of a symbol among lines: filled except for a cross, independent of the width of lines.
  var symbolLook: String {
    symbol == .cross ? " stroke-width=\"2.2\"" : " fill=\"\(fill)\" stroke-width=\"1\""
  }

  /// Below this radius, in pixels, symbols of all shapes are dots.
  static let dotRadius = 1.5

  func isDot(size: Double) -> Bool { radius * size < MapClass.dotRadius }

  /// The drawing order.
  package static func isBelow(_ lhs: MapClass, _ rhs: MapClass) -> Bool {
    (lhs.kind.rawValue, lhs.order, lhs.label, lhs.stroke)
      < (rhs.kind.rawValue, rhs.order, rhs.label, rhs.stroke)
  }

  /// The start of a group with the style of the class: strokes for lines and small points, fills for areas and
  /// symbols.
  func groupStart(size: Double) -> String {
    let isDot = kind == .point && isDot(size: size)
    let isStroke = kind == .line || isDot
    // A dot has one colour: the one that is not white.
    let color = isDot && fill != "#ffffff" ? fill : stroke
    let strokeWidth = isDot ? 2 * radius * size : width * max(size, 0.45)
    var group = "<g fill=\"\(isStroke ? "none" : fill)\" stroke=\"\(color)\" "
    group += "stroke-width=\"\(String(pixel: max(strokeWidth, 0.4)))\" stroke-linecap=\"round\" "
    group += "stroke-linejoin=\"round\""
    if let dash { group += " stroke-dasharray=\"\(dash)\"" }
    return group + ">\n"
  }
}
