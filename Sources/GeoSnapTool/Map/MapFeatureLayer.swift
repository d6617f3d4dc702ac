internal import GeoSnap

/// The features of a figure, sorted into classes and written as SVG.
struct MapFeatureLayer {
  /// Up to so many features each has an element of its own that says its name when pointed at;
  /// beyond, a class is a single path, so that the page stays small.
  private static let namedFeatureLimit = 1500

  /// The features of each class that are drawn, in drawing order.
  private(set) var classes: [(mapClass: MapClass, features: [FeatureID], count: Int)] = []
  private(set) var counts = MapCounts()

  private let network: UtilityNetwork
  private let projection: MapProjection

  init(_ figure: MapFigure, _ projection: MapProjection) {
    network = figure.network
    self.projection = projection
    var features: [MapClass: [FeatureID]] = [:]
    var totals: [MapClass: Int] = [:]
    var taken: Set<Dot> = []
    let classOf = MapFeatureLayer.classifier(figure)
    for (tableIndex, table) in network.tables.enumerated() {
      for row in 0..<table.count {
        guard let geometry = table.geometries[row],
          let envelope = geometry.envelope, projection.shows(geometry, envelope)
        else { continue }
        counts.inView += 1
        guard figure.tables?.contains(tableIndex) ?? true else {
          counts.hidden += 1
          continue
        }
        let mapClass = classOf(tableIndex, row)
        totals[mapClass, default: 0] += 1
        if isDot(envelope)
          && !taken.insert(Dot(mapClass, projection.pixel(envelope.center))).inserted
        {
          counts.merged += 1
        } else {
          counts.drawn += 1
          features[mapClass, default: []].append(FeatureID(table: tableIndex, row: row))
        }
      }
    }
    classes = features.keys.sorted(by: MapClass.isBelow).map {
      ($0, features[$0] ?? [], totals[$0] ?? 0)
    }
  }

  /// What is a single place at the scale of the figure.
  private func isDot(_ envelope: Envelope) -> Bool {
    max(envelope.width, envelope.height) < projection.unitsPerPixel / 2
  }

  /// A class and a half pixel: what two dots must share to be drawn once.
  private struct Dot: Hashable {
    let mapClass: MapClass
    let x: Int
    let y: Int

    init(_ mapClass: MapClass, _ pixel: Coordinate) {
      self.mapClass = mapClass
      // In view, so within a few thousand pixels.
      x = Int((pixel.x * 2).rounded(.down))
      y = Int((pixel.y * 2).rounded(.down))
    }
  }

  private static func classifier(_ figure: MapFigure) -> (_ table: Int, _ row: Int) -> MapClass {
    let tables = figure.network.tables
    if !figure.snapBehaviors.isEmpty {
      return { table, row in
        let subtype = MapSubtype(table: table, assetGroup: Int(tables[table].assetGroups[row]))
        return figure.snapBehaviors[subtype]?.mapClass ?? .withoutBehavior
      }
    }
    let byAssetType = MapClass.classes(of: figure.network.definition)
    return { table, row in
      tables[table].assetTypeID(of: row).flatMap { byAssetType[$0] } ?? .plain(tables[table].name)
    }
  }

  /// How much smaller than at street scale lines and symbols are drawn.
  private var sizeFactor: Double {
    min(max((0.35 / projection.unitsPerPixel).squareRoot(), 0.3), 1.2)
  }

  /// All classes, bottom to top.
  mutating func svg() -> String {
    let isNamed = counts.drawn <= MapFeatureLayer.namedFeatureLimit
    var svg = ""
    for entry in classes {
      let size = entry.mapClass.hasFixedSize ? 1 : sizeFactor
      svg += entry.mapClass.groupStart(size: size)
      if isNamed {
        for feature in entry.features {
          let data = pathData([feature], entry.mapClass, size: size)
          svg += "<path d=\"\(data)\"><title>\(name(of: feature).xmlEscaped)</title></path>\n"
        }
      } else {
        svg += "<path d=\"\(pathData(entry.features, entry.mapClass, size: size))\"/>\n"
      }
      svg += "</g>\n"
    }
    return svg
  }

  /// A wide band under the features that are pointed out.
  func highlightSVG(_ features: [FeatureID]) -> String {
    var path = MapPath(projection)
    for feature in features {
      if let geometry = network.geometry(of: feature) { path.addLines(geometry) }
    }
    return path.data.isEmpty
      ? ""
      : "<path d=\"\(path.data)\" fill=\"none\" stroke=\"#ffe14d\" stroke-width=\"14\" "
        + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
  }

  private mutating func pathData(
    _ features: [FeatureID],
    _ mapClass: MapClass,
    size: Double
  ) -> String {
    var path = MapPath(projection)
    let radius = mapClass.radius * size
    for feature in features {
      guard let geometry = network.geometry(of: feature) else { continue }
      if geometry.type.dimension > 0 || radius < MapClass.dotRadius {
        path.addLines(geometry)
      } else {
        for place in geometry.coordinates { path.add(mapClass.symbol, radius: radius, at: place) }
      }
    }
    counts.skippedVertices += path.skippedVertices
    return path.data
  }

  /// Source, group, type and origin, as far as there are.
  private func name(of feature: FeatureID) -> String {
    let table = network.tables[Int(feature.table)]
    var parts = [table.name]
    if let (group, type) = network.assetType(of: feature) { parts += [group.name, type.name] }
    if let origin = table.origins[Int(feature.row)] { parts.append(origin) }
    return parts.joined(separator: " \u{B7} ")
  }
}

extension MapClass {
  /// Below this radius, in pixels, symbols of all shapes are dots.
  static let dotRadius = 1.5

  /// The drawing order.
  static func isBelow(_ lhs: MapClass, _ rhs: MapClass) -> Bool {
    (lhs.kind.rawValue, lhs.order, lhs.label) < (rhs.kind.rawValue, rhs.order, rhs.label)
  }

  /// The start of a group with the look of the class.
  ///
  /// Lines and small points are strokes alone, areas and symbols are filled.
  func groupStart(size: Double) -> String {
    let isDot = kind == .point && radius * size < MapClass.dotRadius
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
