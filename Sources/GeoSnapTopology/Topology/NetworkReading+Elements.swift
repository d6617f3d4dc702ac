extension NetworkReading {
  /// An element in words, such as `Switch / Load Break, S 3 (ElectricDevice, switch/3) at Bus Side`.
  ///
  /// Behind the feature stands its terminal or, of a line, the stretch unless that is the whole.
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
