package import GeoSnap

/// The features of a figure, sorted into classes and written as SVG.
struct MapFeatureLayer {
  /// Up to this number, each feature is a separate element with its name as a tooltip;
  /// beyond it a class is a single path, so that the page stays small.
  private static let namedFeatureLimit = 1500

  /// The drawn features of each class, in drawing order.
  private(set) var classes: [(mapClass: MapClass, features: [FeatureID], count: Int)]
  private(set) var counts = MapCounts()

  private let network: EditedNetwork
  private let projection: MapProjection
  /// Whether sizes depend on the density of the map instead of its scale.
  private let isByRoom: Bool

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

  /// The size of lines and symbols relative to street scale: by the scale of the map or, around
  /// an answer and where units are not metres, by its density.
  private var sizeFactor: Double {
    let room =
      isByRoom
      ? (projection.width * projection.height / Double(max(counts.drawn, 1))).squareRoot() / 45
      : (0.35 / projection.unitsPerPixel).squareRoot()
    return min(max(room, 0.3), 1.2)
  }

  private func size(of mapClass: MapClass) -> Double {
    if mapClass.hasFixedSize { return 1 }
    return mapClass.isBroughtOut ? max(sizeFactor, 0.6) : sizeFactor
  }

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
        svg += isNamed ? "><title>\(name(of: group[0]).xmlEscaped)</title></path>\n" : "/>\n"
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

  package static func isBelow(_ lhs: MapClass, _ rhs: MapClass) -> Bool {
    (lhs.kind.rawValue, lhs.order, lhs.label, lhs.stroke)
      < (rhs.kind.rawValue, rhs.order, rhs.label, rhs.stroke)
  }

  /// The start of a group with the style of the class: strokes for lines and dots, fills for areas and symbols.
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

/// A feature that may be drawn, with the properties that distinguish its mark from others.
struct Mark {
  let feature: FeatureID
  let look: Int
  /// The pixels of its first and last place, or of its middle when it has no vertices.
  private let ends: (Coordinate, Coordinate)
  private let middle: Coordinate
  private let size: Double

  init(
    _ feature: FeatureID,
    _ look: Int,
    _ geometry: Geometry,
    _ envelope: Envelope,
    _ projection: MapProjection
  ) {
    self.feature = feature
    self.look = look
    let center = envelope.center
    middle = projection.pixel(center)
    let places = geometry.coordinates
    ends = (projection.pixel(places.first ?? center), projection.pixel(places.last ?? center))
    size = max(envelope.width, envelope.height) / projection.unitsPerPixel
  }

  /// Whether it is a single place at a detail in pixels.
  func isDot(at detail: Double) -> Bool { size < detail }

  /// The key that is equal for marks that look alike at a detail.
  func key(at detail: Double) -> Key {
    let (first, last) = isDot(at: detail) ? (middle, middle) : ends
    // Beyond a million pixels everything is invisible, and Int32 must not overflow.
    func cell(_ pixel: Double) -> Int32 {
      Int32((min(max(pixel, -1e6), 1e6) / detail).rounded(.down))
    }
    return Key(
      look: look,
      first: [cell(first.x), cell(first.y)],
      last: [cell(last.x), cell(last.y)]
    )
  }

  struct Key: Hashable {
    let look: Int
    let first: SIMD2<Int32>
    let last: SIMD2<Int32>
  }
}

/// Leaves out marks that another one hides; the more marks, the coarser the comparison.
enum MarkThinning {
  /// The number of marks that a browser draws without a pause.
  private static let limit = 20_000
  private static let coarsestDetail = 64.0

  /// Keeps the first of marks that look alike, and returns the detail in pixels.
  ///
  /// Dots share a mark on the same half pixel. While there are too many marks, the detail is made coarser by a factor
  /// of two, and features whose ends share cells share a mark. The complexity is linear in the number of marks for
  /// each detail.
  static func thin(_ marks: inout [Mark]) -> Double {
    var detail = MapCounts.finestDetail
    var taken: Set<Mark.Key> = []
    marks = marks.filter { !$0.isDot(at: detail) || taken.insert($0.key(at: detail)).inserted }
    while marks.count > limit, detail < coarsestDetail {
      detail *= 2
      taken.removeAll(keepingCapacity: true)
      marks = marks.filter { taken.insert($0.key(at: detail)).inserted }
    }
    return detail
  }
}

/// The classes of a figure's features, by number.
package struct MapLooks: Sendable {
  /// The classes, in the order of their numbers.
  package private(set) var classes: [MapClass] = []
  private let network: EditedNetwork
  private var ofSubtype: [MapSubtype: Int] = [:]
  private var ofAssetType: [AssetTypeID: Int] = [:]
  /// For each table the classes of points, lines and areas without asset type.
  private var plain: [[Int]] = []
  private let showsBehaviors: Bool
  /// For each highlighted feature the number of its first class.
  private var emphasized: [FeatureID: Int] = [:]

  init(_ figure: MapFigure) {
    network = figure.network
    showsBehaviors = !figure.snapBehaviors.isEmpty
    var numbers: [MapClass: Int] = [:]
    var classes: [MapClass] = []
    func number(_ mapClass: MapClass) -> Int {
      if let number = numbers[mapClass] { return number }
      numbers[mapClass] = classes.count
      classes.append(mapClass)
      return classes.count - 1
    }
    if figure.isMuted {
      plain = network.base.tables.map { _ in MapEmphasis.others.map(number) }
      for emphasis in figure.emphasis {
        let first = emphasis.classes.map(number)[0]
        for feature in emphasis.features where emphasized[feature] == nil {
          emphasized[feature] = first
        }
      }
    } else if showsBehaviors {
      ofSubtype = figure.snapBehaviors.mapValues { number($0.mapClass) }
      plain = network.base.tables.map { _ in [number(.withoutBehavior)] }
    } else {
      ofAssetType = MapClass.classes(of: network.definition).mapValues(number)
      plain = MapClass.plainClasses(of: network.base.tables).map { $0.map(number) }
    }
    self.classes = classes
  }

  package init(_ index: NetworkIndex) {
    let extent = index.network.envelope ?? Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)
    self.init(MapFigure(title: "", index: index, extent: extent))
  }

  /// The number of the class of a feature whose geometry has the dimension.
  package func look(of feature: FeatureID, dimension: Int) -> Int {
    network.assetTypeID(of: feature).flatMap { ofAssetType[$0] }
      ?? plain[Int(feature.table)][dimension]
  }

  func look(of feature: FeatureID, _ geometry: Geometry) -> Int {
    let table = Int(feature.table)
    if showsBehaviors {
      let group = network.assetTypeID(of: feature)?.assetGroup ?? 0
      return ofSubtype[MapSubtype(table: table, assetGroup: group)] ?? plain[table][0]
    }
    // Points, lines and areas of a highlight have successive numbers.
    if let first = emphasized[feature] { return first + geometry.type.dimension }
    return look(of: feature, dimension: geometry.type.dimension)
  }
}

/// Features that a figure highlights in a separate colour, while all other features are grey.
package struct MapEmphasis {
  package var label: String
  package var color: String
  package var features: [FeatureID]
  /// Whether the legend distinguishes points, lines and areas.
  var isDivided = true
  package var width = 3.0
  var radius = 4.5

  static let palette = [
    "#c026a3", "#0b6bcb", "#0f7b3a", "#d97706", "#6d28d9", "#0e7490", "#be123c", "#65a30d",
    "#7c4a1e", "#334155",
  ]

  /// A colour by its number: those of the palette first, then further distinct ones.
  package static func color(_ number: Int) -> String {
    if number < palette.count { return palette[number] }
    // A third of the golden angle apart, so that successive colours of the same lightness are never alike.
    let hue = (Double(number) * 137.508).truncatingRemainder(dividingBy: 360) / 60
    let light = number.isMultiple(of: 2) ? 170.0 : 110
    return [0.0, 4, 2].reduce("#") { text, shift in
      let side = (hue + shift).truncatingRemainder(dividingBy: 6)
      let value = Int(light * min(max((side - 3).magnitude - 1, 0), 1)) + 30
      return text + HexDigits.text([UInt8(value)], inCapitals: false)
    }
  }

  var classes: [MapClass] {
    func name(_ kind: String) -> String { isDivided ? "\(label): \(kind)" : label }
    var classes: [MapClass] = [
      .point(name("points"), order: 9, .circle, stroke: "#ffffff", fill: color, radius: radius),
      .line(name("lines"), order: 9, color, width: width),
      .area(name("areas"), stroke: color, fill: "\(color)22"),
    ]
    for index in classes.indices {
      classes[index].isBroughtOut = true
      if !isDivided { classes[index].group = self.key }
    }
    return classes
  }

  var key: String { "\(label) \(color)" }

  var swatch: String {
    let (point, line) = (classes[0], classes[1])
    return line.groupStart(size: 1) + "<path d=\"M3 0h26\"/></g>" + point.groupStart(size: 1)
      + "<path d=\"M16 0\(MapPath.outline(point.symbol, radius: radius))\"/></g>"
  }

  static let others: [MapClass] = [
    .point("Other points", order: 0, .circle, stroke: "#cbd2db", fill: "#cbd2db", radius: 2.2),
    .line("Other lines", order: 0, "#cbd2db", width: 1.4),
    .area("Other areas", stroke: "#e3e7ec", fill: "none"),
  ]
}

struct MapStretches {
  var label: String
  var color: String
  var geometries: [Geometry]

  func svg(_ projection: MapProjection) -> String {
    var path = MapPath(projection)
    for geometry in geometries { path.addLines(geometry) }
    return path.data.isEmpty ? "" : stroke(path.data) + "\n"
  }

  var swatch: String { stroke("M3 0h26") }

  private func stroke(_ data: String) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"3.4\" "
      + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
  }
}
