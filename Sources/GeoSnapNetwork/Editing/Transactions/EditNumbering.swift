/// From which edits those of a transaction were written out, so that problems can name what somebody wrote.
package struct EditNumbering: Equatable, Sendable {
  /// For each edit the number of the one that it came from.
  package var numbers: [Int]
  /// The global ids that were made for what is new, with the numbers of the edits that left them open.
  package var openIDs: [GlobalID: Int]

  package init(_ numbers: [Int] = [], openIDs: [GlobalID: Int] = [:]) {
    self.numbers = numbers
    self.openIDs = openIDs
  }

  /// Adds what came of further edits.
  package mutating func append(_ other: EditNumbering) {
    numbers += other.numbers
    openIDs.merge(other.openIDs) { first, _ in first }
  }
}
