import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images between commits and writers of other programs")
struct ImageInterleavingTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 50)

  @Test("Whatever comes in between, each answer is that of the rows", arguments: seeds)
  func random(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    let network = try EditingNetwork.make(rows: 6, using: &source.generator)
    let file = try TemporaryFile(holding: network)
    let subject = ImageSubject(file, mostCommits: seed.isMultiple(of: 2) ? 1 : 6)
    var (fromImage, withCommits) = (0, 0)
    for step in 0..<20 {
      let place: Comment = "seed \(seed), step \(step)"
      switch source.generator.int(0...6) {
      case 0: try subject.makeImage()
      case 1:
        let store = try subject.store()
        _ = source.generator.oneIn(2) ? try? store.undo() : try? store.redo()
        store.keepImage()
      case 2:
        let tables = try subject.rows().network.tables
        let name = tables[source.generator.int(0...tables.count - 1)].name
        try? subject.file.execute("UPDATE \"\(name)\" SET ORIGIN = 'foreign \(step)'")
      default:
        let store = try subject.store()
        let state = try store.takeOpening().state()
        let model = NaiveNetwork(try subject.rows().network)
        for _ in 0..<source.generator.int(1...3) {
          _ = try? store.commit(try source.make(for: model))
        }
        _ = state
        // Or a program ends before its commit is beside the image.
        if !source.generator.oneIn(3) { store.keepImage() }
      }
      if let snapshot = subject.snapshot {
        fromImage += 1
        if !snapshot.commits.isEmpty { withCommits += 1 }
      }
      // What reads, and what edits, sees the rows.
      try subject.expectRows(place)
      let rows = try subject.rows().network
      let snapshot = try subject.openedSnapshot()
      #expect(snapshot.network.featureCount == rows.featureCount, place)
      #expect(snapshot.network.envelope == rows.envelope, place)
      #expect(try #require(snapshot.network.edits(to: rows)).isEmpty, place)
      let store = try subject.store()
      #expect(try #require(store.snapshot.edits(to: rows)).isEmpty, place)
      let opened = store.takeOpening()
      let (topology, index, state) = (Topology(rows), try NetworkIndex(rows), try snapshot.state())
      for one in [try opened.topology(), try snapshot.topology(), state.topology] {
        expectSame(one, topology, place)
      }
      for one in [try opened.index(), try snapshot.index(), state.index] {
        expectSame(one, index, place)
      }
    }
    #expect(fromImage > 0 && withCommits > 0, "seed \(seed)")
  }

  private func expectSame(_ one: NetworkIndex, _ other: NetworkIndex, _ place: Comment) {
    let (network, rows) = (one.network, other.network)
    for feature in rows.features {
      guard let at = rows.start(of: feature) else { continue }
      let request = IdentifyRequest(at: at, tolerance: 2)
      let found = one.identify(request).map { network.key(of: $0.feature) }
      #expect(Set(found) == Set(other.identify(request).map { rows.key(of: $0.feature) }), place)
      let extent = Envelope(at).expanded(by: 3)
      let associations = one.associations(in: extent).map(\.globalID)
      #expect(Set(associations) == Set(other.associations(in: extent).map(\.globalID)), place)
    }
  }

  private func expectSame(_ one: Topology, _ other: Topology, _ place: Comment) {
    let (network, rows) = (one.network, other.network)
    for feature in rows.features {
      guard let own = rows.key(of: feature).flatMap({ network.feature($0) }) else {
        Issue.record("\(rows.describe(feature)) is not there, \(place)")
        continue
      }
      #expect(neighbours(own, one) == neighbours(feature, other), place)
    }
  }

  private func neighbours(_ feature: FeatureID, _ topology: Topology) -> Set<FeatureKey?> {
    let ends = topology.edges(of: feature).flatMap {
      [topology.ends(ofEdge: $0).from, topology.ends(ofEdge: $0).to]
    }
    var found: Set<FeatureKey?> = []
    for node in topology.nodes(of: feature) + ends {
      found.insert(topology.feature(ofNode: node).flatMap { topology.network.key(of: $0) })
      for half in topology.halfEdges(of: node) {
        let other = topology.feature(ofEdge: Int(half.edge))
        found.insert(other.flatMap { topology.network.key(of: $0) })
      }
    }
    return found
  }
}
