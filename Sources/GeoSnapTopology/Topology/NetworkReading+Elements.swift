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
