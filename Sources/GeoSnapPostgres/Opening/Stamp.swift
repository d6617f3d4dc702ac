internal import Foundation

/// Identifies one state of a network in a database.
struct Stamp: Codable, Equatable, Sendable {
  /// The cluster of the snapshot's transactions.
  let cluster: String
  /// The database's snapshot: the state includes all of the history that it sees.
  let known: String
  /// The greatest revision in the state.
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

extension Stamp {
  /// The state that the open transaction sees, and its cluster.
  static func now(
    _ connection: Connection,
    _ catalogue: Catalogue
  ) throws -> (stamp: Stamp, cluster: String?) {
    let schema = catalogue.schema
    let state = try connection.query(
      """
      SELECT pg_current_snapshot()::text, \(schema).un_cluster(), h.revision, h."commit"
      FROM (SELECT) AS s LEFT JOIN LATERAL (
        SELECT revision, "commit" FROM \(schema).un_history ORDER BY revision DESC LIMIT 1) AS h ON true
      """
    )
    let stamp = Stamp(
      cluster: catalogue.cluster,
      known: state[0, 0] ?? "",
      revision: state[0, 2].flatMap { Int64($0) } ?? 0,
      commit: state[0, 3]
    )
    return (stamp, state[0, 1])
  }
}
