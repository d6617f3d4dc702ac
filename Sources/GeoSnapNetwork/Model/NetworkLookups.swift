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
  /// The envelope of all features after the first request.
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
