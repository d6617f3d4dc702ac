internal import Foundation

/// What tells one state of a network in a database from all others.
struct Stamp: Codable, Equatable, Sendable {
  /// The cluster whose transactions have the numbers that the snapshot names.
  let cluster: String
  /// The database's snapshot: all of the history that it sees is in the state.
  let known: String
  /// The greatest revision that is in the state.
  let revision: Int64
  /// The commit of that revision; nil when there was none.
  let commit: String?

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  init(cluster: String, known: String, revision: Int64, commit: String?) {
    self.cluster = cluster
    self.known = known
    self.revision = revision
    self.commit = commit
  }

  init?(_ text: String) {
    guard let stamp = try? JSONDecoder().decode(Stamp.self, from: Data(text.utf8)) else {
      return nil
    }
    self = stamp
  }
}
