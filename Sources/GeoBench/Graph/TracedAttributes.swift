import GeoSnap
import GeoSnapTestSupport

/// The attributes of the trace network for subnetwork traces: a controller at the first node of each feeder, two
/// conditions that bar, and 8 bits at each edge that are propagated from the controllers.
struct TracedAttributes {
  /// The name that all controllers share, so that one trace starts at all of them.
  static let subnetworkName = "Feeders"

  /// For each edge whether one of the conditions holds.
  let bars: EdgeSet
  /// For each edge its bits.
  let bits: [UInt8]
  /// The edges that the bits of the controllers do not reach.
  let outside: EdgeSet
  /// The nodes of the controllers, in the order of feeders.
  let controllers: [Int32]
  private let workload: GraphWorkload

  init(_ workload: GraphWorkload) {
    self.workload = workload
    bars = TracedAttributes.bars(workload)
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
    let graph = workload.graph
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

  /// The edges for which one of the conditions holds, read from their columns.
  static func bars(_ workload: GraphWorkload) -> EdgeSet {
    let (barriers, weights) = (workload.barriers, workload.weights)
    return EdgeSet(edgeCount: barriers.count) { barriers[$0] == 1 || weights[$0] > 140 }
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
    return Tier(
      id: 1,
      name: "Feeder",
      rank: 1,
      topology: .mesh,
      traceConfiguration: configuration
    )
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
