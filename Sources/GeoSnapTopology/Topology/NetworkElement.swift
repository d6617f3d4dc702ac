/// A feature as part of the network: at one of its terminals, or a stretch of it.
///
/// Traces start at elements and return them.
public struct NetworkElement: Hashable, Sendable {
  /// The feature.
  public let feature: FeatureID
  /// The feature's global id.
  public let globalID: GlobalID
  /// The feature's asset type.
  public let assetType: AssetTypeID
  /// The terminal of a junction; nil for edges, for junctions without named terminals, and for all terminals
  /// together.
  public var terminal: Terminal?
  /// The stretch of an edge, from 0 at its start to 1 at its end; nil for junctions.
  public var positions: ClosedRange<Double>?

  package init(
    feature: FeatureID,
    globalID: GlobalID,
    assetType: AssetTypeID,
    terminal: Terminal? = nil,
    positions: ClosedRange<Double>? = nil
  ) {
    self.feature = feature
    self.globalID = globalID
    self.assetType = assetType
    self.terminal = terminal
    self.positions = positions
  }
}

extension NetworkReading {
  /// The text for an element, such as `Switch / Load Break, S 3 (ElectricDevice, switch/3) at Bus Side`.
  ///
  /// After the feature comes its terminal or, for a line, the stretch unless it is the whole line.
  public func describe(_ element: NetworkElement) -> String {
    var words = describe(element.feature)
    if let terminal = element.terminal { words += " at \(terminal.name)" }
    if let positions = element.positions, positions != 0...1 {
      words +=
        " from \(Words.number(positions.lowerBound)) to \(Words.number(positions.upperBound))"
    }
    return words
  }
}
