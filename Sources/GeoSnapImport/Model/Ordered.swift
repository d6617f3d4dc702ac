internal import GeoSnap

// The compiler generates a complete sort for every element type that is sorted by a closure. The importers sort by a
// number, a measure or a name, so these three sorts of keys serve nearly all types.

extension Sequence {
  /// The elements in the order of a number; elements with equal numbers keep their order.
  func orderedByNumber(_ number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(number)).map { elements[$0] }
  }

  func orderedByMeasure(_ measure: (Element) -> Double) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(measure)).map { elements[$0] }
  }

  func orderedByName(_ name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return order(of: elements.map(name)).map { elements[$0] }
  }
}

extension Sequence<String> { func ordered() -> [String] { Array(self).sorted() } }

extension Sequence<Int> { func ordered() -> [Int] { Array(self).sorted() } }

/// The positions of the keys in ascending order.
private func order<Key: Comparable>(of keys: [Key]) -> [Int] {
  keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
}

extension [Terminal] {
  /// The first entry of a path list such as `A-B, B-C` that does not name two of the terminals; nil when all do, or
  /// when the list is the word for all or no paths.
  func unknownPair(in paths: String) -> String? {
    // More than 64 terminals are refused elsewhere.
    if ["all", "none"].contains(paths.lowercased()) || count > 64 { return nil }
    return paths.split(whereSeparator: { $0 == "," || $0 == ";" }).map { String($0).withoutBlanks }
      .first { !isPair($0.lowercased()) }
  }

  private func isPair(_ text: String) -> Bool {
    indices.contains { first in
      indices.contains { second in
        first != second
          && self[first].calls.contains { one in
            self[second].calls.contains { "\(one)-\($0)" == text }
          }
      }
    }
  }
}

extension Terminal {
  fileprivate var calls: [String] { [name.lowercased(), "\(id)"] }
}
