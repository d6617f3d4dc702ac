import GeoSnap

/// An opened container as JSON and as text.
struct ContainerOutput {
  let network: EditedNetwork

  private var features: FeatureOutput { FeatureOutput(network: network) }
  private var associations: AssociationOutput { AssociationOutput(network: network) }

  /// The scale at which the content is legible; nil for coordinates in degrees.
  private func legibleScale(_ view: ContainerView) -> Double? {
    network.base.isInDegrees ? nil : view.legibleView()?.scale
  }

  func members(_ view: ContainerView) -> [String: JSONValue] {
    [
      "container": features.json(view.container),
      "content": .array(view.content.map(features.json)),
      "extent": GeoSnapTool.json(view.extent),
      "viewScale": JSONValue(view.viewScale),
      "legibleScale": JSONValue(legibleScale(view)),
      "associations": .array(view.associations.map(associations.json)),
    ]
  }

  func lines(_ view: ContainerView) -> [String] {
    let name = features.line(view.container)
    guard !view.content.isEmpty else { return ["\(name) holds nothing"] }
    var lines = ["\(name) holds \(count(view.content.count, "feature"))"]
    lines += view.content.map { "  \(features.line($0))" }
    if let extent = view.extent {
      lines.append(
        "View: \(text(Coordinate(x: extent.minX, y: extent.minY))) to "
          + text(Coordinate(x: extent.maxX, y: extent.maxY))
      )
    }
    if let scale = view.viewScale {
      lines.append("A single point: open the view at 1:\(text(scale, places: 0))")
    }
    if view.spacing != nil, let scale = legibleScale(view) {
      lines.append("The content is legible at 1:\(text(scale, places: 0))")
    }
    lines.append("\(count(view.associations.count, "association")) in the view")
    return lines + view.associations.map { "  \(associations.line($0))" }
  }
}
