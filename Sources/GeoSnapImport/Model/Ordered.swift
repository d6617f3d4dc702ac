// Every type that is sorted by a comparison of its own gets a whole sort from the compiler. What the
// importers sort has a number, a measure or a name to go by: so three sorts serve nearly all.

extension Sequence {
  /// The elements in the order of a number of theirs; where it is the same, in the order they had.
  func orderedByNumber(_ number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(number)).map { elements[$0] }
  }

  /// The elements in the order of a measure of theirs; where it is the same, in the order they had.
  func orderedByMeasure(_ measure: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(measure)).map { elements[$0] }
  }

  /// The elements in the order of a name of theirs; where it is the same, in the order they had.
  func orderedByName(_ name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(name)).map { elements[$0] }
  }
}

extension Sequence<String> {
  /// The names in their order.
  func ordered() -> [String] { Array(self).sorted() }
}

extension Sequence<Int> {
  /// The numbers in their order.
  func ordered() -> [Int] { Array(self).sorted() }
}

/// The positions of numbers in their order.
private func order(of numbers: [Int]) -> [Int] {
  numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
}

/// The positions of measures in their order.
private func order(of measures: [Double]) -> [Int] {
  measures.indices.sorted { (measures[$0], $0) < (measures[$1], $1) }
}

/// The positions of names in their order.
private func order(of names: [String]) -> [Int] {
  names.indices.sorted { (names[$0], $0) < (names[$1], $1) }
}
