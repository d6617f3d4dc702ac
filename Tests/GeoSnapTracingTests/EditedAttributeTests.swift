import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import GeoSnapTracing
import Testing

@Suite struct EditedAttributeTests {
  @Test("After random edits attributes are those of the network packed anew")
  func equalsPackedAnew() throws {
    var compared = 0
    var changed = 0
    for seed in UInt64(0)..<30 {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
      let attributes = attributes(of: network)
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      var edits = RandomEdits(network)
      for _ in 0..<40 {
        let edit =
          Bool.random(using: &generator)
          ? setValue(in: editor.snapshot, &generator)
          : try edits.next(editor.snapshot, &generator)
        guard let edit, let commit = try? editor.commit(NetworkTransaction("", [edit])) else {
          continue
        }
        try topology.apply(commit)
      }
      let packed = editor.snapshot.rebased()
      for attribute in attributes {
        let column = topology.column(of: attribute)
        let expected = AttributeColumn(attribute, of: packed)
        #expect(column.isWhole == expected.isWhole)
        for table in packed.tables.indices {
          for feature in editor.snapshot.features(table: table) {
            let id = try #require(editor.snapshot.globalID(of: feature))
            let number = topology.network.ordinal(of: feature)
            let ordinal = packed.ordinal(of: try #require(packed.feature(globalID: id)))
            #expect(column.integer(number) == expected.integer(ordinal), "seed \(seed), \(id)")
            #expect(column.number(number) == expected.number(ordinal), "seed \(seed), \(id)")
            compared += 1
            if editor.snapshot.isChanged(feature) { changed += 1 }
          }
        }
      }
    }
    #expect(compared > 1000 && changed > 100, "\(compared) compared, \(changed) of them changed")
  }

  @Test("The elements of an edited topology have the numbers and asset types of their features")
  func elements() throws {
    var checked = 0
    for seed in UInt64(0)..<10 {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      var edits = RandomEdits(network)
      for _ in 0..<40 {
        let edit = try edits.next(editor.snapshot, &generator)
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try topology.apply(commit)
      }
      let edited = topology.network
      for table in edited.base.tables.indices {
        for feature in edited.features(table: table) {
          let nodes = topology.nodes(of: feature).map { topology.element(node: $0) }
          let edges = topology.edges(of: feature).map { topology.element(edge: $0) }
          for element in nodes + edges {
            #expect(element.feature == topology.network.ordinal(of: feature))
            #expect(element.type == edited.assetTypeOrdinal(of: feature))
            checked += 1
          }
        }
      }
      for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) {
        guard topology.isAssociation(edge) else { continue }
        #expect(topology.element(edge: edge).feature == -1)
        #expect(topology.element(edge: edge).type == -1)
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
    let feature = FeatureID(table: table, row: 0)
    let id = try #require(network.tables[table].globalIDs[0])
    let number = network.ordinal(of: feature)
    let value = try #require(topology.column(of: attribute).integer(number))
    try topology.apply(editor.commit(NetworkTransaction("", [.deleteFeature(.globalID(id))])))
    #expect(topology.column(of: attribute).integer(number) == nil)
    #expect(topology.column(of: attribute).number(number) == nil)
    try topology.apply(try #require(editor.undo()))
    #expect(topology.column(of: attribute).integer(number) == value)
  }

  /// Attributes of whole numbers and of others; one has a field that most sources have not.
  private func attributes(of network: UtilityNetwork) -> [NetworkAttribute] {
    func attribute(
      _ id: Int,
      _ type: NetworkAttribute.DataType,
      _ field: String
    ) -> NetworkAttribute {
      NetworkAttribute(
        id: id,
        name: field,
        dataType: type,
        assignments: network.tables.compactMap { table in
          table.sourceID.map { .init(sourceID: $0, fieldName: field) }
        }
      )
    }
    return [
      attribute(1, .integer, "STATUS"), attribute(2, .integer, "PHASES"),
      attribute(3, .double, "LENGTH"), attribute(4, .double, "status"),
    ]
  }

  private func setValue(
    in network: EditedNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    let table = Int.random(in: 0..<network.base.tables.count, using: &generator)
    guard let feature = network.features(table: table).randomElement(using: &generator),
      let id = network.globalID(of: feature)
    else { return nil }
    let isEdge = network.base.tables[table].field(named: "LENGTH") != nil
    let value = Int64.random(in: -5...5, using: &generator)
    return .setAttributes(
      .globalID(id),
      isEdge
        ? ["LENGTH": Bool.random(using: &generator) ? .real(Double(value) / 2) : .null]
        : ["STATUS": Bool.random(using: &generator) ? .integer(value) : .null]
    )
  }
}
