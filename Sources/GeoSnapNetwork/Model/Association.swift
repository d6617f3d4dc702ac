package import GeoSnapColumns

/// The kind of an association; the raw values are Esri's codes.
public enum AssociationKind: Int, Hashable, Sendable, CaseIterable {
  /// Joins two junctions that do not coincide.
  case connectivity = 1
  /// The from-side contains the to-side.
  case containment = 2
  /// The to-side is attached to the from-side.
  case attachment = 3
  /// Joins a junction to the end of an edge, at fraction 1.
  case junctionEdgeFromConnectivity = 4
  /// Joins a junction to an edge between its ends.
  case junctionMidspanConnectivity = 5
  /// Joins a junction to the start of an edge, at fraction 0.
  case junctionEdgeToConnectivity = 6

  /// The kind in lower camel case.
  public var name: String { Self.names[rawValue - 1] }

  private static let names = allCases.map { "\($0)" }

  /// Whether the commodity passes: true for the codes 1, 4, 5 and 6.
  public var isConnectivity: Bool { self != .containment && self != .attachment }
}

/// A relation between two features that their geometries do not show.
public struct Association: Hashable, Sendable {
  /// One end of an association.
  public struct End: Hashable, Sendable {
    /// The network source.
    public var sourceID: Int
    /// The feature.
    public var globalID: GlobalID
    /// The terminal; nil when the end names none.
    public var terminalID: Int?

    /// Creates an end.
    public init(sourceID: Int, globalID: GlobalID, terminalID: Int? = nil) {
      self.sourceID = sourceID
      self.globalID = globalID
      self.terminalID = terminalID
    }
  }

  /// The identifier.
  public var globalID: GlobalID
  /// The kind.
  public var kind: AssociationKind
  /// The from-side: container or structure for the kinds that distinguish the sides.
  public var from: End
  /// The to-side: content or attached feature for the kinds that distinguish the sides.
  public var to: End
  /// Whether content is visible outside a container view; ignored for other kinds.
  public var isContentVisible: Bool
  /// The position along the edge of a midspan junction, from 0 to 1; nil for other kinds.
  public var fractionAlongEdge: Double?
  /// How an association without a recorded source was made, such as `derived`; otherwise nil.
  public var origin: String?

  /// Creates an association.
  public init(
    globalID: GlobalID,
    kind: AssociationKind,
    from: End,
    to: End,
    isContentVisible: Bool = false,
    fractionAlongEdge: Double? = nil,
    origin: String? = nil
  ) {
    self.globalID = globalID
    self.kind = kind
    self.from = from
    self.to = to
    self.isContentVisible = isContentVisible
    self.fractionAlongEdge = fractionAlongEdge
    self.origin = origin
  }

  /// The end opposite to a feature; nil when the association is not one of the feature.
  public func end(across feature: GlobalID) -> End? {
    if from.globalID == feature { return to }
    return to.globalID == feature ? from : nil
  }

  /// The position of this association on its line, as a fraction of the length.
  package var edgeFraction: Double {
    switch kind {
    case .junctionEdgeFromConnectivity: 1
    case .junctionEdgeToConnectivity: 0
    case .junctionMidspanConnectivity: fractionAlongEdge ?? 0.5
    case .connectivity, .containment, .attachment: 0.5
    }
  }

  /// The position on a geometry: a point, a place along a line or a vertex of an area; nil for an empty geometry.
  package func place(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point(let point): return point.coordinate
    case .lineString, .multiLineString:
      // Cannot throw: a fraction is a number, and a network's ordinates are finite.
      let location = try? geometry.linearLocation(atFraction: edgeFraction)
      return location?.coordinate
    case .multiPoint, .polygon, .multiPolygon, .collection: return geometry.coordinates.first
    }
  }

  /// The position on one of the ends, the from-side first; nil when neither has a geometry.
  package func place(_ geometry: (GlobalID) -> Geometry?) -> Coordinate? {
    geometry(from.globalID).flatMap(place(on:)) ?? geometry(to.globalID).flatMap(place(on:))
  }
}

extension UtilityNetwork {
  /// The associations of a feature, on either side, in the order of the list; only those of `kind` unless it is nil.
  ///
  /// The list is empty for a feature of another network.
  public func associations(of feature: FeatureID, kind: AssociationKind? = nil) -> [Association] {
    guard contains(feature) else { return [] }
    return associationsOfFeature[ordinal(of: feature)].map { associations[Int($0)] }
      .filter { kind == nil || $0.kind == kind }
  }
}

/// The associations of a network, in packed form, with access in constant time.
public struct AssociationColumn: Sendable, RandomAccessCollection, Equatable, ImagePart {
  private var records = Column<Record>()
  private var origins = TextColumn()

  private struct Record: BitwiseCopyable, Sendable {
    let globalID: GlobalID
    let from: GlobalID
    let to: GlobalID
    let fromSource: Int
    let toSource: Int
    let fromTerminal: Int
    let toTerminal: Int
    let fraction: Double
    let kind: UInt8
    let flags: Flags
  }

  private struct Flags: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt8
    static let isContentVisible = Flags(rawValue: 1)
    static let hasFromTerminal = Flags(rawValue: 2)
    static let hasToTerminal = Flags(rawValue: 4)
    static let hasFraction = Flags(rawValue: 8)
  }

  package init() {}

  package init(_ associations: some Sequence<Association>) {
    records.reserveCapacity(associations.underestimatedCount)
    for association in associations { append(association) }
  }

  package mutating func append(_ association: Association) {
    var flags: Flags = []
    if association.isContentVisible { flags.insert(.isContentVisible) }
    if association.from.terminalID != nil { flags.insert(.hasFromTerminal) }
    if association.to.terminalID != nil { flags.insert(.hasToTerminal) }
    if association.fractionAlongEdge != nil { flags.insert(.hasFraction) }
    records.append(
      Record(
        globalID: association.globalID,
        from: association.from.globalID,
        to: association.to.globalID,
        fromSource: association.from.sourceID,
        toSource: association.to.sourceID,
        fromTerminal: association.from.terminalID ?? 0,
        toTerminal: association.to.terminalID ?? 0,
        fraction: association.fractionAlongEdge ?? 0,
        kind: UInt8(association.kind.rawValue),
        flags: flags
      )
    )
    origins.append(association.origin)
  }

  func globalID(at position: Int) -> GlobalID { records[position].globalID }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of associations.
  public var endIndex: Int { records.count }

  /// The association at a position.
  public subscript(index: Int) -> Association {
    let record = records[index]
    guard let kind = AssociationKind(rawValue: Int(record.kind)) else {
      preconditionFailure("An association has a kind that there is none of")
    }
    return Association(
      globalID: record.globalID,
      kind: kind,
      from: Association.End(
        sourceID: record.fromSource,
        globalID: record.from,
        terminalID: record.flags.contains(.hasFromTerminal) ? record.fromTerminal : nil
      ),
      to: Association.End(
        sourceID: record.toSource,
        globalID: record.to,
        terminalID: record.flags.contains(.hasToTerminal) ? record.toTerminal : nil
      ),
      isContentVisible: record.flags.contains(.isContentVisible),
      fractionAlongEdge: record.flags.contains(.hasFraction) ? record.fraction : nil,
      origin: origins[index]
    )
  }

  /// Whether all associations are equal.
  public static func == (lhs: AssociationColumn, rhs: AssociationColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    records = try image.read("records")
    origins = try image.read("origins")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(records, "records")
    try image.write(origins, "origins")
  }
}

/// The associations of each feature, as compressed sparse rows.
package struct FeatureAssociations: Sendable, ImagePart {
  private let starts: Column<Int32>
  private let indices: Column<Int32>

  /// Collects the associations of each feature; `ordinal` returns the feature at an end.
  init(
    _ associations: some Collection<Association>,
    featureCount: Int,
    ordinal: (Association.End) -> Int32?
  ) {
    var counts = [Int32](repeating: 0, count: featureCount + 1)
    // The feature of each end, and the association.
    var features: [Int32] = []
    var positions: [Int32] = []
    features.reserveCapacity(associations.count * 2)
    positions.reserveCapacity(associations.count * 2)
    for (index, association) in associations.enumerated() {
      for side in 0..<2 {
        guard let feature = ordinal(side == 0 ? association.from : association.to) else { continue }
        counts[Int(feature) + 1] += 1
        features.append(feature)
        positions.append(Int32(index))
      }
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    starts = Column(counts)
    var next = counts
    var indices = [Int32](repeating: 0, count: features.count)
    for (end, feature) in features.enumerated() {
      indices[Int(next[Int(feature)])] = positions[end]
      next[Int(feature)] += 1
    }
    self.indices = Column(indices)
  }

  /// The associations of a feature, in the order of the network's list.
  package subscript(feature: Int32) -> Slice<Column<Int32>> {
    indices[Int(starts[Int(feature)])..<Int(starts[Int(feature) + 1])]
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    indices = try image.read("indices")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(starts, "starts")
    try image.write(indices, "indices")
  }
}

/// The roles of a feature in associations, as bits: the values of Esri's field `ASSOCIATIONSTATUS`.
public struct AssociationStatus: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a status from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It contains other features.
  public static let container = AssociationStatus(rawValue: 1)
  /// It has attached features.
  public static let structure = AssociationStatus(rawValue: 2)
  /// It is contained.
  public static let content = AssociationStatus(rawValue: 4)
  /// It is attached to a structure.
  public static let attachment = AssociationStatus(rawValue: 8)
  /// It is contained and visible outside its container.
  public static let visibleContent = AssociationStatus(rawValue: 16)
  /// It has a connectivity association.
  public static let connectivity = AssociationStatus(rawValue: 32)

  init(of feature: GlobalID, in associations: some Sequence<Association>) {
    self = []
    for association in associations {
      let isFrom = association.from.globalID == feature
      switch association.kind {
      case .containment:
        insert(isFrom ? .container : .content)
        if !isFrom && association.isContentVisible { insert(.visibleContent) }
      case .attachment: insert(isFrom ? .structure : .attachment)
      default: insert(.connectivity)
      }
    }
  }
}
