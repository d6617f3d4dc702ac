/// The features of a network by their role in the graph, in pieces that threads can share.
struct TopologyPlan: Sendable {
  struct Piece: Sendable {
    let table: Int
    let rows: Range<Int>
    /// The number of the first row among all lines, or among all junctions with geometry.
    let first: Int
  }

  let network: UtilityNetwork
  let rules: JoinRules
  /// Pieces of the tables of junctions with geometry.
  private(set) var pointPieces: [Piece] = []
  /// Pieces of the tables of lines and edge objects.
  private(set) var linePieces: [Piece] = []
  /// The first node of each junction; -1 for other features.
  let firstNodes: [Int32]
  /// The ordinal of the feature of each node of a junction.
  let nodeFeatures: [Int32]
  /// The number of rows of junctions with geometry.
  private(set) var pointCount = 0
  private(set) var lineCount = 0
  /// The ordinals of the junctions with several terminals.
  let devices: [Int32]

  init(_ network: UtilityNetwork) {
    self.network = network
    rules = JoinRules(network)
    let usages = Dictionary(
      network.definition.sources.map { ($0.sourceID, $0.usage) },
      uniquingKeysWith: { first, _ in first }
    )
    var junctions: [Range<Int>] = []
    for (index, table) in network.tables.enumerated() {
      guard let usage = table.sourceID.flatMap({ usages[$0] }) else { continue }
      switch TopologyClass.part(of: usage) {
      case .line, .edgeObject:
        linePieces += TopologyPlan.pieces(of: index, table.count, first: lineCount)
        lineCount += table.count
      case .point, .object:
        if usage.geometryType != nil {
          pointPieces += TopologyPlan.pieces(of: index, table.count, first: pointCount)
          pointCount += table.count
        }
        let first = Int(network.firstOrdinals[index])
        junctions.append(first..<first + table.count)
      case .none: continue
      }
    }
    let counts = rules.classes.map(\.terminalCount)
    var nodeCount = 0
    for ordinal in junctions.joined() {
      let type = network.assetTypeOrdinals[ordinal]
      if type >= 0 { nodeCount += Int(counts[Int(type)]) }
    }
    var firstNodes = [Int32](repeating: -1, count: network.featureCount)
    var devices: [Int32] = []
    nodeFeatures = Array(capacity: nodeCount) { nodes in
      for ordinal in junctions.joined() {
        let type = network.assetTypeOrdinals[ordinal]
        guard type >= 0 else { continue }
        firstNodes[ordinal] = Int32(truncatingIfNeeded: nodes.count)
        let count = counts[Int(type)]
        if count > 1 { devices.append(Int32(truncatingIfNeeded: ordinal)) }
        for _ in 0..<count { nodes.append(Int32(truncatingIfNeeded: ordinal)) }
      }
    }
    self.firstNodes = firstNodes
    self.devices = devices
  }

  private static func pieces(of table: Int, _ count: Int, first: Int) -> [Piece] {
    stride(from: 0, to: count, by: 8192).map { start in
      Piece(table: table, rows: start..<min(start + 8192, count), first: first + start)
    }
  }
}

/// Numbers lines consecutively among all lines.
struct LineNumbers {
  private let firsts: [(ordinal: Int, number: Int)]

  init(_ plan: TopologyPlan) {
    firsts = plan.linePieces.filter { $0.rows.lowerBound == 0 }
      .map { (Int(plan.network.firstOrdinals[$0.table]), $0.first) }
  }

  func number(of ordinal: Int32) -> Int {
    let table = firsts.last { $0.ordinal <= Int(ordinal) }
    guard let table else { preconditionFailure("A line stands in a table of lines") }
    return table.number + Int(ordinal) - table.ordinal
  }
}
