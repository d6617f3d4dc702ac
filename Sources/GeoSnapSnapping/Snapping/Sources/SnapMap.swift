/// What a user sees and may snap to: layers over the tables of a network, and graphics.
///
/// The first layer lies on top: it wins over those below at the same distance. Several layers may
/// show the same table, with different filters.
public struct SnapMap: Equatable, Sendable {
  /// The layers, topmost first.
  public var layers: [FeatureLayer]
  /// Graphics that are no part of the network, topmost first; they lie below all layers in the
  /// order of choice, and are listed after them.
  public var overlays: [GraphicsOverlay]

  /// Creates a map.
  ///
  /// Layers and overlays of one name have one switch: settings know them by their names.
  public init(layers: [FeatureLayer], overlays: [GraphicsOverlay] = []) {
    self.layers = layers
    self.overlays = overlays
  }

  /// A map of everything a network has: a layer for each source with geometry in definition order,
  /// with a sublayer for each of its asset groups, then one for each plain table.
  public init(of network: UtilityNetwork) {
    var layers: [FeatureLayer] = network.definition.sources.compactMap { source in
      guard source.usage.geometryType != nil else { return nil }
      return FeatureLayer(
        source.name,
        sublayers: source.assetGroups.map { AssetGroupSublayer(assetGroup: $0.code) }
      )
    }
    for table in network.tables where table.sourceID == nil && table.geometryType != nil {
      layers.append(FeatureLayer(table.name))
    }
    self.init(layers: layers)
  }
}

/// A layer of a map over one table of a network.
public struct FeatureLayer: Equatable, Sendable {
  /// The name, under which settings know the layer.
  public var name: String
  /// The table it shows.
  public var table: String
  /// Whether it is switched on; what is hidden is never snapped to.
  public var isVisible = true
  /// The scales at which it is shown.
  public var scaleRange = ScaleRange.always
  /// The definition expression: only features that satisfy it are shown; nil shows all.
  public var filter: FeatureFilter?
  /// For a subtype layer one entry for each asset group it shows, topmost first; empty for a layer
  /// that shows them all as one.
  public var sublayers: [AssetGroupSublayer]

  /// Creates a layer, named as its table unless told otherwise.
  public init(_ table: String, name: String? = nil, sublayers: [AssetGroupSublayer] = []) {
    self.name = name ?? table
    self.table = table
    self.sublayers = sublayers
  }
}

/// The part of a subtype layer that shows one asset group.
public struct AssetGroupSublayer: Equatable, Sendable {
  /// The asset group's code.
  public var assetGroup: Int
  /// Whether it is switched on.
  public var isVisible = true
  /// The scales at which it is shown, within those of its layer.
  public var scaleRange = ScaleRange.always
  /// The definition expression, beside that of its layer.
  public var filter: FeatureFilter?

  /// Creates a sublayer.
  public init(assetGroup: Int) { self.assetGroup = assetGroup }
}

/// Graphics drawn over a map, which rules never concern.
public struct GraphicsOverlay: Equatable, Sendable {
  /// The name, under which settings know the overlay.
  public var name: String
  /// The graphics.
  public var graphics: [Geometry]
  /// Whether it is switched on.
  public var isVisible = true
  /// The scales at which it is shown.
  public var scaleRange = ScaleRange.always

  /// Creates an overlay.
  public init(_ name: String, graphics: [Geometry] = []) {
    self.name = name
    self.graphics = graphics
  }
}
