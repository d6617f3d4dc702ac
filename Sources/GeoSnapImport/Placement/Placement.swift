internal import GeoSnap

/// Where everything of a source graph stands: the result of ``Placer``.
struct Placement {
  /// For each node, its place; nil for a junction object.
  var nodes: [Coordinate?]
  /// For each link, its vertices; nil for an edge object.
  var paths: [[Coordinate]?]
  /// For each link, the paths of its two parts, when equipment divides it.
  var divisions: [PairOfEnds<[Coordinate]>?]
  /// For each piece of equipment, its place; nil for a junction object, and for what stands for its node.
  var equipment: [Coordinate?]
  /// For each link, the ends that coincide with nothing and need an association.
  var detached: [PairOfEnds<Bool>]
  /// For each node, the equipment that stands for it.
  var standIn: [Int?]
  /// For each node, the site it belongs to; nil for one without a place.
  var sites: [Int?]
  /// The containers, with their contents.
  var containers: [PlacedContainer] = []
}

/// A station, cabinet or bank with the place or places it takes.
struct PlacedContainer {
  let style: ContainerStyle
  let nodes: [Int]
  let equipment: [Int]
  /// The origins of the nodes that it stands for.
  let origins: [String]
  /// What its global id derives from.
  let key: String
  /// The corners of its boundary, or the place of its assembly and of the structure below.
  let places: [Coordinate]
}

/// What a site's container looks like.
enum ContainerStyle {
  /// A polygon.
  case boundary(AssetTypeID, name: String?)
  /// A point, carried by a structure at another.
  case assembly(AssetTypeID, structure: AssetTypeID, name: String?)

  /// The number of places it takes beside its site.
  var pointCount: Int {
    switch self {
    case .boundary: 0
    case .assembly: 2
    }
  }
}
