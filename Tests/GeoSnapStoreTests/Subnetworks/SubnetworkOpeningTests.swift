import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Networks of which a subnetwork is opened", .onBothStores)
struct SubnetworkOpeningTests {
  /// What a trace of a subnetwork finds, by global id, without what containers, content and structures add.
  private static func members(of name: SubnetworkName, in topology: Topology) throws
    -> Set<GlobalID>
  {
    let features = try trace(name, topology).elements.features
    return Set(features.compactMap { topology.network.globalID(of: $0) })
  }

  private static func trace(_ name: SubnetworkName, _ topology: Topology) throws -> TraceResult {
    var configuration = try topology.defaultConfiguration(
      of: .subnetwork,
      domainNetworkName: name.domainNetworkName,
      tierName: name.tierName,
      subnetworkName: name.name
    )
    configuration.includesContainers = false
    configuration.includesContent = false
    configuration.includesStructures = false
    return try topology.trace(TraceParameters(.subnetwork, configuration: configuration))
  }

  @Test("Each subnetwork of the sample town is whole, and a trace of it answers as in the town")
  func sample() async throws {
    let subject = try await StoreSubject(copying: SampleFile.path)
    let whole = try await subject.stored().network
    let topology = Topology(whole)
    let all = try topology.subnetworks().subnetworks
    #expect(all.count > 3)
    var fewest = 1.0
    for subnetwork in Extent.some(4, of: all) {
      let name = SubnetworkName(
        subnetwork.name,
        tierName: subnetwork.tierName,
        domainNetworkName: subnetwork.domainNetworkName
      )
      let expected = try Self.members(of: name, in: topology)
      let place: Comment = "\(name)"
      let opened = try subject.place.open(subnetwork: name)
      let edge = try #require(opened.edge, place)
      let part = Topology(opened.network)
      #expect(try Self.members(of: name, in: part) == expected, place)
      let features = try Self.trace(name, part).elements.features
      #expect(!features.contains { edge.contains($0) }, place)
      let boxes = expected.map { id in
        whole.feature(globalID: id).flatMap { whole.geometry(of: $0)?.envelope }
      }
      #expect(edge.extent.contains(try #require(Envelope.combining(boxes), place)), place)
      let extent = try subject.place.extent(of: name)
      #expect(extent == edge.extent, place)
      let anew = try subject.place.open(extent: extent)
      #expect(anew.network.tables == opened.network.tables, place)
      fewest = min(fewest, Double(opened.network.featureCount) / Double(whole.featureCount))
    }
    #expect(fewest < 0.2, "The smallest takes a share of \(fewest)")
  }

  @Test("What was edited since names were written is found: the trace decides, not the names")
  func edited() async throws {
    let subject = try await StoreSubject(copying: SampleFile.path)
    let whole = try await subject.stored().network
    let all = try Topology(whole).subnetworks().subnetworks
    let subnetwork = try #require(all.min { $0.elements.count < $1.elements.count })
    let name = SubnetworkName(subnetwork.name, tierName: subnetwork.tierName)
    let before = try subject.place.extent(of: name)
    let session = try await subject.place.session(allowsUnconnected: true, extent: before)
    #expect(session.edge?.extent == before)
    let feature = try #require(subnetwork.elements.features.first)
    let key = try #require(whole.key(of: feature))
    try session.commit(.init("Origin", .setOrigin(key, "mine")))
    let opened = try subject.place.open(subnetwork: name, strict: true)
    #expect(opened.network.features(origin: "mine").count == 1)
  }

  @Test("A name that no controller gives is told with those that there are")
  func unknown() async throws {
    let subject = try await StoreSubject(copying: SampleFile.path)
    let error = #expect(throws: TraceError.self) {
      try subject.place.open(subnetwork: SubnetworkName("nowhere"))
    }
    #expect(error?.code == .noControllers)
    #expect(error?.message.contains("'nowhere'. The ") == true)
    let tier = #expect(throws: TraceError.self) {
      let all = try Topology(subject.network()).subnetworks().subnetworks
      let known = try #require(all.first?.name)
      _ = try subject.place.open(subnetwork: SubnetworkName(known, tierName: "no tier"))
    }
    #expect(tier?.code == .unknownTier)
  }
}
