import Foundation
import GeoSnap

/// The trace network of a workload: nodes on a grid of feeders, edges between neighbours.
struct GraphWorkload {
  /// For each edge its nodes.
  let from: [Int32]
  let to: [Int32]
  let weights: [Double]
  /// For each edge whether it crosses the border of a feeder.
  let barriers: [UInt8]
  /// The nodes at which traces start.
  let starts: [Int32]
  let nodeCount: Int
  /// For each node its number in the order of feeders, from which its place follows.
  let local: [Int32]

  var edgeCount: Int { from.count }

  /// The network as a mere graph.
  var graph: Graph { Graph(nodeCount: nodeCount, from: from, to: to) }

  /// Reads the files of a workload; `labels` is `net` for random numbers of nodes, `netloc` for local ones.
  init(folder: URL, labels: String) throws {
    func nodes(_ name: String) throws -> [Int32] {
      try Workload.words(name, in: folder).map { Int32(bitPattern: $0) }
    }
    from = try nodes("\(labels)_u.u32")
    to = try nodes("\(labels)_v.u32")
    weights = try Workload.doubles("net_w.f64", in: folder, perItem: 1)
    barriers = try Workload.bytes("net_barrier.u8", in: folder, multipleOf: 1)
    starts = try nodes("\(labels)_starts.u32")
    guard from.count == to.count, weights.count == from.count, barriers.count == from.count else {
      throw BenchError("The files of \(folder.path) have not one entry for each edge.")
    }
    nodeCount = Int(max(from.max() ?? -1, to.max() ?? -1) + 1)
    // The same edges in the same order, whatever the numbers of nodes.
    let localFrom = try nodes("netloc_u.u32")
    let localTo = try nodes("netloc_v.u32")
    var local = [Int32](repeating: 0, count: nodeCount)
    for edge in from.indices {
      local[Int(from[edge])] = localFrom[edge]
      local[Int(to[edge])] = localTo[edge]
    }
    self.local = local
  }
}
