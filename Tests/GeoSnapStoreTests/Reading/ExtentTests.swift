import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Networks of which an extent is opened")
struct ExtentTests {
  /// What has to be there, by what is known of all of the network.
  private struct Expected {
    var features: Set<GlobalID> = []
    var associations: Set<GlobalID> = []
    var cut: Set<GlobalID> = []
    var edge: Set<GlobalID> = []

    init(_ network: UtilityNetwork, _ extent: Envelope) {
      let reach = extent.expanded(by: 2 * network.coincidenceTolerance.xy)
      for feature in network.features {
        if let box = network.geometry(of: feature)?.envelope, box.intersects(reach),
          let id = network.globalID(of: feature)
        {
          features.insert(id)
          if !extent.contains(box) { edge.insert(id) }
        }
      }
      func isObject(_ id: GlobalID) -> Bool {
        network.feature(globalID: id).map { network.tables[Int($0.table)].geometryType == nil }
          ?? false
      }
      var count = -1
      while count != features.count {
        count = features.count
        for association in network.associations {
          let (from, to) = (association.from.globalID, association.to.globalID)
          if features.contains(from), isObject(to) { features.insert(to) }
          if features.contains(to), isObject(from) { features.insert(from) }
        }
      }
      for association in network.associations {
        let ends = [association.from.globalID, association.to.globalID].filter(features.contains)
        if ends.count == 2 { associations.insert(association.globalID) }
        if ends.count == 1 {
          cut.insert(association.globalID)
          edge.formUnion(ends)
        }
      }
    }
  }

  private func expect(
    _ subject: StoreSubject,
    _ whole: UtilityNetwork,
    _ extent: Envelope,
    _ what: String
  ) throws {
    let place: Comment = "\(what) \(extent)"
    let expected = Expected(whole, extent)
    let opened = try subject.place.open(extent: extent)
    let network = opened.network
    let edge = try #require(opened.edge)
    #expect(network.definition == whole.definition && network.rules == whole.rules, place)
    #expect(network.srid == whole.srid && edge.extent == extent, place)
    func ids(_ features: some Sequence<FeatureID>) -> Set<GlobalID> {
      Set(features.compactMap { network.globalID(of: $0) })
    }
    #expect(ids(network.features) == expected.features, place)
    #expect(Set(network.associations.map(\.globalID)) == expected.associations, place)
    #expect(Set(edge.associations.map(\.globalID)) == expected.cut, place)
    #expect(ids(edge.features) == expected.edge, place)
    for feature in network.features {
      let key = try #require(network.key(of: feature), place)
      let original = try #require(whole.feature(key), place)
      func row(_ network: UtilityNetwork, _ feature: FeatureID) -> Feature {
        network.tables[Int(feature.table)][Int(feature.row)]
      }
      #expect(row(network, feature) == row(whole, original), place)
      #expect(edge.contains(feature) == edge.features.contains(feature), place)
    }
    // What is asked well within the extent is answered as by all of the network.
    let (part, all) = (try NetworkIndex(network), try NetworkIndex(whole))
    for feature in network.features.prefix(30) {
      guard let at = network.start(of: feature),
        extent.contains(Envelope(at).expanded(by: 2))
      else { continue }
      let found = identified(part, at, tolerance: 2).map { network.key(of: $0) }
      #expect(found == identified(all, at, tolerance: 2).map { whole.key(of: $0) }, place)
    }
  }

  @Test(
    "An extent of the sample town has what reaches into it, whole, with or without indexes",
    .onBothStores
  )
  func sample() async throws {
    let subject = try await StoreSubject(copying: SampleFile.path)
    let whole = try await subject.stored().network
    let bounds = try #require(whole.envelope)
    var random = SeededGenerator(seed: 7)
    func extents(_ count: Int) -> [Envelope] {
      (0..<count).map { number in
        let x = bounds.minX + Double(random.int(0...1000)) / 1000 * bounds.width
        let y = bounds.minY + Double(random.int(0...1000)) / 1000 * bounds.height
        let side = [0, 1, 50, 400, 3000][number % 5]
        return Envelope(minX: x, minY: y, maxX: x + Double(side), maxY: y + Double(side) / 2)
      }
    }
    let others = [
      bounds, Envelope(minX: -1e300, minY: -1e300, maxX: 1e300, maxY: 1e300),
      Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1),
    ]
    for extent in extents(Extent.count(6, long: 30, full: 100)) + others {
      try expect(subject, whole, extent, "with indexes")
    }
    guard let file = subject.file else { return }
    let indexes = "FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index'"
    let tables = try file.texts("SELECT table_name \(indexes)")
    #expect(tables.count > 3)
    for table in tables { try file.execute("DROP TABLE \"rtree_\(table)_SHAPE\"") }
    try file.execute("DELETE \(indexes)")
    for extent in extents(Extent.count(4, long: 10)) {
      try expect(subject, whole, extent, "without indexes")
    }
  }

  @Test(
    "Objects come with what their associations lead to, and associations are cut at the edge",
    .onBothStores,
    arguments: 1...Extent.count(6, long: 40)
  )
  func random(seed: Int) async throws {
    var source = RandomTransaction(seed: UInt64(seed))
    let network = try EditingNetwork.make(rows: 12, using: &source.generator)
    let subject = try await StoreSubject(network)
    let whole = try await subject.stored().network
    let bounds = try #require(whole.envelope)
    for number in 0..<12 {
      let x = bounds.minX + Double(source.generator.int(0...100)) / 100 * bounds.width
      let y = bounds.minY + Double(source.generator.int(0...100)) / 100 * bounds.height
      let side = bounds.width * Double(number) / 12
      let extent = Envelope(minX: x - side, minY: y - side, maxX: x, maxY: y)
      try expect(subject, whole, extent, "seed \(seed),")
    }
  }

  @Test(
    "Rows beyond the extent may be broken; those in it are set aside, or refused",
    .onBothStores
  )
  func broken() async throws {
    let subject = try await StoreSubject(copying: SampleFile.path)
    let whole = try await subject.stored().network
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let feature = FeatureID(table: table, row: 5)
    let place = try #require(whole.start(of: feature))
    let row = try #require(whole.rowID(of: feature))
    let group = subject.file == nil ? "4711" : "'x'"
    try subject.execute("UPDATE PipelineDevice SET ASSETGROUP = \(group) WHERE OBJECTID = \(row)")
    let here = Envelope(place).expanded(by: 5)
    let there = Envelope(Coordinate(x: place.x + 5000, y: place.y)).expanded(by: 500)
    // With the associations that it leaves behind.
    #expect(try subject.place.open(extent: here).unreadableRowCount >= 1)
    #expect(throws: StoreError.self) { try subject.place.open(extent: here, strict: true) }
    #expect(try subject.place.open(extent: there, strict: true).unreadableRowCount == 0)
  }

  @Test(
    "Tables whose pages are tied into rows without end are told of",
    arguments: ["PipelineDevice", "un_associations", "un_rules", "gpkg_contents"]
  )
  func endless(table: String) throws {
    let file = try TemporaryFile(copying: SampleFile.path)
    // So that the table is read from its first row to its last.
    if table == "PipelineDevice" { try file.execute("DROP TABLE rtree_PipelineDevice_SHAPE") }
    try EndlessFile.tie(file.path, table: table)
    let extent = Envelope(minX: 412000, minY: 5_364_000, maxX: 413000, maxY: 5_365_000)
    let error = try storeError { try GeoPackage.open(file.path, extent: extent) }
    #expect(error?.code == .badData || error?.code == .cannotOpen, "\(error as Any)")
  }
}
