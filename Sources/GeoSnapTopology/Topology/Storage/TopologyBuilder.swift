internal import GeoSnapSupport

/// Builds the topology of a network, in phases that threads share.
// Pieces of a phase write to separate results, which are read in later phases only: the proof of `@unchecked
// Sendable`.
@safe
final class TopologyBuilder: PhasedWork, @unchecked Sendable {
  private let plan: TopologyPlan
  private let probe: LineProbe
  private let joins: PieceResults<LineJoins>
  private var draft: TopologyDraft?
  private var numbers: NodeNumbers?
  private var edges: EdgeColumns?
  private var nodes: NodeColumns?
  private var graph: Graph?

  init(_ network: UtilityNetwork, _ tolerance: CoincidenceTolerance) {
    plan = TopologyPlan(network)
    probe = LineProbe(
      plan: plan,
      table: PlaceTable(count: plan.pointCount, tolerance),
      ends: LineEnds(lineCount: plan.lineCount)
    )
    joins = PieceResults(count: plan.linePieces.count)
  }

  var phaseCount: Int { 5 }

  func begin(_ phase: Int) -> Int {
    switch phase {
    case 0: return plan.pointPieces.count
    case 1: return probe.table.regionCount
    case 2: return plan.linePieces.count
    case 3:
      draft = TopologyDraft(probe, joins.results)
      return 2
    default: return 2
    }
  }

  func run(_ phase: Int, _ piece: Int) {
    switch (phase, piece) {
    case (0, _): place(plan.pointPieces[piece])
    case (1, _): probe.table.fill(region: piece)
    case (2, _): joins.set(piece, probe.join(plan.linePieces[piece]))
    case (3, 0): numbers = draft.map { NodeNumbers($0) }
    case (3, _): edges = draft.map { EdgeColumns($0) }
    case (_, 0):
      guard let draft, let numbers else { return }
      graph = Graph(nodeCount: draft.nodeCount, from: numbers.from, to: numbers.to)
    default:
      guard let draft, let numbers, let firsts = edges?.takeFirsts() else { return }
      nodes = NodeColumns(draft, numbers, firsts: firsts)
    }
  }

  /// The topology, after all phases.
  var topology: PackedTopology {
    guard let draft, let graph, let edges, let nodes else {
      preconditionFailure("All phases have run")
    }
    return PackedTopology(draft, graph, nodes, edges)
  }

  /// Enters the junctions of a piece with geometry into the table.
  private func place(_ piece: TopologyPlan.Piece) {
    let geometries = plan.network.tables[piece.table].geometries
    let firstOrdinal = Int(plan.network.firstOrdinals[piece.table])
    for row in piece.rows {
      let type = plan.network.assetTypeOrdinals[firstOrdinal + row]
      guard type >= 0, let point = geometries.onlyPoint(row), let place = point.coordinate else {
        continue
      }
      probe.table.set(
        piece.first + row - piece.rows.lowerBound,
        PlacePoint(place, z: point.z, type: type, owner: plan.firstNodes[firstOrdinal + row])
      )
    }
  }
}

// Each element is written by one thread, and all are read after the phase: the proof of `@unchecked Sendable`.
@safe
final class PieceResults<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let places: UnsafeMutablePointer<Result?>

  init(count: Int) {
    self.count = count
    unsafe places = .allocate(capacity: Swift.max(count, 1))
    unsafe places.initialize(repeating: nil, count: count)
  }

  deinit {
    unsafe places.deinitialize(count: count)
    unsafe places.deallocate()
  }

  func set(_ piece: Int, _ result: Result) {
    precondition((0..<count).contains(piece), "A result belongs to a piece")
    unsafe places[piece] = result
  }

  var results: [Result] { (0..<count).compactMap { piece in unsafe places[piece] } }
}
