/// The costs of passing elements of a topology; a class, since copying the data for each edge is expensive.
final class ElementCosts {
  private let setting: TraceSetting
  private let source: TraceAttributes.Source
  private let isApportionable: Bool
  /// Whether nodes may have costs.
  private let asksNodes: Bool
  /// The values of features, when only these matter.
  private let plain: FeatureValues?

  /// Prepares the costs; throws ``TraceError`` when there is no attribute of this name.
  init(_ setting: TraceSetting, costing name: String) throws(TraceError) {
    var setting = setting
    source = try setting.attributes.source(named: name)
    asksNodes = setting.attributes.mayHaveValue(source, onLines: false)
    isApportionable = setting.attributes.isApportionable(name)
    if case .column(let number) = source {
      plain = setting.attributes.columns[number].plainValues
    } else {
      plain = nil
    }
    self.setting = setting
  }

  /// The cost of a node; 0 for a hub.
  @inline(__always)
  func cost(ofNode number: Int) throws(TraceError) -> Double {
    guard asksNodes, number >= 0 else { return 0 }
    return try checked(setting.topology.element(node: number))
  }

  /// The cost of a part of a line; 0 for other edges.
  @inline(__always)
  func cost(ofEdge number: Int) throws(TraceError) -> Double {
    guard number >= 0, setting.topology.isLine(number) else { return 0 }
    if let plain, !isApportionable {
      let value = plain.number(setting.topology.featureOrdinal(ofEdge: number))
      if value >= 0 { return value }
      if value.isNaN { return 0 }
    }
    let value = try checked(setting.topology.element(edge: number))
    return isApportionable ? value * setting.share(ofEdge: number) : value
  }

  /// The share of a part of a line that lies before a position along the line, from 0 to 1.
  func share(ofLine number: Int, upTo fraction: Double) -> Double {
    let positions = setting.topology.positions(ofEdge: number)
    let whole = positions.upperBound - positions.lowerBound
    return whole > 0 ? min(max((fraction - positions.lowerBound) / whole, 0), 1) : 0
  }

  @inline(never)
  private func checked(_ element: TraceElement) throws(TraceError) -> Double {
    guard let value = setting.attributes.number(source, element) else { return 0 }
    guard value >= 0 else {
      let feature = setting.topology.network.feature(ordinal: element.feature)
      throw TraceError(
        .badCost,
        "\(setting.topology.name(of: feature)) has the cost \(value): costs must be 0 or more."
      )
    }
    return value
  }
}
