import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import GeoSnapTracing
import Testing

@Suite struct EditedAttributeTests {
  @Test("Attributes after edits are those of the network packed anew, and after undoing as before")
  func equalsRepacked() throws {
    var (compared, changed, deleted) = (0, 0, 0)
    for seed in UInt64(0)..<30 {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork(size: 40, side: 4, using: &generator).network()
      let attributes = attributes(of: network)
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      let before = attributes.map { column($0, topology, network.featureCount) }
      var edits = RandomEdits(network)
      for _ in 0..<40 {
        let edit =
          generator.oneIn(2)
          ? setValue(in: editor.snapshot, &generator) : try edits.next(editor.snapshot, &generator)
        guard let edit, let commit = try? editor.commit(NetworkTransaction("", [edit])) else {
          continue
        }
        try topology.apply(commit)
      }
      let snapshot = topology.network
      let packed = snapshot.rebased()
      for attribute in attributes {
        let column = topology.column(of: attribute)
        let expected = AttributeColumn(attribute, of: packed)
        #expect(column.isWhole == expected.isWhole)
        let there = packed.tables.indices.flatMap { snapshot.features(table: $0) }
        let numbers = there.map { snapshot.ordinal(of: $0) } + (0..<Int32(network.featureCount))
        for number in Set(numbers) {
          let feature = snapshot.feature(ordinal: number)
          let id = snapshot.contains(feature) ? snapshot.globalID(of: feature) : nil
          let ordinal = id.flatMap { packed.feature(globalID: $0) }.map { packed.ordinal(of: $0) }
          #expect(
            column.integer(number) == ordinal.flatMap(expected.integer)
              && column.number(number) == ordinal.flatMap(expected.number),
            "seed \(seed), \(feature)"
          )
          compared += 1
          if ordinal == nil { deleted += 1 } else if snapshot.isChanged(feature) { changed += 1 }
        }
      }
      #expect(wrongElements(topology).isEmpty, "seed \(seed)")
      while let commit = editor.undo() { try topology.apply(commit) }
      #expect(before == attributes.map { column($0, topology, network.featureCount) })
    }
    let text: Comment = "\(compared) compared, \(changed) of them changed, \(deleted) deleted"
    #expect(compared > 1000 && changed > 100 && deleted > 100, text)
  }

  private func column(
    _ attribute: NetworkAttribute,
    _ topology: Topology,
    _ count: Int
  ) -> [Double?] { (0..<Int32(count)).map { topology.column(of: attribute).number($0) } }

  /// The nodes and edges that have not the number and asset type of their features; -1 of associations.
  private func wrongElements(_ topology: Topology) -> [TraceElement] {
    let network = topology.network
    func isRight(_ element: TraceElement, _ feature: FeatureID?) -> Bool {
      element.feature == feature.map { network.ordinal(of: $0) } ?? -1
        && element.type == feature.map { network.assetTypeOrdinal(of: $0) } ?? -1
    }
    let edges = (0..<topology.edgeLimit).filter { topology.hasEdge($0) }.map {
      (topology.element(edge: $0), topology.feature(ofEdge: $0))
    }
    let features = network.base.tables.indices.flatMap { network.features(table: $0) }
    let nodes = features.flatMap { feature in
      topology.nodes(of: feature).map { (topology.element(node: $0), Optional(feature)) }
    }
    return (nodes + edges).filter { !isRight($0.0, $0.1) }.map(\.0)
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
