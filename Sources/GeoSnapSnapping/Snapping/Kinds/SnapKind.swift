/// A kind of place to snap to; a kind of better rank wins over a shorter distance.
///
/// The ranks are 0 vertices of features, 1 intersections, 2 midpoints, 3 centroids, 4 segments and borders, 5 crossings
/// of guides, 6 vertices of the sketch, 7 guides, 8 the grid; last an area, which moves nothing.
public enum SnapKind: Int32, Hashable, Sendable, CaseIterable {
  /// The place of a point feature.
  case point
  /// The first or last vertex of a part of a line.
  case lineEnd
  /// A vertex between the ends of a line, or a corner of an area.
  case vertex
  /// The crossing of two segments, or a touch away from their common vertices.
  case intersection
  /// The middle of a segment.
  case midpoint
  /// The centre of mass of an area.
  case centroid
  /// A place on a segment of a line.
  case segment
  /// A place on the border of an area.
  case boundary
  /// The crossing of two guides of the sketch.
  case guideCrossing
  /// A vertex of the sketch itself.
  case ownVertex
  /// A place on a segment of the sketch itself.
  case ownEdge
  /// The straight extension of the sketch's last segment.
  case extend
  /// A right angle to the sketch's last segment.
  case perpendicular
  /// The direction of another segment of the sketch.
  case parallel
  /// A node of the grid.
  case grid
  /// The inside of an area, where the pointer stays.
  case area
}

extension SnapKind {
  /// The order in which kinds win, 0 first; kinds of the same rank compete by distance.
  package var rank: Int32 {
    switch self {
    case .point, .lineEnd, .vertex: 0
    case .intersection: 1
    case .midpoint: 2
    case .centroid: 3
    case .segment, .boundary: 4
    case .guideCrossing: 5
    case .ownVertex: 6
    case .ownEdge, .extend, .perpendicular, .parallel: 7
    case .grid: 8
    case .area: 9
    }
  }

  /// The kind in lower camel case.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { $0 == .extend ? "extension" : "\($0)" }

  package init?(name: String) {
    guard let kind = SnapKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A set of kinds of places.
public struct SnapKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind, at its raw value.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set of one kind.
  @inline(__always)
  public init(_ kind: SnapKind) { rawValue = 1 << UInt32(kind.rawValue) }

  /// Creates a set of several kinds.
  package init(kinds: [SnapKind]) {
    rawValue = kinds.reduce(0) { $0 | SnapKinds($1).rawValue }
  }

  /// Whether a kind is in the set.
  @inline(__always)
  package func contains(_ kind: SnapKind) -> Bool { rawValue & (1 << UInt32(kind.rawValue)) != 0 }

  /// The kinds of the set, in order.
  package var kinds: [SnapKind] { SnapKind.allCases.filter { contains($0) } }

  /// The places of point features, the ends of lines and all other vertices.
  package static let vertices = SnapKinds(kinds: [.point, .lineEnd, .vertex])
  /// Places on segments of lines and on borders of areas.
  package static let edges = SnapKinds(kinds: [.segment, .boundary])
  /// Vertices and edges, the default: points, ends of lines, other vertices, and places on segments and borders.
  public static let standard: SnapKinds = [.vertices, .edges]
  package static let ofFeatures = standard.union(
    SnapKinds(kinds: [.intersection, .midpoint, .centroid, .area])
  )
  /// The guides of the sketch.
  public static let guides = SnapKinds(
    kinds: [.guideCrossing, .ownVertex, .ownEdge, .extend, .perpendicular, .parallel]
  )
  /// Every kind.
  package static let all = SnapKinds(kinds: SnapKind.allCases)
}

extension SnapKind: Codable {
  /// Reads the name of a kind.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let kind = SnapKind(name: name) else {
      let known = Words.known("kind", SnapKind.allCases.map(\.name))
      throw decoder.wrong("There is no kind of place '\(name)'. \(known)")
    }
    self = kind
  }

  /// Writes the name of the kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

// A dictionary by kind would otherwise be written as a list of alternating keys and values.
extension SnapKind: CodingKeyRepresentable {
  /// The name, as a key.
  public var codingKey: any CodingKey { AnyKey(name) }

  /// The kind with a name; nil when there is none.
  public init?(codingKey: some CodingKey) { self.init(name: codingKey.stringValue) }
}

extension SnapKinds: Codable {
  /// Reads a list of names.
  public init(from decoder: any Decoder) throws { self.init(kinds: try [SnapKind](from: decoder)) }

  /// Writes a list of names, in the order of the kinds.
  public func encode(to encoder: any Encoder) throws { try kinds.encode(to: encoder) }
}
