import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// Measures graphs and topologies on the trace network of a workload.
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
  @Option(help: "net for random numbers of nodes, netloc for local ones.")
  var labels = "net"
  @Option(help: "A GeoPackage file to open; the network is written there if it is missing.")
  var file: String?
  @OptionGroup var measuring: MeasuringOptions

  func run() throws {
    guard let folder = source.workload else { throw ValidationError("Give --workload DIR.") }
    let workload = try GraphWorkload(folder: URL(fileURLWithPath: folder), labels: labels)
    var results: [(job: String, milliseconds: Double)] = []
    let utilityNetwork = try workload.network()
    var topology = Topology(utilityNetwork, tolerance: .millimetre)
    measure("topologyBuild", &results) {
      topology = Topology(utilityNetwork, tolerance: .millimetre)
    }
    guard topology.edgeLimit == workload.edgeCount,
      topology.nodeLimit == workload.nodeCount, topology.problems.isEmpty
    else { throw BenchError("The topology has not the workload's nodes and edges.") }
    let edits = try TopologyEditBench(utilityNetwork, topology)
    results += try edits.results(measuring.repetitions)
    if let file {
      if !FileManager.default.fileExists(atPath: file) {
        try GeoPackage.write(utilityNetwork, to: file)
      }
      var opened: (topology: Topology, index: NetworkIndex)?
      try measure(
        "open",
        &results,
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
      for result in results {
        print("\(result.job): \(fixed(result.milliseconds, 4)) ms")
      }
    }
  }

  private func measure(
    _ job: String,
    _ results: inout [(job: String, milliseconds: Double)],
    before: () -> Void = {},
    _ body: () throws -> Void
  ) rethrows {
    // To warm up.
    before()
    try body()
    let median = try medianTime(
      of: measuring.repetitions,
      in: .milliseconds(1),
      before: before,
      body
    )
    results.append((job, median))
  }
}
