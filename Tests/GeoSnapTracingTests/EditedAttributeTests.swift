import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import GeoSnapTracing
import Testing

@Suite struct EditedAttributeTests {
  /// A random network, and its topology after forty random edits, some of which set attributes.
  private func edited(
    _ seed: UInt64,
    setsValues: Bool
  ) throws -> (network: UtilityNetwork, topology: Topology) {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
    let editor = NetworkEditor(network)
    var topology = Topology(network, tolerance: .millimetre)
    var edits = RandomEdits(network)
    for _ in 0..<40 {
      let edit =
        setsValues && generator.oneIn(2)
        ? setValue(in: editor.snapshot, &generator) : try edits.next(editor.snapshot, &generator)
      guard let edit, let commit = try? editor.commit(NetworkTransaction("", [edit])) else {
        continue
      }
      try topology.apply(commit)
    }
    return (network, topology)
  }

  @Test("After random edits attributes are those of the network packed anew")
  func equalsPackedAnew() throws {
    var (compared, changed) = (0, 0)
    for seed in UInt64(0)..<30 {
      let (network, topology) = try edited(seed, setsValues: true)
      let snapshot = topology.network
      let packed = snapshot.rebased()
      for attribute in attributes(of: network) {
        let column = topology.column(of: attribute)
        let expected = AttributeColumn(attribute, of: packed)
        #expect(column.isWhole == expected.isWhole)
        for feature in packed.tables.indices.flatMap({ snapshot.features(table: $0) }) {
          let id = try #require(snapshot.globalID(of: feature))
          let number = snapshot.ordinal(of: feature)
          let ordinal = packed.ordinal(of: try #require(packed.feature(globalID: id)))
          #expect(
            column.integer(number) == expected.integer(ordinal)
              && column.number(number) == expected.number(ordinal),
            "seed \(seed), \(id)"
          )
          compared += 1
          if snapshot.isChanged(feature) { changed += 1 }
        }
      }
    }
    #expect(compared > 1000 && changed > 100, "\(compared) compared, \(changed) of them changed")
  }

  @Test("The elements of an edited topology have the numbers and asset types of their features")
  func elements() throws {
    var checked = 0
    for seed in UInt64(0)..<10 {
      let topology = try edited(seed, setsValues: false).topology
      let snapshot = topology.network
      for feature in snapshot.base.tables.indices.flatMap({ snapshot.features(table: $0) }) {
        let nodes = topology.nodes(of: feature).map { topology.element(node: $0) }
        let edges = topology.edges(of: feature).map { topology.element(edge: $0) }
        for element in nodes + edges {
          #expect(element.feature == snapshot.ordinal(of: feature))
          #expect(element.type == snapshot.assetTypeOrdinal(of: feature))
          checked += 1
        }
      }
      for edge in 0..<topology.edgeLimit
      where topology.hasEdge(edge) && topology.isAssociation(edge) {
        let element = topology.element(edge: edge)
        #expect(element.feature == -1 && element.type == -1)
      }
    }
    #expect(checked > 200)
  }

  @Test("A deleted feature has no attributes, and undoing brings them back")
  func deleted() throws {
    var generator = SeededGenerator(seed: 1)
    let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
    let attribute = attributes(of: network)[1]
    let editor = NetworkEditor(network)
    var topology = Topology(network, tolerance: .millimetre)
    let table = try #require(network.table(sourceID: 6))
    let id = try #require(network.tables[table].globalIDs[0])
    let number = network.ordinal(of: FeatureID(table: table, row: 0))
    let value = try #require(topology.column(of: attribute).integer(number))
    try topology.apply(editor.commit(NetworkTransaction("", [.deleteFeature(.globalID(id))])))
    #expect(topology.column(of: attribute).integer(number) == nil)
    #expect(topology.column(of: attribute).number(number) == nil)
    try topology.apply(try #require(editor.undo()))
    #expect(topology.column(of: attribute).integer(number) == value)
  }

  /// Attributes of whole numbers and of others; one has a field that most sources have not.
  private func attributes(of network: UtilityNetwork) -> [NetworkAttribute] {
    let sources = network.tables.compactMap(\.sourceID)
    // Names of fields may be written in either case.
    let lower = sources.map { NetworkAttribute.Assignment(sourceID: $0, fieldName: "status") }
    return [
      .init(1, "STATUS", .integer, of: sources), .init(2, "PHASES", .integer, of: sources),
      .init(3, "LENGTH", .double, of: sources),
      .init(id: 4, name: "status", dataType: .double, assignments: lower),
    ]
  }

  private func setValue(
    in network: EditedNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    let table = generator.int(0...network.base.tables.count - 1)
    guard let feature = network.features(table: table).randomElement(using: &generator),
      let id = network.globalID(of: feature)
    else { return nil }
    let isEdge = network.base.tables[table].field(named: "LENGTH") != nil
    let value = Int64(generator.int(-5...5))
    let new: AttributeValue = isEdge ? .real(Double(value) / 2) : .integer(value)
    let name = isEdge ? "LENGTH" : "STATUS"
    return .setAttributes(.globalID(id), [name: generator.oneIn(2) ? new : .null])
  }
}
