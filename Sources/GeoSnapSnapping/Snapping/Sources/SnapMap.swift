/// The layers and graphics that a user sees and may snap to.
///
/// Of places at the same distance, those of the upper layer win; the first layer is on top. Several layers may show
/// the same table, with different filters.
public struct SnapMap: Equatable, Sendable {
  /// The layers, topmost first.
  public var layers: [FeatureLayer]
  /// Graphics that are not part of the network, topmost first; all of them are below the layers.
  public var overlays: [GraphicsOverlay]

  /// Creates a map; layers and overlays with the same name share their settings.
  public init(layers: [FeatureLayer], overlays: [GraphicsOverlay] = []) {
    self.layers = layers
    self.overlays = overlays
  }

  /// Creates a map of the whole network: a layer for each source with geometry in definition order, with sublayers
  /// for its asset groups, then one for each plain table.
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
  /// The name, which identifies the layer in settings.
  public var name: String
  /// The table it shows.
  public var table: String
  /// Whether it is visible; hidden layers have no snaps.
  public var isVisible = true
  /// The scales at which it is visible.
  public var scaleRange = ScaleRange()
  /// The definition expression: a condition of the visible features; nil shows all.
  public var filter: FeatureFilter?
  /// For a subtype layer, one entry for each visible asset group, topmost first; otherwise empty.
  public var sublayers: [AssetGroupSublayer]

  /// Creates a layer, with the name of its table by default.
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
  /// Whether it is visible.
  public var isVisible = true
  /// The scales at which it is visible, within those of its layer.
  public var scaleRange = ScaleRange()
  /// The definition expression, in addition to that of its layer.
  public var filter: FeatureFilter?

  /// Creates a sublayer.
  public init(assetGroup: Int) { self.assetGroup = assetGroup }
}

/// Graphics on top of a map, to which no rules apply.
public struct GraphicsOverlay: Equatable, Sendable {
  /// The name, which identifies the overlay in settings.
  public var name: String
  /// The graphics.
  public var graphics: [Geometry]
  /// Whether it is visible.
  public var isVisible = true
  /// The scales at which it is visible.
  public var scaleRange = ScaleRange()

  /// Creates an overlay.
  public init(_ name: String, graphics: [Geometry] = []) {
    self.name = name
    self.graphics = graphics
  }
}

/// A range of map scales.
public struct ScaleRange: Hashable, Codable, Sendable {
  /// The denominator of the smallest scale, zoomed out; 0 for no limit.
  public var minScale: Double
  /// The denominator of the greatest scale, zoomed in; 0 for no limit.
  public var maxScale: Double

  /// Creates a range, by default of all scales.
  public init(minScale: Double = 0, maxScale: Double = 0) {
    self.minScale = minScale
    self.maxScale = maxScale
  }

  /// Whether a view is in the range, limits included; true without a view.
  func contains(_ view: SnapView?) -> Bool {
    guard let scale = view?.scale else { return true }
    return (minScale == 0 || scale <= minScale) && (maxScale == 0 || scale >= maxScale)
  }
}
