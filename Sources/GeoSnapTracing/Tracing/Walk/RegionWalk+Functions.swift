internal import GeoSnapSupport

extension RegionWalk {
  /// Sorts elements of one distance in the order of features, so that counts do not depend on the numbers of the
  /// graph.
  func sort(_ level: inout [Int32]) {
    guard level.count > 1 else { return }
    let items = level
    // Ordinals of added features come after all others; in a packed network they are in their table.
    let edited = topology.edits == nil ? nil : topology.network
    func place(of feature: Int32) -> Int64 {
      if feature < 0 { return .max }
      guard let edited else { return Int64(feature) }
      let id = edited.feature(ordinal: feature)
      return Int64(id.table) << 32 | Int64(id.row)
    }
    let keys = items.map { item -> (feature: Int64, number: Int32) in
      let edge = Int(item) - nodeCount
      let number = edge >= 0 ? region.edges[edge] : region.nodes[Int(item)]
      let feature: Int32
      if edge >= 0 {
        // A spoke of a hub belongs to the device of the terminal where it begins.
        feature =
          number < 0
          ? topology.featureOrdinal(ofNode: Int(region.nodes[Int(region.from[edge])]))
          : topology.element(edge: Int(number)).feature
      } else {
        feature = number < 0 ? -1 : topology.featureOrdinal(ofNode: Int(number))
      }
      return (place(of: feature), number)
    }
    level = risingOrder(items.count) { one, other in
      if keys[one].feature != keys[other].feature { return keys[one].feature < keys[other].feature }
      let areEdges = (Int(items[one]) >= nodeCount, Int(items[other]) >= nodeCount)
      if areEdges.0 != areEdges.1 { return areEdges.1 }
      if keys[one].number != keys[other].number { return keys[one].number < keys[other].number }
      return items[one] < items[other]
    }.map { items[$0] }
  }

  mutating func pass(from element: Int32, to other: Int32) {
    guard !functions.isEmpty else { return }
    for number in functions.indices {
      ways[Int(other) * functions.count + number] =
        ways[Int(element) * functions.count + number]
    }
    if Int(element) >= nodeCount,
      region.edgeMarks[Int(element) - nodeCount].contains(.isInternal)
    {
      isEnteredInside.insert(other)
    }
  }

  /// Adds an element to the counts, unless it has no values; returns whether a function barrier applies there.
  mutating func accumulate(
    _ item: Int32,
    _ element: TraceElement?,
    share: Double
  ) -> Bool {
    let isFirst =
      element.map { $0.isEdge || $0.feature < 0 || counted.insert($0.feature).inserted } ?? false
    var rises = false
    for (number, function) in functions.enumerated() {
      let place = Int(item) * functions.count + number
      if let element, element.feature >= 0,
        let value = setting.attributes.number(function.source, element)
      {
        let counts =
          function.usesLocalValues ? !isEnteredInside.contains(item) : isFirst
        if counts {
          let counting = function.isApportionable ? value * share : value
          if function.usesLocalValues {
            ways[place].add(counting)
          } else {
            totals[number].add(counting)
          }
        }
      }
      let sum = function.usesLocalValues ? ways[place] : totals[number]
      guard !sum.isEmpty, let value = sum.value(of: function.function) else { continue }
      if function.comparison.holds(value, function.value) {
        rises = true
        ends.append(
          End(element: item, reason: .function, barrier: number, value: value)
        )
      }
    }
    return rises
  }
}
