/// Builds the topology of a network, in phases that threads share.
// Pieces of a phase write to results of their own, which are read in later phases only: the proof of
// `@unchecked Sendable`.
@safe
final class TopologyBuilder: PhasedWork, @unchecked Sendable {
  private let network: UtilityNetwork
  private let tolerance: CoincidenceTolerance
  private let rules: JoinRules
  private let plan: TopologyPlan
  private let cells: PlaceCells
  private let points: PieceResults<PlacePoints>
  private let joins: PieceResults<LineJoins>
  private var table: PlaceTable?
  private var probe: LineProbe?
  private(set) var topology: Topology?

  init(_ network: UtilityNetwork, _ tolerance: CoincidenceTolerance) {
    self.network = network
    self.tolerance = tolerance
    rules = JoinRules(network)
    plan = TopologyPlan(network, rules)
    cells = PlaceCells(tolerance)
    points = PieceResults(count: plan.pointPieces.count)
    joins = PieceResults(count: plan.linePieces.count)
  }

  var phaseCount: Int { 4 }

  func begin(_ phase: Int) -> Int {
    switch phase {
    case 0: return plan.pointPieces.count
    case 1:
      var all = PlacePoints()
      all.reserve(points.results.reduce(0) { $0 + $1.count })
      for piece in points.results { all.append(piece) }
      let table = PlaceTable(all, tolerance, regionBits: all.count < 1 << 14 ? 0 : 2)
      self.table = table
      probe = LineProbe(
        network: network,
        rules: rules,
        table: table,
        firstNodes: plan.firstNodes,
        tolerance: tolerance,
        cells: cells
      )
      return table.regionCount
    case 2: return plan.linePieces.count
    default: return 1
    }
  }

  func run(_ phase: Int, _ piece: Int) {
    switch phase {
    case 0: points.set(piece, places(of: plan.pointPieces[piece]))
    case 1: table?.fill(region: piece)
    case 2: if let found = probe?.joins(of: plan.linePieces[piece]) { joins.set(piece, found) }
    default:
      topology = TopologyDraft(network, rules, plan, tolerance, joins: joins.results)
        .topology(tolerance)
    }
  }

  /// The junctions of a piece that have a place.
  private func places(of piece: TopologyPlan.Piece) -> PlacePoints {
    let geometries = network.tables[piece.table].geometries
    let firstOrdinal = Int(network.firstOrdinals[piece.table])
    var points = PlacePoints()
    points.reserve(piece.rows.count)
    for row in piece.rows {
      let type = network.assetTypeOrdinals[firstOrdinal + row]
      guard type >= 0, let point = geometries[row]?.onlyPoint, let place = point.coordinate else {
        continue
      }
      points.append(
        place.x,
        place.y,
        point.z,
        type: type,
        feature: Int32(firstOrdinal + row),
        cells: cells
      )
    }
    return points
  }
}

extension Geometry {
  /// The point; nil for what is none, and for several.
  @inline(__always)
  var onlyPoint: Point? {
    if case .point(let point) = self { return point }
    return nil
  }
}

/// One result for each piece of a phase.
// Each place is written by one thread, and all are read after the phase: the proof of
// `@unchecked Sendable`.
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

  /// The results in the order of the pieces.
  var results: [Result] { (0..<count).compactMap { piece in unsafe places[piece] } }
}
