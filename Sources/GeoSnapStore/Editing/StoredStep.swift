/// A history step in its stored form, with edits as JSON.
package struct StoredStep: Equatable, Sendable {
  package let number: Int64
  package let name: String
  package let time: String
  package let edits: String
  package let inverse: String
  package let isUndone: Bool
  package let revision: Int64

  package init(
    number: Int64,
    name: String,
    time: String,
    edits: String,
    inverse: String,
    isUndone: Bool,
    revision: Int64
  ) {
    self.number = number
    self.name = name
    self.time = time
    self.edits = edits
    self.inverse = inverse
    self.isUndone = isUndone
    self.revision = revision
  }
}
