import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Associations")
struct AssociationTests {
  let index: NetworkIndex
  var network: UtilityNetwork { index.network.base }

  init() throws { index = try NetworkIndex(GasFixture.network()) }

  private func feature(_ origin: String) throws -> FeatureID {
    try #require(network.features(origin: origin).first)
  }

  @Test("A feature's associations are those on either side, of one kind or of all")
  func byElement() throws {
    let regulator = try feature("ext_grid/0")
    #expect(network.associations(of: regulator).map(\.globalID) == [1, 3, 4, 5].map(GasFixture.id))
    #expect(
      network.associations(of: regulator, kind: .attachment).map(\.globalID) == [GasFixture.id(4)]
    )
    #expect(network.associations(of: try feature("sink/0")).isEmpty)
  }

  @Test("In an extent are associations with both anchors in the closed rectangle")
  func byExtent() {
    let all = Envelope(minX: 40, minY: 0, maxX: 62, maxY: 1)
    #expect(index.associations(in: all).map(\.globalID) == [3, 4, 5].map(GasFixture.id))
    #expect(index.associations(in: all, kind: .connectivity).map(\.globalID) == [GasFixture.id(3)])
    let oneEnd = Envelope(minX: 61, minY: -1, maxX: 70, maxY: 0.5)
    #expect(index.associations(in: oneEnd).isEmpty)
    let nan = Envelope(minX: .nan, minY: 0, maxX: 70, maxY: 1)
    #expect(index.associations(in: nan).isEmpty)
  }

  @Test("Containment is never found by extent and has no geometry")
  func containment() throws {
    let world = Envelope(minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)
    #expect(index.associations(in: world).allSatisfy { $0.kind != .containment })
    #expect(index.associations(in: world, kind: .containment).isEmpty)
    #expect(network.geometry(of: network.associations[0]) == nil)
  }

  @Test("A line is met where the kind says: from-side at its end, to-side at its start")
  func lineAnchors() throws {
    var association = network.associations[4]
    #expect(
      network.geometry(of: association)?.coordinates
        == [GasFixture.c(60, 0), GasFixture.c(40, 0)]
    )
    association.kind = .junctionEdgeToConnectivity
    #expect(network.geometry(of: association)?.coordinates.last == GasFixture.c(0, 0))
    association.kind = .junctionMidspanConnectivity
    association.fractionAlongEdge = 0
    #expect(network.geometry(of: association)?.coordinates.last == GasFixture.c(0, 0))
    association.kind = .attachment
    let middle = try #require(network.geometry(of: association)?.coordinates.last)
    #expect(middle.distance(to: GasFixture.c(20, 10)) < 6)
  }

  @Test("A polygon is met at a point inside it")
  func polygonAnchor() throws {
    let end = Association.End(sourceID: GasFixture.boundarySource, globalID: GasFixture.id(51))
    let anchor = try #require(network.anchor(of: end, in: network.associations[3]))
    #expect(Envelope(minX: 58.01, minY: -3.99, maxX: 65.99, maxY: 3.99).contains(anchor))
  }

  @Test("A container's view is its content's envelope grown by 5% of the longer side")
  func containerView() throws {
    let view = index.containerView(of: try feature("station/0"))
    #expect(view.content == [try feature("ext_grid/0"), try feature("valve/0")])
    #expect(view.extent == Envelope(minX: 59.9, minY: -0.1, maxX: 62.1, maxY: 0.1))
    #expect(view.associations.map(\.globalID) == [GasFixture.id(3)])
    #expect(view.viewScale == nil)
    #expect(view.spacing == 2)
    let wide = index.containerView(of: try feature("station/0"), margin: .distance(2))
    #expect(wide.extent == Envelope(minX: 58, minY: -2, maxX: 64, maxY: 2))
    #expect(wide.associations.map(\.globalID) == [3, 4].map(GasFixture.id))
  }

  @Test("The longer side may be the height")
  func tallView() throws {
    let editor = NetworkEditor(network)
    for origin in ["ext_grid/0", "valve/0"] {
      let feature = try feature(origin)
      let place = try #require(network.geometry(of: feature)?.onlyPoint?.coordinate)
      let turned = Geometry.point(Point(x: place.y, y: place.x))
      let key = try #require(editor.snapshot.key(of: feature))
      try editor.commit(NetworkTransaction("", [.setGeometry(key, turned)]))
    }
    let view = try NetworkIndex(editor.snapshot.rebased()).containerView(of: feature("station/0"))
    #expect(view.extent == Envelope(minX: -0.1, minY: 59.9, maxX: 0.1, maxY: 62.1))
  }

  @Test("A single point as content gives the view scale and no associations")
  func singleContent() throws {
    let all = network.associations.filter { $0.globalID != GasFixture.id(2) }
    let view = try index(network.tables, all)
      .containerView(of: feature("station/0"), margin: .distance(100))
    #expect(view.content.count == 1 && view.viewScale == 50)
    #expect(view.spacing == nil && view.associations.isEmpty)
  }

  private func index(_ tables: [FeatureTable], _ associations: [Association]) throws -> NetworkIndex
  {
    try NetworkIndex(network.with(tables: tables, associations: associations))
  }

  @Test(
    "The spacing of content is the least distance between two different places",
    arguments: 1...30
  )
  func spacing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places = (0..<random.int(2...60)).map { _ in
      // Whole numbers, so that several share a place or a column.
      Coordinate(x: Double(random.int(0...40)), y: Double(random.int(0...40)))
    }
    let regulators = places.enumerated().map { number, place in
      let id = GasFixture.id(UInt64(1000 + number))
      return Feature(1000 + number, GasFixture.regulator, id, .point(Point(place)))
    }
    let tables = network.tables.map { table in
      guard table.sourceID == GasFixture.deviceSource else { return table }
      var devices = table
      for regulator in regulators { devices.append(regulator) }
      return devices
    }
    let contents = regulators.indices.map { number in
      Association(
        globalID: GasFixture.id(UInt64(5000 + number)),
        kind: .containment,
        from: .init(sourceID: GasFixture.boundarySource, globalID: GasFixture.id(51)),
        to: .init(sourceID: GasFixture.deviceSource, globalID: GasFixture.id(UInt64(1000 + number)))
      )
    }
    let others = network.associations.filter { $0.kind != .containment }
    let view = try index(tables, others + contents).containerView(of: feature("station/0"))
    #expect(view.content.count == places.count)
    let distances = places.indices.flatMap { first in
      places[..<first].filter { $0 != places[first] }.map { $0.distance(to: places[first]) }
    }
    #expect(view.spacing == distances.min(), "seed \(seed)")
  }

  @Test("What contains nothing has an empty view")
  func emptyView() throws {
    let view = index.containerView(of: try feature("sink/0"))
    #expect(view.content.isEmpty && view.extent == nil && view.associations.isEmpty)
  }
}
