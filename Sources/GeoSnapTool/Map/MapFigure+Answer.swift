package import GeoSnap

// All pictures of answers have the same form: the subject is highlighted in a grey network, the map fits it, and its
// names are written where there is room.

extension MapFigure {
  /// The greatest number of labels: more would be illegible.
  static let labelLimit = 45

  /// Creates a figure of an answer under the heading `name`, without highlights; `caption` is the answer in a
  /// sentence.
  package init(answer caption: String, of index: NetworkIndex, named name: String) {
    self.init(
      title: name,
      caption: caption,
      index: index,
      extent: Envelope(Coordinate(x: 0, y: 0))
    )
    unit = network.unitName
    width = PictureFrame.standardWidth - MapSheet.roomBesideMap
    isMuted = true
  }

  /// Fits the map to the highlighted features, or to the whole network when none of these has a geometry; throws
  /// `Failure` when the network has no drawable features.
  ///
  /// - `frame`: The extent to show instead, if it has one.
  /// - `isClose`: Whether the surroundings matter little.
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

/// Short names of features for a map, and their places.
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
