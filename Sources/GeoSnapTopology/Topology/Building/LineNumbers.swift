/// Numbers lines consecutively among all lines.
struct LineNumbers {
  private let firsts: [(ordinal: Int, number: Int)]

  init(_ plan: TopologyPlan, _ network: UtilityNetwork) {
    var firsts: [(ordinal: Int, number: Int)] = []
    for piece in plan.linePieces where piece.rows.lowerBound == 0 {
      firsts.append((Int(network.firstOrdinals[piece.table]), piece.first))
    }
    self.firsts = firsts
  }

  func number(of ordinal: Int32) -> Int {
    let table = firsts.last { $0.ordinal <= Int(ordinal) }
    guard let table else { preconditionFailure("A line stands in a table of lines") }
    return table.number + Int(ordinal) - table.ordinal
  }
}
