package import GeoSnapColumns

/// The associations of a network, in packed form, with access in constant time.
public struct AssociationColumn: Sendable {
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

  /// Creates a column without associations.
  public init() {}

  /// Creates a column of the associations of a sequence.
  public init(_ associations: some Sequence<Association>) {
    records.reserveCapacity(associations.underestimatedCount)
    for association in associations { append(association) }
  }

  /// Adds an association at the end.
  public mutating func append(_ association: Association) {
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
}

extension AssociationColumn {
  func globalID(at position: Int) -> GlobalID { records[position].globalID }
}

extension AssociationColumn: RandomAccessCollection {
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
}

extension AssociationColumn: Equatable {
  /// Whether all associations are equal.
  public static func == (lhs: AssociationColumn, rhs: AssociationColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }
}

extension AssociationColumn: ExpressibleByArrayLiteral {
  /// Creates a column of the associations of a literal.
  public init(arrayLiteral associations: Association...) { self.init(associations) }
}

extension AssociationColumn: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    records = try image.read("records")
    origins = try image.read("origins")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(records, "records")
    try image.write(origins, "origins")
  }
}
