public import GeoSnapColumns

/// The global ids of rows, some of which have none, with access in constant time.
public struct GlobalIDColumn: Sendable {
  /// The id of each row; zeros for none.
  @usableFromInline var ids = Column<GlobalID>()
  @usableFromInline var presence = PresenceColumn()

  /// Creates a column without rows.
  public init() {}

  /// Creates a column of the ids of a sequence.
  public init(_ globalIDs: some Sequence<GlobalID?>) {
    reserveCapacity(globalIDs.underestimatedCount)
    for globalID in globalIDs { append(globalID) }
  }

  /// Adds a row at the end.
  public mutating func append(_ globalID: GlobalID?) {
    ids.append(globalID ?? GlobalID(high: 0, low: 0))
    presence.append(globalID != nil)
  }

  package mutating func append(contentsOf other: GlobalIDColumn) {
    ids.append(contentsOf: other.ids)
    for row in other.indices { presence.append(other.presence[row]) }
  }

  /// Reserves memory for a total number of rows.
  public mutating func reserveCapacity(_ count: Int) { ids.reserveCapacity(count) }
}

extension GlobalIDColumn: RandomAccessCollection {
  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of rows.
  @inlinable public var endIndex: Int { ids.count }

  /// The global id of a row; nil for none.
  @inlinable
  public subscript(row: Int) -> GlobalID? {
    let globalID = ids[row]
    return presence[row] ? globalID : nil
  }
}

extension GlobalIDColumn: Equatable {
  /// Whether all rows have equal ids.
  public static func == (lhs: GlobalIDColumn, rhs: GlobalIDColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }
}

extension GlobalIDColumn: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    ids = try image.read("ids")
    presence = try image.read("presence")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(ids, "ids")
    try image.write(presence, "presence")
  }
}
