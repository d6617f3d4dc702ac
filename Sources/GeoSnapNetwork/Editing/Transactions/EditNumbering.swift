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

  /// A message with the numbers of edits in place of the global ids that these left open.
  package func told(_ message: String) -> String {
    guard !openIDs.isEmpty else { return message }
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    return words.map(inEdits).joined(separator: " ")
  }

  private func inEdits(_ word: Substring) -> String {
    let id = word.prefix { $0.isHexDigit || $0 == "-" }
    guard id.utf8.count == 36, let globalID = GlobalID(String(id)), let edit = openIDs[globalID]
    else { return String(word) }
    return "of edit \(edit + 1)" + word.dropFirst(id.count)
  }

  /// Adds what came of further edits.
  package mutating func append(_ other: EditNumbering) {
    numbers += other.numbers
    openIDs.merge(other.openIDs) { first, _ in first }
  }
}
