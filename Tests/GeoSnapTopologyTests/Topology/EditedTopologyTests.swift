import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite struct EditedTopologyTests {
  @Test("After random edits the derived graph is that of a full build")
  func equalsFullBuild() throws {
    var applied = 0
    let rounds: UInt64 = Extent.count(6, long: 60, full: 2_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(size: 4...60, side: 2...6, using: &generator)
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      var edits = RandomEdits(network)
      for step in 0..<40 {
        let edit = try edits.next(editor.snapshot, &generator)
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try topology.apply(commit)
        applied += 1
        guard step % 4 == 3 || step < 4 else { continue }
        try check(topology, editor.snapshot, "seed \(seed), step \(step): \(edit)")
      }
      while let commit = editor.undo() { try topology.apply(commit) }
      try check(topology, editor.snapshot, "seed \(seed), all undone")
    }
    #expect(applied > 10 * Int(rounds))
  }

  @Test(
    "Of two junctions at one place the first in the network joins, before and after edits",
    arguments: [[1, 2], [2, 1]]
  )
  func firstOfTwoJoins(rowIDs: [Int]) throws {
    let place = Coordinate(x: 0, y: 0)
    let sources = [
      NetworkSource(1, "Junction", .junction, [AssetType(1, "Junction")]),
      NetworkSource(2, "Line", .line, [AssetType(1, "Line")]),
    ]
    let junctions = rowIDs.enumerated().map { row, rowID in
      Feature(rowID, AssetTypeID(1), GlobalID(high: 1, low: UInt64(row)), .point(Point(place)))
    }
    let path = Geometry.lineString(try LineString([place, Coordinate(1, 0)]))
    let line = Feature(1, AssetTypeID(2), GlobalID(high: 2, low: 0), path)
    let network = try UtilityNetwork(
      NetworkDefinition(domainNetworks: [DomainNetwork("Network", sources[0], sources[1])]),
      [FeatureTable(sources[0]).holding(junctions), FeatureTable(sources[1]).holding([line])],
      rules: [NetworkRule(1, .junctionEdge, AssetTypeID(1), AssetTypeID(2))]
    )
    let editor = NetworkEditor(network)
    var topology = Topology(network, tolerance: .millimetre)
    let longer = Geometry.lineString(try LineString([place, Coordinate(x: 2, y: 0)]))
    let edit = NetworkEdit.setGeometry(.globalID(GlobalID(high: 2, low: 0)), longer)
    try topology.apply(editor.commit(NetworkTransaction("", [edit])))
    try check(topology, editor.snapshot, "row ids \(rowIDs)")
    let edge = try #require(topology.edges(of: FeatureID(table: 1, row: 0)).first)
    let node = topology.ends(ofEdge: edge).from
    #expect(topology.feature(ofNode: node) == FeatureID(table: 0, row: 0))
  }

  private func check(
    _ topology: Topology,
    _ network: EditedNetwork,
    _ place: @autoclosure () -> String
  ) throws {
    for start in [0, topology.nodeLimit / 2] {
      let nodes = topology.connectedNodes(from: start)
      #expect(Set(nodes) == connected(start, topology) && nodes.first == Int32(start), "\(place())")
    }
    let form = GraphForm(topology).sortingNames
    let expected = GraphForm(Topology(network.rebased(), tolerance: .millimetre)).sortingNames
    guard form != expected else { return }
    Issue.record("\(place()):\n\(form.difference(from: expected))")
    throw EditedTopologyDiffers()
  }

  /// What is connected with a node, by the records of edges and not by rows.
  private func connected(_ start: Int, _ topology: Topology) -> Set<Int32> {
    var known: Set<Int32> = [Int32(start)]
    let edges = (0..<topology.edgeLimit).filter { topology.hasEdge($0) }
      .map { topology.ends(ofEdge: $0) }.map { (from: Int32($0.from), to: Int32($0.to)) }
    while true {
      let count = known.count
      for edge in edges {
        if known.contains(edge.from) { known.insert(edge.to) }
        if known.contains(edge.to) { known.insert(edge.from) }
      }
      if known.count == count { return known }
    }
  }

  private struct EditedTopologyDiffers: Error {}
}
