/// How far beyond its content a container's view reaches.
public enum ContainerMargin: Hashable, Sendable {
  /// A share of the longer side of the content's envelope, such as 0.05.
  case share(Double)
  /// A distance in coordinate units.
  case distance(Double)
}

/// A container opened: what it holds and where to look.
public struct ContainerView: Hashable, Sendable {
  /// The container.
  public var container: FeatureID
  /// What it holds directly, objects included, in the order of the associations.
  public var content: [FeatureID]
  /// The envelope of the content grown by the margin; nil when no content has a geometry.
  public var extent: Envelope?
  /// The associations in the extent.
  ///
  /// Empty when a single point is all there is to see.
  public var associations: [Association]
  /// For a single point as content: the map scale to open the view at, as its denominator, when the container's asset
  /// type names one.
  public var viewScale: Double?
  /// The least distance between two places at which content stands, in the units of the network: how far a map has to
  /// zoom in to tell them apart.
  ///
  /// Lines and areas count as the middle of their envelope. Nil when all content stands at one place.
  public var spacing: Double?
}

extension NetworkIndex {
  /// Opens a container.
  ///
  /// - Parameters:
  ///   - container: Any feature; one that contains nothing has an empty view.
  ///   - margin: How far the view reaches beyond the content.
  /// - Returns: The content, the extent and the associations in it.
  public func containerView(
    of container: FeatureID,
    margin: ContainerMargin = .share(0.05)
  ) -> ContainerView {
    let content = network.features(toSideOf: container, kind: .containment)
    let geometries = content.compactMap { network.geometry(of: $0) }
    var view = ContainerView(
      container: container,
      content: content,
      extent: nil,
      associations: [],
      viewScale: nil,
      spacing: geometries.compactMap { $0.envelope?.center }.leastDistance
    )
    guard let envelope = Envelope.combining(geometries.map(\.envelope)) else { return view }
    let reach =
      switch margin {
      case .share(let share): share * max(envelope.width, envelope.height)
      case .distance(let distance): distance
      }
    let extent = envelope.expanded(by: reach)
    view.extent = extent
    if content.count == 1, case .point = geometries[0] {
      let scale = network.assetType(of: container)?.type.containmentViewScale ?? 0
      view.viewScale = scale > 0 ? scale : nil
    } else {
      view.associations = associations(in: extent)
    }
    return view
  }
}

extension [Coordinate] {
  /// The least distance between two different places; nil when there are not two.
  ///
  /// - Complexity: O(n log n) where places do not stand in columns above each other.
  fileprivate var leastDistance: Double? {
    let places = sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    var least = Double.infinity
    for (number, place) in places.enumerated() {
      for other in places[(number + 1)...] {
        // Those after are farther in x alone.
        guard other.x - place.x < least else { break }
        if other != place { least = Swift.min(least, place.distance(to: other)) }
      }
    }
    return least.isFinite ? least : nil
  }
}
