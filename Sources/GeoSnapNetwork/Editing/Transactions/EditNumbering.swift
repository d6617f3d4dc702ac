/// The original edits of a transaction's edits, so that problems can refer to them.
package struct EditNumbering: Equatable, Sendable {
  /// The number of the original edit of each edit.
  package var numbers: [Int]
  /// The generated global ids, with the numbers of the edits without a global id.
  package var openIDs: [GlobalID: Int]

  package init(_ numbers: [Int] = [], openIDs: [GlobalID: Int] = [:]) {
    self.numbers = numbers
    self.openIDs = openIDs
  }

  /// A message with the numbers of edits in place of generated global ids.
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

  package mutating func append(_ other: EditNumbering) {
    numbers += other.numbers
    openIDs.merge(other.openIDs) { first, _ in first }
  }
}
