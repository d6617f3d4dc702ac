/// One step in the history of a stored network.
public struct HistoryStep: Hashable, Sendable {
  /// The number of the step; later steps have greater ones.
  public let number: Int64
  /// What it did, for people.
  public let name: String
  /// When it was committed, as ISO 8601 writes times, in UTC.
  public let time: String
  /// The number of single edits.
  public let editCount: Int
  /// Whether it was undone and can be redone.
  public let isUndone: Bool
  /// Who committed it, and where; nil in a file, which does not say so.
  public let author: String?

  package init(
    number: Int64,
    name: String,
    time: String,
    editCount: Int,
    isUndone: Bool,
    author: String? = nil
  ) {
    self.number = number
    self.name = name
    self.time = time
    self.editCount = editCount
    self.isUndone = isUndone
    self.author = author
  }
}
