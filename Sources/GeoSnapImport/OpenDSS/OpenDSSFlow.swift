/// Computes the distances of buses from the sources.
enum OpenDSSFlow {
  /// For each bus, the least number of conducting elements between it and a source.
  ///
  /// - Complexity: O(buses + elements).
  static func distances(_ circuit: OpenDSSCircuit) -> [Int?] {
    var neighbours = Array(repeating: [Int](), count: circuit.buses.count)
    var distances = [Int?](repeating: nil, count: circuit.buses.count)
    var front: [Int] = []
    for element in circuit.elements where element.isEnabled {
      if element.kind == .source && distances[element.buses[0]] == nil {
        distances[element.buses[0]] = 0
        front.append(element.buses[0])
      }
      guard element.joinedTerminals > 1 else { continue }
      let closed = element.buses.indices.filter { !element.openTerminals.contains($0) }
      guard let first = closed.first else { continue }
      for terminal in closed.dropFirst() {
        neighbours[element.buses[first]].append(element.buses[terminal])
        neighbours[element.buses[terminal]].append(element.buses[first])
      }
    }
    var distance = 0
    while !front.isEmpty {
      distance += 1
      var next: [Int] = []
      for bus in front {
        for neighbour in neighbours[bus] where distances[neighbour] == nil {
          distances[neighbour] = distance
          next.append(neighbour)
        }
      }
      front = next
    }
    return distances
  }
}
