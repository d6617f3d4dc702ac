import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapTestSupport

/// The trace network of a workload: nodes on a grid of feeders, edges between neighbours.
struct GraphWorkload {
  let from: [Int32]
  let to: [Int32]
  let weights: [Double]
  /// For each edge whether it crosses the border of a feeder.
  let barriers: [UInt8]
  let starts: [Int32]
  let nodeCount: Int
  /// For each node its number in the order of feeders, from which its place follows.
  let local: [Int32]

  var edgeCount: Int { from.count }

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

  /// The graph as a network of features: junctions at places of a grid, straight lines between them.
  func network(_ tracing: TracedAttributes? = nil) throws -> UtilityNetwork {
    let junction = NetworkSource(1, "Junction", .junction, [AssetType(1, "Type")])
    let line = NetworkSource(2, "Line", .line, [AssetType(1, "Type", .endVertex)])
    let (type, lineType) = (AssetTypeID(1), AssetTypeID(2))
    var junctions = FeatureTable(junction, tracing == nil ? [] : TracedAttributes.junctionFields)
    var lines = FeatureTable(line, tracing == nil ? [] : TracedAttributes.lineFields)
    // Feeders are squares of 32 by 32 nodes, row after row.
    let side = max(Int((Double(nodeCount) / 1024).squareRoot().rounded(.up)), 1)
    func place(_ node: Int32) -> Coordinate {
      let number = Int(local[Int(node)])
      let (tile, within) = (number / 1024, number % 1024)
      return Coordinate(
        x: Double(tile % side * 32 + within % 32) * 10,
        y: Double(tile / side * 32 + within / 32) * 10
      )
    }
    for node in 0..<nodeCount {
      let id = GlobalID(high: 1, low: UInt64(node))
      let point = Geometry.point(Point(place(Int32(node))))
      junctions.append(Feature(node + 1, type, id, point, tracing?.values(ofNode: node) ?? []))
    }
    for edge in 0..<edgeCount {
      let id = GlobalID(high: 2, low: UInt64(edge))
      let line = Geometry.lineString(try LineString([place(from[edge]), place(to[edge])]))
      lines.append(Feature(edge + 1, lineType, id, line, tracing?.values(ofEdge: edge) ?? []))
    }
    return try UtilityNetwork(
      NetworkDefinition(
        domainNetworks: [
          DomainNetwork(
            id: 1,
            name: "Network",
            tierDefinition: tracing == nil ? .none : .partitioned,
            tiers: tracing.map { [$0.tier] } ?? [],
            sources: [junction, line]
          )
        ],
        networkAttributes: tracing == nil ? [] : TracedAttributes.attributes
      ),
      [junctions, lines],
      rules: [NetworkRule(1, .junctionEdge, type, lineType)]
    )
  }
}

extension WorkloadOptions {
  func graph(labels: String) throws -> GraphWorkload {
    guard let workload else { throw ValidationError("Give --workload DIR.") }
    return try GraphWorkload(folder: URL(fileURLWithPath: workload), labels: labels)
  }
}

/// The attributes of the trace network for subnetwork traces: a controller at the first node of each feeder, two
/// conditions that bar, and 8 bits at each edge that are propagated from the controllers.
struct TracedAttributes {
  /// The name that all controllers share, so that one trace starts at all of them.
  static let subnetworkName = "Feeders"

  /// For each edge whether one of the conditions holds.
  let bars: EdgeSet
  let bits: [UInt8]
  /// The edges that the bits of the controllers do not reach.
  let outside: EdgeSet
  let controllers: [Int32]
  private let workload: GraphWorkload

  init(_ workload: GraphWorkload) {
    self.workload = workload
    let (barriers, weights) = (workload.barriers, workload.weights)
    bars = EdgeSet(edgeCount: barriers.count) { barriers[$0] == 1 || weights[$0] > 140 }
    bits = (0..<workload.edgeCount).map { edge in
      var random = SeededGenerator(seed: Workload.seed &+ UInt64(edge))
      return UInt8(truncatingIfNeeded: random.next())
    }
    controllers = (0..<Int32(workload.nodeCount))
      .filter { workload.local[Int($0)] % 1024 == 0 }
      .sorted { workload.local[Int($0)] < workload.local[Int($1)] }
    var open: [Int] = []
    // The bits that have reached each node, until they no longer change.
    var arrived = [UInt8](repeating: 0, count: workload.nodeCount)
    let graph = Graph(nodeCount: workload.nodeCount, from: workload.from, to: workload.to)
    let (bars, bits) = (bars, bits)
    var waiting = controllers
    for controller in controllers { arrived[Int(controller)] = 255 }
    while let node = waiting.popLast() {
      graph.forEachHalfEdge(of: Int(node)) { half in
        let passed = arrived[Int(node)] & bits[half.edge]
        guard passed != 0, !bars.contains(half.edge) else { return }
        open.append(half.edge)
        guard passed & ~arrived[Int(half.node)] != 0 else { return }
        arrived[Int(half.node)] |= passed
        waiting.append(half.node)
      }
    }
    var outside = EdgeSet(edgeCount: workload.edgeCount) { _ in true }
    for edge in open { outside.remove(edge) }
    self.outside = outside
  }

  // MARK: As a network

  static let junctionFields = [AttributeField("SUBNETWORKCONTROLLERNAME", .text)]
  static let lineFields = [
    AttributeField("barrier", .integer), AttributeField("weight", .real),
    AttributeField("bits", .integer), AttributeField("outside", .integer),
  ]
  static let attributes = [
    attribute(1, "Barrier", .integer), attribute(2, "Weight", .double),
    attribute(3, "Bits", .integer), attribute(4, "Outside", .integer),
  ]

  private static func attribute(
    _ id: Int,
    _ name: String,
    _ type: NetworkAttribute.DataType
  ) -> NetworkAttribute {
    NetworkAttribute(
      id: id,
      name: name,
      dataType: type,
      bitSize: name == "Bits" ? 8 : nil,
      assignments: [.init(sourceID: 2, fieldName: name.lowercased())]
    )
  }

  /// The barrier with which a connected trace finds the same elements as the trace of the subnetworks.
  static let outsideCondition = TraceCondition.attribute("Outside", .equal, .integer(1))

  /// The feeders' tier, by whose definition subnetworks are traced.
  var tier: Tier {
    var configuration = TraceConfiguration()
    configuration.includesBarriers = false
    configuration.traversability.barriers = .or([
      .attribute("Barrier", .equal, .integer(1)), .attribute("Weight", .greaterThan, .real(140)),
    ])
    configuration.propagators = [
      TracePropagator(.bitwiseAnd, of: "Bits", .includesAny, .integer(255))
    ]
    return Tier(id: 1, name: "Feeder", rank: 1, topology: .mesh, traceConfiguration: configuration)
  }

  func values(ofNode node: Int) -> [AttributeValue] {
    [workload.local[node] % 1024 == 0 ? .text(TracedAttributes.subnetworkName) : .null]
  }

  func values(ofEdge edge: Int) -> [AttributeValue] {
    [
      .integer(Int64(workload.barriers[edge])), .real(workload.weights[edge]),
      .integer(Int64(bits[edge])), .integer(outside.contains(edge) ? 1 : 0),
    ]
  }
}
