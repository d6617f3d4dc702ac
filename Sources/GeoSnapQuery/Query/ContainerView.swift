/// The margin of a container's view around its content.
public enum ContainerMargin: Hashable, Sendable {
  /// A share of the longer side of the content's envelope, such as 0.05.
  case share(Double)
  /// A distance in coordinate units.
  case distance(Double)
}

/// The view of a container: its content and the extent to show.
public struct ContainerView: Hashable, Sendable {
  /// The container.
  public var container: FeatureID
  /// The features that it contains directly, objects included, in the order of the associations.
  public var content: [FeatureID]
  /// The envelope of the content, with the margin; nil when no content has a geometry.
  public var extent: Envelope?
  /// The associations in the extent; empty when the content is a single point.
  public var associations: [Association]
  /// The denominator of the map scale for content that is a single point, when the container's asset type has one.
  public var viewScale: Double?
  /// The least distance between different places of content, in the units of the network; nil when there is only one
  /// place.
  ///
  /// It says how far a map has to zoom in to separate them. The place of a line or area is the middle of its
  /// envelope.
  package var spacing: Double?
}

extension NetworkIndex {
  /// The view of a container.
  ///
  /// - Parameters:
  ///   - container: Any feature; one without content has an empty view.
  ///   - margin: The distance from the content to the edge of the view.
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
  /// O(n log n), unless many places have nearly the same x.
  fileprivate var leastDistance: Double? {
    let places = sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    var least = Double.infinity
    for (number, place) in places.enumerated() {
      for other in places[(number + 1)...] {
        // All later places are farther away in x alone.
        guard other.x - place.x < least else { break }
        if other != place { least = Swift.min(least, place.distance(to: other)) }
      }
    }
    return least.isFinite ? least : nil
  }
}
