package import GeoSnap

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

  /// The classes of a network without highlights.
  package init(_ index: NetworkIndex) {
    let extent = index.network.envelope ?? Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)
    self.init(MapFigure(title: "", index: index, extent: extent))
  }

  /// The number of the class of a feature whose geometry has the dimension.
  package func look(of feature: FeatureID, dimension: Int) -> Int {
    network.assetTypeID(of: feature).flatMap { ofAssetType[$0] }
      ?? plain[Int(feature.table)][dimension]
  }

  /// The number of the class of a feature.
  func look(of feature: FeatureID, _ geometry: Geometry) -> Int {
    let table = Int(feature.table)
    if showsBehaviors {
      let group = network.assetTypeID(of: feature)?.assetGroup ?? 0
      return ofSubtype[MapSubtype(table: table, assetGroup: group)] ?? plain[table][0]
    }
    // Points, lines and areas of a highlight have successive numbers.
    if let first = emphasized[feature] { return first + geometry.type.dimension }
    return network.assetTypeID(of: feature).flatMap { ofAssetType[$0] }
      ?? plain[table][geometry.type.dimension]
  }
}
