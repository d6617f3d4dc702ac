import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Editing an extent of a network", .onBothStores)
struct ExtentEditingTests {
  private let subject: StoreSubject
  private let whole: UtilityNetwork
  private let extent: Envelope

  init() async throws {
    subject = try await StoreSubject(copying: SampleFile.path)
    whole = try await subject.stored().network
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let place = whole.geometry(of: FeatureID(table: table, row: 700))?.coordinates.first
    extent = Envelope(try #require(place)).expanded(by: 150)
  }

  private func codes(_ edit: NetworkEdit, _ session: any TestedSession)
    -> Set<TransactionProblem.Code>
  {
    Set(session.problems(of: .init("", edit)).map(\.code))
  }

  /// A point in the network that lies in the extent, with nothing that leads out of it.
  private func inner(_ session: any TestedSession, _ table: String) throws -> FeatureID {
    let network = session.state.network
    let edge = try #require(session.edge)
    let number = try #require(network.table(named: table))
    return try #require(network.features(table: number).first { !edge.contains($0) })
  }

  @Test("What lies in the extent is edited, undone and done again, and all of the network has it")
  func inside() async throws {
    let session = try await subject.place.session(extent: extent)
    let network = session.state.network
    #expect(network.featureCount > 20 && network.featureCount < whole.featureCount / 2)
    let device = try inner(session, "PipelineDevice")
    let id = try #require(network.globalID(of: device))
    try session.commit(.init("", .setAttributes(.globalID(id), ["NAME": .text("Inner")])))
    let place = Geometry.point(Point(extent.center))
    let point = NewFeature(geometry: place, attributes: ["number": .text("77")])
    try session.commit(.init("", .insertFeature(point, table: "survey_points")))
    let all = try await subject.stored(strict: true).network
    #expect(all.featureCount == whole.featureCount + 1)
    let table = try #require(all.tables.firstIndex { $0.name == "survey_points" })
    // Behind all rows of the store, not only those that were read; a database gives out several at once.
    let (last, added) = (whole.tables[table].rowIDs.max() ?? 0, all.tables[table].rowIDs.max() ?? 0)
    #expect(subject.file == nil ? added > last : added == last + 1)
    let known = try #require(all.feature(globalID: id))
    #expect(all.name(of: known) == "Inner")
    for _ in 0..<2 { #expect(try session.undo() != nil) }
    #expect(try await subject.stored().network.tables == whole.tables)
    #expect(try session.redo() != nil)
    let again = try subject.place.open(extent: extent).network
    #expect(again.name(of: try #require(again.feature(globalID: id))) == "Inner")
  }

  @Test("What may be joined beyond the extent keeps its place, its type and its associations")
  func edge() async throws {
    let session = try await subject.place.session(extent: extent)
    let network = session.state.network
    let edge = try #require(session.edge)
    #expect(!edge.features.isEmpty)
    var refused = 0
    for feature in edge.features.prefix(20) {
      guard let key = network.key(of: feature) else { continue }
      let name = NetworkTransaction("", .setAttributes(key, ["NAME": .text("Edge")]))
      if network.base.tables[Int(feature.table)].field(named: "NAME") != nil {
        #expect(session.problems(of: name).isEmpty, "\(network.describe(feature))")
      }
      if codes(.deleteFeature(key), session).contains(.beyondExtent) { refused += 1 }
    }
    #expect(refused > 0)
    let device = try inner(session, "PipelineDevice")
    let away = Coordinate(x: extent.maxX + 10, y: extent.maxY + 10)
    let key = try #require(network.key(of: device))
    let place = Geometry.point(Point(away))
    #expect(codes(.setGeometry(key, place), session).contains(.beyondExtent))
    let insertion = NetworkEdit.insertFeature(NewFeature(geometry: place), table: "survey_points")
    #expect(codes(insertion, session) == [.beyondExtent])
    #expect(throws: TransactionError.self) { try session.commit(.init("", insertion)) }
    #expect(try await subject.stored().network.tables == whole.tables)
  }

  @Test("What ends so near beyond the extent that it may be joined is there, and is its edge")
  func rim() async throws {
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let device = FeatureID(table: table, row: 700)
    let id = try #require(whole.globalID(of: device))
    let place = try #require(whole.geometry(of: device)?.coordinates.first)
    for (distance, isEdge) in [(0.01, false), (0, false), (-0.0009, true), (-0.01, nil)] {
      var rim = Envelope(place).expanded(by: 150)
      rim.maxX = place.x + distance
      let stored = try subject.place.open(extent: rim)
      let edge = try #require(stored.edge)
      #expect(stored.network.feature(globalID: id).map(edge.contains) == isEdge, "\(distance)")
      #expect(edge.encloses(place, within: 0.005) == (distance == 0.01), "\(distance)")
    }
  }

  @Test("A container is not put into what may lie in it beyond the extent")
  func circle() async throws {
    // Assemblies, of which each holds the next: 0, 1, one beyond the extent, 3 and 4.
    var assemblies = FeatureTable(name: "Assembly", sourceID: 8, geometryType: .point)
    let type = AssetTypeID(8)
    func id(_ number: Int) -> GlobalID { GlobalID(high: 1, low: UInt64(number)) }
    for number in 0...5 {
      let place = Point(x: number == 2 ? 500 : Double(number), y: 0)
      assemblies.append(Feature(number + 1, type, id(number), .point(place)))
    }
    func contains(_ from: Int, _ to: Int) -> GeoSnap.Association {
      GeoSnap.Association(
        globalID: GlobalID(high: 2, low: UInt64(from)),
        kind: .containment,
        from: .init(sourceID: 8, globalID: id(from)),
        to: .init(sourceID: 8, globalID: id(to))
      )
    }
    let network = try UtilityNetwork(
      EditingNetwork.definition,
      [assemblies],
      (0..<4).map { contains($0, $0 + 1) },
      rules: [NetworkRule(1, .containment, type, type)]
    )
    let subject = try await StoreSubject(network)
    let around = Envelope(minX: -10, minY: -10, maxX: 10, maxY: 10)
    let store = try await subject.store(extent: around)
    #expect(store.edge?.associations.count == 2)
    func joining(_ from: Int, _ to: Int, _ own: GlobalID? = nil) -> NetworkEdit {
      let (from, to) = (NewAssociation.End(id(from)), NewAssociation.End(id(to)))
      return .insertAssociation(.init(globalID: own, kind: .containment, from: from, to: to))
    }
    func codes(_ edits: NetworkEdit...) throws -> [TransactionProblem.Code] {
      try refusals { try store.commit(NetworkTransaction("in", edits)) }
    }
    #expect(try codes(joining(4, 0)) == [.beyondExtent])
    #expect(try codes(joining(5, 0)) == [])
    // Nor under the global id of an association that joins others.
    let known = try #require(store.network.insertedAssociations.first?.globalID)
    #expect(try codes(.deleteAssociation(known), joining(4, 0, known)) == [.beyondExtent])
    #expect(try codes(joining(4, 5)) == [.beyondExtent])
  }

  @Test("What would not be read again with the extent is refused")
  func withoutPlace() async throws {
    let session = try await subject.place.session(extent: extent)
    let definition = session.state.network.definition
    let source = try #require(definition.sources.first { $0.name == "PipelineJunctionObject" })
    let group = try #require(source.assetGroups.first { !$0.assetTypes.isEmpty })
    let type = try #require(group.assetTypes.first).code
    let object = NewFeature(assetGroup: group.code, assetType: type)
    let device = try inner(session, "PipelineDevice")
    let key = try #require(session.state.network.key(of: device))
    for edit in [
      NetworkEdit.insertFeature(object, table: source.name),
      .insertFeature(NewFeature(), table: "survey_points"), .setGeometry(key, nil),
    ] { #expect(codes(edit, session).contains(.beyondExtent), "\(edit)") }
  }

  @Test("Undo does not bring back a global id that a row beyond the extent has got meanwhile")
  func takenByUndo() async throws {
    let store = try await subject.store(extent: extent)
    let network = store.network
    let table = try #require(network.table(named: "survey_points"))
    let id = try #require(GlobalID("01020304-0506-0708-090a-0b0c0d0e0f10"))
    let point = NewFeature(globalID: id, geometry: .point(Point(extent.center)))
    try store.commit(.init("", .insertFeature(point, table: "survey_points")))
    try store.commit(.init("", .deleteFeature(.globalID(id))))
    let far = try #require(
      whole.tables[table].rowIDs.first { network.feature(table: table, rowID: $0) == nil }
    )
    try subject.execute("UPDATE survey_points SET GLOBALID = '\(id)' WHERE OBJECTID = \(far)")
    try store.takeOver()
    #expect(try refusals { try store.undo() } == [.globalIDInUse])
  }

  @Test("A global id that a feature beyond the extent has is refused")
  func takenID() async throws {
    let session = try await subject.place.session(extent: extent)
    let network = session.state.network
    let other = try #require(
      whole.features.lazy.compactMap { whole.globalID(of: $0) }
        .first { network.feature(globalID: $0) == nil }
    )
    let point = NewFeature(globalID: other, geometry: .point(Point(extent.center)))
    let insertion = NetworkEdit.insertFeature(point, table: "survey_points")
    #expect(try refusals { try session.commit(.init("", insertion)) } == [.globalIDInUse])
    #expect(try await subject.stored().network.tables == whole.tables)
  }

  @Test("What another program changes in the extent is taken over, what it changes beyond is not")
  func others() async throws {
    let session = try await subject.place.session(extent: extent)
    let network = session.state.network
    let device = try inner(session, "PipelineDevice")
    let row = try #require(network.rowID(of: device))
    let far = try #require(
      whole.tables[Int(device.table)].rowIDs.first {
        network.feature(table: Int(device.table), rowID: $0) == nil
      }
    )
    try subject.execute("UPDATE PipelineDevice SET NAME = 'Far' WHERE OBJECTID = \(far)")
    #expect(try session.reload() == nil)
    try subject.execute("UPDATE PipelineDevice SET NAME = 'Near' WHERE OBJECTID = \(row)")
    let change = try #require(try session.reload())
    #expect(change.commit?.touched == [device])
    #expect(session.state.network.name(of: device) == "Near")
  }
}
