/// The features of a network by the part they take, in pieces that threads can share.
struct TopologyPlan: Sendable {
  /// Some rows of one table.
  struct Piece: Sendable {
    let table: Int
    let rows: Range<Int>
    /// For lines the number of the first among all lines.
    let firstLine: Int
  }

  /// Pieces of the tables of junctions with places.
  private(set) var pointPieces: [Piece] = []
  /// Pieces of the tables of lines and edge objects.
  private(set) var linePieces: [Piece] = []
  /// For each junction its first node; -1 for other features.
  private(set) var firstNodes: [Int32]
  /// The number of nodes of junctions.
  private(set) var nodeCount = 0
  /// The number of lines and edge objects.
  private(set) var lineCount = 0
  /// The ordinals of the junctions of several terminals.
  private(set) var devices: [Int32] = []

  init(_ network: UtilityNetwork, _ rules: JoinRules) {
    firstNodes = [Int32](repeating: -1, count: network.featureCount)
    let usages = Dictionary(
      network.definition.sources.map { ($0.sourceID, $0.usage) },
      uniquingKeysWith: { first, _ in first }
    )
    let counts = rules.classes.map(\.terminalCount)
    for (index, table) in network.tables.enumerated() {
      guard let usage = table.sourceID.flatMap({ usages[$0] }) else { continue }
      switch TopologyClass.part(of: usage) {
      case .line, .edgeObject:
        linePieces += TopologyPlan.pieces(of: index, table.count, firstLine: lineCount)
        lineCount += table.count
      case .point, .object:
        if usage.geometryType != nil {
          pointPieces += TopologyPlan.pieces(of: index, table.count, firstLine: 0)
        }
        let first = Int(network.firstOrdinals[index])
        for ordinal in first..<first + table.count {
          let type = network.assetTypeOrdinals[ordinal]
          guard type >= 0 else { continue }
          firstNodes[ordinal] = Int32(nodeCount)
          let count = counts[Int(type)]
          if count > 1 { devices.append(Int32(ordinal)) }
          nodeCount += Int(count)
        }
      case .none: continue
      }
    }
  }

  private static func pieces(of table: Int, _ count: Int, firstLine: Int) -> [Piece] {
    stride(from: 0, to: count, by: 8192).map { start in
      Piece(
        table: table,
        rows: start..<min(start + 8192, count),
        firstLine: firstLine + start
      )
    }
  }
}
