// The compiler generates a complete sort for every element type that is sorted by a closure. The importers sort by a
// number, a measure or a name, so these three sorts of keys serve nearly all types.

extension Sequence {
  /// The elements in the order of a number; elements with equal numbers keep their order.
  func orderedByNumber(_ number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(number)).map { elements[$0] }
  }

  /// The elements in the order of a measure; elements with equal measures keep their order.
  func orderedByMeasure(_ measure: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(measure)).map { elements[$0] }
  }

  /// The elements in the order of a name; elements with equal names keep their order.
  func orderedByName(_ name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(name)).map { elements[$0] }
  }
}

extension Sequence<String> {
  func ordered() -> [String] { Array(self).sorted() }
}

extension Sequence<Int> {
  func ordered() -> [Int] { Array(self).sorted() }
}

/// The positions of the numbers in ascending order.
private func order(of numbers: [Int]) -> [Int] {
  numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
}

private func order(of measures: [Double]) -> [Int] {
  measures.indices.sorted { (measures[$0], $0) < (measures[$1], $1) }
}

private func order(of names: [String]) -> [Int] {
  names.indices.sorted { (names[$0], $0) < (names[$1], $1) }
}
