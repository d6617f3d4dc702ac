internal import GeoSnapSupport

/// The names that a user may have meant.
package enum NearNames {
  /// The one name that the user probably meant; nil when too many letters differ.
  package static func suggestion(for name: String, in names: [String]) -> String? {
    guard let near = nearest(to: name, in: names, limit: 1).first else { return nil }
    let letters = distance(Array(name.lowercased()), Array(near.lowercased()))
    return letters <= max(1, min(name.count, near.count) / 3) || near.hasPrefix(name) ? near : nil
  }

  /// The names that are nearest to a wrong one, compared without case: by the letters to change, then in order.
  static func nearest(to name: String, in names: [String], limit: Int = 5) -> [String] {
    let wanted = Array(name.lowercased())
    let all = Array(Set(names))
    let distances: [Int] = all.map { distance(wanted, Array($0.lowercased())) }
    let order = risingOrder(all.count) { one, other in
      if distances[one] != distances[other] { return distances[one] < distances[other] }
      return all[one] < all[other]
    }
    return order.prefix(limit).map { all[$0] }
  }

  /// The number of letters to insert, remove, replace or swap with their neighbour to turn one word into the other.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    var earlier = row
    for (line, letter) in one.enumerated() {
      let before = row
      var diagonal = row[0]
      row[0] = line + 1
      for (column, candidate) in other.enumerated() {
        let changed = diagonal + (letter == candidate ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
        if line > 0, column > 0, letter == other[column - 1], candidate == one[line - 1] {
          row[column + 1] = min(row[column + 1], earlier[column - 1] + 1)
        }
      }
      earlier = before
    }
    return row[other.count]
  }
}
