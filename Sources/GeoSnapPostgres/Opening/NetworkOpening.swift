internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// An opened network: its image with the commits since, or all its rows.
struct NetworkOpening {
  let catalogue: Catalogue
  let snapshot: StoredSnapshot
  let stamp: Stamp

  init(
    _ connection: Connection,
    _ address: PostgresAddress,
    isStrict: Bool,
    images: ImageCache,
    extent: Envelope? = nil,
    monitor: RowMonitor? = nil
  ) throws {
    do {
      self = try connection.readingOneState(readsAll: extent == nil) {
        try NetworkOpening(reading: connection, address, isStrict, images, extent, monitor)
      }
    } catch let error as OtherCluster {
      // After a restore into another cluster, the transactions of the history are complete.
      try connection.run("SELECT \(error.schema).un_settle()")
      self = try connection.readingOneState(readsAll: extent == nil) {
        try NetworkOpening(reading: connection, address, isStrict, images, extent, monitor)
      }
    }
  }

  private struct OtherCluster: Error {
    let schema: String
  }

  private init(
    reading connection: Connection,
    _ address: PostgresAddress,
    _ isStrict: Bool,
    _ images: ImageCache,
    _ extent: Envelope?,
    _ monitor: RowMonitor?
  ) throws {
    catalogue = try Catalogue(connection, address)
    let cluster: String?
    (stamp, cluster) = try Stamp.now(connection, catalogue)
    guard cluster == catalogue.cluster else { throw OtherCluster(schema: catalogue.schema) }
    var reader = NetworkReader(connection, catalogue, isStrict: isStrict, monitor: monitor)
    if let extent {
      snapshot = StoredSnapshot(try reader.read(extent))
      return
    }
    if let kept = try Self.image(connection, catalogue, images), !isStrict || kept.stored.isWhole {
      snapshot = kept
      if let image = kept.stored.image, image.isWorthMaking(after: kept.commitCount) {
        let (network, text) = (kept.network, stamp.text)
        image.later { image.replace(by: network, stamp: text) }
      }
      return
    }
    snapshot = StoredSnapshot(
      NetworkImage.keeping(
        try reader.read(),
        database: catalogue.network,
        stamp: stamp.text,
        images
      )
    )
  }

  /// The network from its image, with the commits since; nil when no image fits.
  static func image(
    _ connection: Connection,
    _ catalogue: Catalogue,
    _ images: ImageCache
  ) throws -> StoredSnapshot? {
    guard let (stored, text) = NetworkImage.open(database: catalogue.network, images),
      let stamp = Stamp(text), stamp.cluster == catalogue.cluster,
      stored.network.definition == catalogue.definition,
      fits(stored.network.tables, catalogue.relations),
      try fits(stamp, connection, catalogue)
    else { return nil }
    let rows = try connection.query(
      HistoryEntry.selection(in: catalogue.schema),
      [.text(stamp.known), .integers([]), .integer(stamp.revision), .text(catalogue.network)]
    )
    if rows[0, 1] == "t" { return nil }
    let packed = EditedNetwork(stored.network)
    var commits: [NetworkCommit] = []
    for row in 0..<rows.count {
      guard let entry = HistoryEntry(rows, row, from: 3) else { continue }
      guard let commit = entry.commit(on: commits.last?.after ?? packed, catalogue) else {
        return nil
      }
      if !commit.transaction.edits.isEmpty { commits.append(commit) }
    }
    var reader = NetworkReader(connection, catalogue)
    return StoredSnapshot(try reader.refresh(stored), packed, commits)
  }

  /// Whether a stamp is from this database, and its history since then is complete.
  private static func fits(
    _ stamp: Stamp,
    _ connection: Connection,
    _ catalogue: Catalogue
  ) throws -> Bool {
    // A database that was restored to an earlier state assigns the same numbers again.
    let rows = try connection.query(
      """
      SELECT pg_snapshot_xmax($1::text::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
        AND ($2::bigint = 0 OR $2::bigint = \(catalogue.forgotten) OR EXISTS (
          SELECT FROM \(catalogue.schema).un_history WHERE revision = $2 AND "commit" = $3::text::uuid))
      """,
      [.text(stamp.known), .integer(stamp.revision), stamp.commit.map { .text($0) } ?? .null]
    )
    return rows[0, 0] == "t"
  }

  private static func fits(_ tables: [FeatureTable], _ relations: [Relation]) -> Bool {
    let known = relations.map { relation in
      (relation.name, relation.fields.map { AttributeField($0.name, $0.storage) })
    }
    return tables.count == known.count
      && tables.allSatisfy { table in known.contains { $0.0 == table.name && $0.1 == table.fields }
      }
  }
}

struct Stamp: Codable, Equatable, Sendable {
  let cluster: String
  /// The database's snapshot: the state includes all of the history that it sees.
  let known: String
  /// The greatest revision in the state.
  let revision: Int64
  let commit: String?

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Stamp {
  init?(_ text: String) {
    guard let stamp = try? JSONDecoder().decode(Stamp.self, from: Data(text.utf8)) else {
      return nil
    }
    self = stamp
  }

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
