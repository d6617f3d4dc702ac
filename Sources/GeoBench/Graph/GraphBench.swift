import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport

struct GraphBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Measures the graph and the topology of a workload's trace network.",
    discussion: """
      topologyBuild: the topology of a network of that many junctions and \
      lines. edit: the median of moves of single junctions with the ends of their lines, in an edited \
      topology. walk: all nodes connected with one, on the packed topology; walkEdited1: with \
      one feature in a hundred edited. With --file: open: a GeoPackage with topology and index, \
      as an editor opens it.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "net for random numbers of nodes, netloc for local ones.") var labels = "net"
  @Option(help: "A GeoPackage file to open; the network is written there if it is missing.")
  var file: String?
  @OptionGroup var measuring: MeasuringOptions

  func run() throws {
    let workload = try source.graph(labels: labels)
    var results: [(job: String, milliseconds: Double)] = []
    let drawn = try workload.network()
    var topology = Topology(drawn, tolerance: .millimetre)
    func measure(_ job: String, before: () -> Void = {}, _ body: () throws -> Void) rethrows {
      // To warm up.
      before()
      try body()
      let (repetitions, unit) = (measuring.repetitions, Duration.milliseconds(1))
      results.append((job, try medianTime(of: repetitions, in: unit, before: before, body)))
    }
    measure("topologyBuild") { topology = Topology(drawn, tolerance: .millimetre) }
    guard topology.edgeLimit == workload.edgeCount,
      topology.nodeLimit == workload.nodeCount, topology.problems.isEmpty
    else { throw BenchError("The topology has not the workload's nodes and edges.") }
    let edits = TopologyEditBench(network: drawn, topology: topology)
    results += try edits.results(measuring.repetitions)
    if let file {
      if !FileManager.default.fileExists(atPath: file) { try GeoPackage.write(drawn, to: file) }
      var opened: (topology: Topology, index: NetworkIndex)?
      try measure(
        "open",
        before: { opened = nil },
        {
          let network = try GeoPackage.open(file, images: .none).network
          opened = (Topology(network, tolerance: .millimetre), try NetworkIndex(network))
        }
      )
      guard let opened, opened.topology.edgeLimit == workload.edgeCount,
        opened.index.features.segmentCount > 0
      else { throw BenchError("\(file) is not the workload's network.") }
    }
    if measuring.json {
      let fields = results.map { "\"\($0.job)\": \($0.milliseconds)" }.joined(separator: ", ")
      print("{\"labels\": \"\(labels)\", \"edges\": \(workload.edgeCount), \(fields)}")
    } else {
      for result in results { print("\(result.job): \(fixed(result.milliseconds, 4)) ms") }
    }
  }
}

/// Measures edits under a topology, and walks over it before and after.
struct TopologyEditBench {
  let network: UtilityNetwork
  let topology: Topology
  /// The tables of a workload's trace network.
  private var junctions: Int { 0 }
  private var lines: Int { 1 }

  /// The median times of the moves, and of a walk over all before and after the edits.
  func results(_ repetitions: Int) throws -> [(job: String, milliseconds: Double)] {
    let check = TopologyCheck(topology)
    let editor = NetworkEditor(network, checks: [check])
    let limit = max(network.featureCount / 100 / 3, 1)
    var random = SeededGenerator(seed: 5)
    var moves: [Double] = []
    var edited = [0, 0, 0]
    while let kind = edited.indices.first(where: { edited[$0] < limit }) {
      let transaction: NetworkTransaction
      switch kind {
      case 0: transaction = move(any(junctions, &random), in: editor.snapshot)
      case 1: transaction = double(any(lines, &random), in: editor.snapshot)
      default: transaction = replace(any(lines, &random), in: editor.snapshot)
      }
      if transaction.edits.isEmpty { continue }
      edited[kind] += transaction.edits.count
      let took = try time(in: .milliseconds(1)) { _ = try editor.commit(transaction) }
      if kind == 0 { moves.append(took) }
    }
    guard let edited = check.topology else { throw BenchError("The check keeps a topology.") }
    var walks: (packed: [Double], edited: [Double]) = ([], [])
    var met = [0, 0]
    // In turn, so that the load of the machine is the same for both. The first walks warm up.
    for _ in 0...repetitions {
      walks.packed.append(
        time(in: .milliseconds(1)) { met[0] = topology.connectedNodes(from: 0).count }
      )
      walks.edited.append(
        time(in: .milliseconds(1)) { met[1] = edited.connectedNodes(from: 0).count }
      )
      guard met[0] == met[1] else { throw BenchError("The walks met \(met) nodes.") }
    }
    return [
      ("edit", moves.median), ("walk", Array(walks.packed.dropFirst()).median),
      ("walkEdited1", Array(walks.edited.dropFirst()).median),
    ]
  }

  private func any(_ table: Int, _ random: inout SeededGenerator) -> FeatureID {
    let count = network.tables[table].count
    return FeatureID(table: table, row: Int(random.next() % UInt64(count)))
  }

  /// Moves a junction a little, with the ends of its lines.
  private func move(_ junction: FeatureID, in network: EditedNetwork) -> NetworkTransaction {
    guard case .point(let point)? = network.geometry(of: junction), let place = point.coordinate,
      let id = network.globalID(of: junction)
    else { return NetworkTransaction("") }
    let target = Coordinate(x: place.x + 1.25, y: place.y + 0.5)
    var edits = [NetworkEdit.setGeometry(.globalID(id), .point(Point(target)))]
    for node in topology.nodes(of: junction) {
      for half in topology.halfEdges(of: node) {
        guard let line = topology.feature(ofEdge: half.edge),
          case .lineString(let old)? = network.geometry(of: line),
          let lineID = network.globalID(of: line),
          let moved = try? LineString(
            CoordinateSequence(old.coordinates.map { $0 == place ? target : $0 })
          )
        else { continue }
        edits.append(.setGeometry(.globalID(lineID), .lineString(moved)))
      }
    }
    return NetworkTransaction("Move", edits)
  }

  /// A line beside another, with a bend.
  private func double(_ line: FeatureID, in network: EditedNetwork) -> NetworkTransaction {
    guard case .lineString(let old)? = network.geometry(of: line),
      let first = old.coordinates.first, let last = old.coordinates.last,
      let beside = try? LineString([
        first, Coordinate(x: (first.x + last.x) / 2 + 0.75, y: (first.y + last.y) / 2 + 0.25), last,
      ])
    else { return NetworkTransaction("") }
    return NetworkTransaction("Double", [insertion(of: beside)])
  }

  private func replace(_ line: FeatureID, in network: EditedNetwork) -> NetworkTransaction {
    guard case .lineString(let old)? = network.geometry(of: line),
      let id = network.globalID(of: line)
    else { return NetworkTransaction("") }
    return NetworkTransaction("Replace", [.deleteFeature(.globalID(id)), insertion(of: old)])
  }

  private func insertion(of line: LineString) -> NetworkEdit {
    .insertFeature(
      NewFeature(assetGroup: 1, assetType: 1, geometry: .lineString(line)),
      table: network.tables[lines].name
    )
  }
}
