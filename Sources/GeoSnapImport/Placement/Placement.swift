internal import GeoSnap

/// The places of all parts of a source graph: the result of ``Placer``.
struct Placement {
  /// For each node, its place; nil for a junction object.
  var nodes: [Coordinate?]
  /// For each link, its vertices; nil for an edge object.
  var paths: [[Coordinate]?]
  /// For each link, the paths of its two parts; nil unless equipment divides it.
  var divisions: [PairOfEnds<[Coordinate]>?]
  /// For each piece of equipment, its place; nil for a junction object and for a replacement of a node.
  var equipment: [Coordinate?]
  /// For each link, whether its ends do not coincide with a feature and need an association.
  var detached: [PairOfEnds<Bool>]
  /// For each node, the equipment that replaces it.
  var standIn: [Int?]
  /// For each node, its site; nil for a node without a place.
  var sites: [Int?]
  var containers: [ContainerGroup] = []
}

/// The geometry and type of a site's container.
enum ContainerStyle {
  /// A polygon.
  case boundary(AssetTypeID, name: String?)
  /// A point, supported by a structure at another point.
  case assembly(AssetTypeID, structure: AssetTypeID, name: String?)

  /// The number of places that it needs next to its site.
  var pointCount: Int {
    switch self {
    case .boundary: 0
    case .assembly: 2
    }
  }
}
