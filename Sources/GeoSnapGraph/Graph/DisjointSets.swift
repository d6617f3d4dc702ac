/// Disjoint sets of numbers, which joins merge; the least number of each represents it.
@usableFromInline
package struct DisjointSets: Sendable {
  @usableFromInline var parents: [Int32]

  package init(count: Int) { parents = Array(0..<Int32(count)) }

  @inlinable
  package mutating func root(_ item: Int) -> Int {
    var item = item
    while Int(parents[item]) != item {
      parents[item] = parents[Int(parents[item])]
      item = Int(parents[item])
    }
    return item
  }

  @inlinable
  package mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    parents[max(one, other)] = Int32(min(one, other))
  }
}
