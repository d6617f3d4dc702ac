/// One step in the history of a stored network.
public struct HistoryStep: Hashable, Sendable {
  /// The number of the step; later steps have greater numbers.
  public let number: Int64
  /// A description of the step for users.
  public let name: String
  /// The time of the commit in ISO 8601, UTC.
  public let time: String
  /// The number of single edits.
  public let editCount: Int
  /// Whether it was undone and can be redone.
  public let isUndone: Bool
  /// The user and machine that committed it; nil in a file, which does not record them.
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
