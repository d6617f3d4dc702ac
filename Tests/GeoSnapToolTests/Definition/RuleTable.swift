import Foundation
import GRDB
import GeoSnapTestSupport
import Testing

/// Esri's rule table in SQLite, row by row as the file has it, and what it allows: the oracle.
///
/// It shares nothing with the importer: lines are split at commas, sides keep their names.
struct RuleTable {
  struct Key: Hashable {
    let source: String
    let group: Int
    let type: Int

    var path: String { "\(source)/\(group)/\(type)" }
  }

  struct Verdict: Hashable {
    let isAllowed: Bool
    /// The rule that is named for it; nil when none is needed or there is none.
    let rule: Int?
  }

  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    let text = try String(contentsOfFile: EsriElectricFolder.rules, encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.firstIndex { $0[0] == "RuleID" })
    let columns = lines[header]
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE rules (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))"
      )
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      let insert = try database.makeStatement(sql: "INSERT INTO rules VALUES (\(marks))")
      for line in lines[(header + 1)...] {
        #expect(line.count == columns.count)
        let values: [String?] = line.map { $0.isEmpty ? nil : $0 }
        try insert.execute(arguments: StatementArguments(values))
      }
      try database.execute(sql: Self.views)
    }
  }

  // Classes go by their names without database and owner.
  private static let views = """
    UPDATE rules SET FromClassName = replace(FromClassName, 'meh.unadmin.', ''),
      ToClassName = replace(ToClassName, 'meh.unadmin.', ''),
      ViaClassName = replace(ViaClassName, 'meh.unadmin.', '');
    CREATE TABLE types AS
      SELECT FromClassName AS class, CAST(FromAssetGroupCode AS INT) AS grp,
        CAST(FromAssetTypeCode AS INT) AS type FROM rules
      UNION SELECT ToClassName, CAST(ToAssetGroupCode AS INT), CAST(ToAssetTypeCode AS INT)
        FROM rules
      UNION SELECT ViaClassName, CAST(ViaAssetGroupCode AS INT), CAST(ViaAssetTypeCode AS INT)
        FROM rules WHERE ViaClassName IS NOT NULL;
    CREATE TABLE sides AS
      SELECT CAST(RuleID AS INT) AS id, RuleType AS kind,
        FromClassName || '/' || FromAssetGroupCode || '/' || FromAssetTypeCode AS "from",
        ToClassName || '/' || ToAssetGroupCode || '/' || ToAssetTypeCode AS "to",
        ViaClassName || '/' || ViaAssetGroupCode || '/' || ViaAssetTypeCode AS via,
        FromTerminal AS fromTerminal, ToTerminal AS toTerminal, ViaTerminal AS viaTerminal
      FROM rules;
    CREATE TABLE terminals AS
      SELECT "from" AS one, fromTerminal AS terminal FROM sides
      UNION SELECT "to", toTerminal FROM sides UNION SELECT via, viaTerminal FROM sides;
    CREATE INDEX terminals_one ON terminals (one);
    CREATE TABLE joins AS
      SELECT "from" AS one, "to" AS other, 4 AS kind, id,
        coalesce(fromTerminal, toTerminal) AS terminal FROM sides
        WHERE kind = 'JunctionEdgeConnectivity'
      UNION SELECT "to", "from", 4, id, coalesce(fromTerminal, toTerminal) FROM sides
        WHERE kind = 'JunctionEdgeConnectivity'
      UNION SELECT via, "from", 5, id, viaTerminal FROM sides
        WHERE kind = 'EdgeJunctionEdgeConnectivity'
      UNION SELECT "from", via, 5, id, viaTerminal FROM sides
        WHERE kind = 'EdgeJunctionEdgeConnectivity'
      UNION SELECT via, "to", 5, id, viaTerminal FROM sides
        WHERE kind = 'EdgeJunctionEdgeConnectivity'
      UNION SELECT "to", via, 5, id, viaTerminal FROM sides
        WHERE kind = 'EdgeJunctionEdgeConnectivity';
    CREATE INDEX joins_pair ON joins (one, other);
    CREATE TABLE pairs AS
      SELECT a.class || '/' || a.grp || '/' || a.type AS one,
        b.class || '/' || b.grp || '/' || b.type AS other,
        b.class AS class, b.grp AS grp, b.type AS type,
        a.class = b.class AND a.grp = b.grp AND a.type = b.type
          AND a.class IN ('ElectricLine', 'StructureLine') AS isSameLine,
        (SELECT id FROM joins WHERE one = a.class || '/' || a.grp || '/' || a.type
           AND other = b.class || '/' || b.grp || '/' || b.type ORDER BY kind, id LIMIT 1) AS rule
      FROM types a CROSS JOIN types b;
    CREATE INDEX pairs_one ON pairs (one);
    """

  func assetTypes() throws -> [Key] {
    try queue.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM types ORDER BY class, grp, type").map {
        Key(source: $0["class"], group: $0["grp"], type: $0["type"])
      }
    }
  }

  func ruleCount() throws -> Int {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rules") ?? 0 }
  }

  func verdicts(for key: Key) throws -> [Key: Verdict] {
    let sql = "SELECT class, grp, type, isSameLine, rule FROM pairs WHERE one = ?"
    let rows = try queue.read { try Row.fetchAll($0, sql: sql, arguments: [key.path]) }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let rule: Int? = row["rule"]
        return (
          Key(source: row["class"], group: row["grp"], type: row["type"]),
          Verdict(isAllowed: row["isSameLine"] || rule != nil, rule: rule)
        )
      }
    )
  }

  /// For each asset type that one may join, the junction's terminals that rules name; none when one
  /// of them names none, so that any will do.
  func terminals(for key: Key) throws -> [Key: Set<String>] {
    let sql = """
      SELECT pairs.class, pairs.grp, pairs.type, joins.terminal
      FROM joins JOIN pairs ON pairs.one = joins.one AND pairs.other = joins.other
      WHERE joins.one = ?
      """
    var terminals: [Key: [String?]] = [:]
    for row in try queue.read({ try Row.fetchAll($0, sql: sql, arguments: [key.path]) }) {
      let other = Key(source: row["class"], group: row["grp"], type: row["type"])
      terminals[other, default: []].append(row["terminal"])
    }
    return terminals.mapValues { $0.contains(nil) ? [] : Set($0.compactMap(\.self)) }
  }

  func terminalCount(of key: Key) throws -> Int {
    let sql = "SELECT count(DISTINCT terminal) FROM terminals WHERE one = ?"
    return try queue.read { try Int.fetchOne($0, sql: sql, arguments: [key.path]) ?? 0 }
  }

  func limitedGroups(for key: Key) throws -> Set<String> {
    let sql = """
      SELECT DISTINCT class || '/' || grp FROM pairs
      WHERE one = ? AND (isSameLine OR rule IS NOT NULL)
      """
    return try queue.read { Set(try String.fetchAll($0, sql: sql, arguments: [key.path])) }
  }
}
