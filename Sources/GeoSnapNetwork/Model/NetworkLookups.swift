internal import GeoSnapColumns
internal import GeoSnapSupport

/// The associations and indices of a network; a class, so that a copy of the network costs few references.
final class NetworkLookups: Sendable {
  let associations: AssociationColumn
  let featuresByGlobalID: GlobalIDIndex
  let featuresByOrigin: OriginIndex
  let tablesBySourceID: [Int: Int]
  let setAside: SetAsideRows
  let associationsOfFeature: FeatureAssociations
  private let knownEnvelope: Locked<Envelope??>

  init(_ check: NetworkCheck, tables: [FeatureTable], associations: AssociationColumn) {
    self.associations = associations
    knownEnvelope = Locked(nil)
    featuresByGlobalID = check.featuresByGlobalID
    featuresByOrigin = OriginIndex(tables, firstOrdinals: check.firstOrdinals)
    tablesBySourceID = check.tablesBySourceID
    setAside = check.setAside
    associationsOfFeature = FeatureAssociations(
      associations,
      featureCount: Int(check.firstOrdinals.last ?? 0),
      ordinal: { [firsts = check.firstOrdinals, ids = check.featuresByGlobalID] end in
        ids[end.globalID].map { firsts[Int($0.table)] + $0.row }
      }
    )
  }

  init(
    from image: inout ImageReader,
    tables: [FeatureTable],
    firstOrdinals: [Int32]
  ) throws(ImageError) {
    associations = try image.read("associations")
    featuresByGlobalID = try GlobalIDIndex(
      from: &image,
      tables: tables,
      firstOrdinals: firstOrdinals
    )
    featuresByOrigin = try OriginIndex(from: &image, firstOrdinals: firstOrdinals)
    setAside = try image.read("setAside")
    associationsOfFeature = try image.read("associationsOfFeature")
    let sides: Column<Double> = try image.read("envelope")
    knownEnvelope = Locked(
      .some(
        sides.count == 4
          ? Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]) : nil
      )
    )
    var tablesBySourceID: [Int: Int] = [:]
    for (position, table) in tables.enumerated() {
      if let sourceID = table.sourceID { tablesBySourceID[sourceID] = position }
    }
    self.tablesBySourceID = tablesBySourceID
  }

  func envelope(of tables: [FeatureTable]) -> Envelope? {
    knownEnvelope.withLock { known in
      if let known { return known }
      let envelope = Envelope.combining(tables.map(\.geometries.envelope))
      known = .some(envelope)
      return envelope
    }
  }

  func write(to image: inout ImageWriter, tables: [FeatureTable]) throws(ImageError) {
    try image.write(associations, "associations")
    try featuresByGlobalID.write(to: &image)
    try featuresByOrigin.write(to: &image)
    try image.write(setAside, "setAside")
    try image.write(associationsOfFeature, "associationsOfFeature")
    let envelope = envelope(of: tables)
    let sides = envelope.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] } ?? []
    try image.write(Column(sides), "envelope")
  }
}

/// The features of a network by the elements of imported files that they represent.
package struct OriginIndex: Sendable {
  /// For each element of a feature's origin, 32 bits of its hash above the feature's ordinal, ascending.
  private let entries: Column<UInt64>
  private let hash: ByteHash
  /// The ordinal of each table's first feature, and one more entry at the end.
  private let firstOrdinals: [Int32]

  package init(_ tables: [FeatureTable], firstOrdinals: [Int32], hash: ByteHash = ByteHash()) {
    self.hash = hash
    self.firstOrdinals = firstOrdinals
    var unordered = Column<UInt64>()
    for (table, first) in zip(tables, firstOrdinals) where table.origins.hasText {
      for row in 0..<table.count {
        _ = table.origins.withUTF8(row) { origin in
          forEachElement(origin) { element in
            let key = OriginIndex.hash(element, hash) >> 32
            unordered.append(key << 32 | UInt64(UInt32(first + Int32(row))))
          }
        }
      }
    }
    entries = OriginIndex.rising(unordered)
  }

  package init(from image: inout ImageReader, firstOrdinals: [Int32]) throws(ImageError) {
    entries = try image.read("entries")
    hash = ByteHash(seed: try image.read("seed"))
    self.firstOrdinals = firstOrdinals
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(entries, "entries")
    try image.write(hash.seed, "seed")
  }

  /// The ordinals of the features that represent an element, ascending; `origins` returns the origins of a table.
  package func features(_ element: String, origins: (_ table: Int) -> TextColumn) -> [Int32] {
    let key = OriginIndex.hash(element.utf8.span, hash) >> 32
    var low = entries.firstPosition(after: { $0 >> 32 < key })
    var found: [Int32] = []
    while low < entries.count, entries[low] >> 32 == key {
      let ordinal = Int32(truncatingIfNeeded: entries[low])
      low += 1
      // An origin may name an element twice, and other elements may have the same hash.
      if found.last == ordinal { continue }
      let table = (firstOrdinals.lastIndex { $0 <= ordinal } ?? 0)
      let origin = origins(table)[Int(ordinal - firstOrdinals[table])]
      if origin?.originElements.contains(element) ?? false { found.append(ordinal) }
    }
    return found
  }

  /// The hash of an element; beyond ASCII, of its digits only, since composed and decomposed letters are equal.
  private static func hash(_ element: Span<UInt8>, _ hash: ByteHash) -> UInt64 {
    var digits: [UInt8] = []
    var isASCII = true
    for index in element.indices {
      let byte = element[index]
      if byte >= 0x80 { isASCII = false }
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { digits.append(byte) }
    }
    return isASCII ? hash(element) : hash(digits.span)
  }

  /// The numbers in ascending order of their upper 32 bits; the sort is stable.
  private static func rising(_ numbers: Column<UInt64>) -> Column<UInt64> {
    var from = numbers
    var to = Column<UInt64>(repeating: 0, count: numbers.count)
    for shift in [UInt64(32), 48] {
      var next = [Int](repeating: 0, count: 1 << 16 + 1)
      for number in from { next[Int(number >> shift & 0xFFFF) + 1] += 1 }
      for digit in 1..<next.count { next[digit] += next[digit - 1] }
      for number in from {
        let digit = Int(number >> shift & 0xFFFF)
        to[next[digit]] = number
        next[digit] += 1
      }
      swap(&from, &to)
    }
    return from
  }
}

private func forEachElement(_ origin: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
  var start = 0
  for end in 0...origin.count where end == origin.count || origin[end] == UInt8(ascii: ";") {
    var range = start..<end
    start = end + 1
    while let first = range.first, origin[first] == UInt8(ascii: " ") { range.removeFirst() }
    while let last = range.last, origin[last] == UInt8(ascii: " ") { range.removeLast() }
    if !range.isEmpty { body(origin.extracting(range)) }
  }
}
