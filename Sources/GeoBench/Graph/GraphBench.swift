import ArgumentParser
import Foundation
import GeoSnap

/// Measures building graphs and topologies on the trace network of a workload.
struct GraphBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Measures building the graph and the topology of a workload's trace network."
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "net for random numbers of nodes, netloc for local ones.")
  var labels = "net"
  @Option(help: "Timed runs of each job; the median counts. One more goes before to warm up.")
  var repetitions = 5
  @Flag(help: "Write one JSON document instead of a table.")
  var json = false

  func run() throws {
    guard let folder = source.workload else { throw ValidationError("Give --workload DIR.") }
    let source = try GraphWorkload(folder: URL(fileURLWithPath: folder), labels: labels)
    var results: [(job: String, milliseconds: Double)] = []
    var graph = Graph(nodeCount: 0, from: [], to: [])
    results.append(
      ("graphBuild", median { graph = Graph(
        nodeCount: source.nodeCount, from: source.from, to: source.to
      ) })
    )
    let network = try source.network()
    var topology = Topology(network, tolerance: .millimetre)
    results.append(
      ("topologyBuild", median { topology = Topology(network, tolerance: .millimetre) })
    )
    guard topology.graph.edgeCount == graph.edgeCount,
      topology.graph.nodeCount == graph.nodeCount, topology.problems.isEmpty
    else { throw BenchError("The topology has not the workload's nodes and edges.") }
    if json {
      let fields = results.map { "\"\($0.job)\": \($0.milliseconds)" }.joined(separator: ", ")
      print("{\"labels\": \"\(labels)\", \"edges\": \(source.edgeCount), \(fields)}")
    } else {
      for result in results {
        print(String(format: "%@: %.2f ms", result.job, result.milliseconds))
      }
    }
  }

  private func median(_ body: () -> Void) -> Double {
    var times: [Double] = []
    for _ in 0...repetitions {
      let start = ContinuousClock.now
      body()
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return times.dropFirst().sorted()[repetitions / 2]
  }
}
