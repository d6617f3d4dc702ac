/// The right of a role on a network in a database; each right includes those before it.
package enum NetworkRight: String, Sendable, CaseIterable {
  /// Opens, traces, exports, and follows commits of others.
  case reader
  /// Edits features and associations, with sessions and with SQL, and undoes its own steps.
  case editor
  /// Changes definition, rules, trace configurations and rights, and deletes history.
  case administrator
  /// Adds fields, replaces the network, and upgrades its schema: the role that created it, and members of that role.
  case owner
}

/// A role and its right on a network.
package struct DatabaseRole: Hashable, Sendable {
  /// The role's name; `PUBLIC` for all.
  package let name: String
  /// The right.
  package let right: NetworkRight

  package init(name: String, right: NetworkRight) {
    self.name = name
    self.right = right
  }

  /// The roles with rights on the network of a quoted schema, by name, the owner first.
  static func read(_ connection: Connection, _ schema: String) throws -> [DatabaseRole] {
    let rows = try connection.query(
      """
      WITH rights AS (
        SELECT r.grantee, 1 AS rank FROM pg_class AS c, aclexplode(c.relacl) AS r
          WHERE c.oid = to_regclass($1::text || '.un_history') AND r.privilege_type = 'SELECT'
        UNION ALL SELECT r.grantee, CASE p.proname WHEN 'un_commit' THEN 2 ELSE 3 END FROM pg_proc AS p, aclexplode(p.proacl) AS r
          WHERE p.pronamespace = to_regnamespace($1::text) AND p.proname IN ('un_commit', 'un_grant')
        UNION ALL SELECT nspowner, 4 FROM pg_namespace WHERE oid = to_regnamespace($1::text))
      SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END, max(rank) FROM rights
      GROUP BY grantee ORDER BY max(rank) = 4 DESC, 1
      """,
      [.text(schema)]
    )
    return (0..<rows.count).compactMap { row in
      guard let name = rows[row, 0], let rank = rows[row, 1].flatMap({ Int($0) }) else {
        return nil
      }
      return DatabaseRole(name: name, right: NetworkRight.allCases[rank - 1])
    }
  }
}
