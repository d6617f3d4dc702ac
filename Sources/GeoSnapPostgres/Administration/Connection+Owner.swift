internal import GeoSnapStore

extension Connection {
  /// Acts as the owner of a schema until the end of the open transaction, so that the owner gets the created objects.
  ///
  /// Throws when the role is neither the owner nor a member of it; `deed` ends the sentence of the error.
  ///
  /// - Throws: ``StoreError`` with code `cannotWrite`; ``ServerError``.
  func becomeOwner(of address: PostgresAddress, for deed: String) throws {
    let rows = try query(
      """
      SELECT session_user, pg_get_userbyid(nspowner), pg_has_role(nspowner, 'USAGE'), pg_get_userbyid(nspowner) = current_user
        OR NOT has_database_privilege(nspowner, current_database(), 'CREATE')
      FROM pg_namespace WHERE nspname = $1
      """,
      [.text(address.schema ?? "")]
    )
    guard let role = rows[0, 0], let owner = rows[0, 1] else { return }
    guard rows[0, 2] == "t" else {
      throw StoreError(
        .cannotWrite,
        path: "\(address)",
        message:
          "Only the role \(owner), which owns the network, or a member of that role \(deed): \(role) is "
          + "neither. A superuser, or a role with ADMIN OPTION on \(owner), can make \(role) a member: "
          + "GRANT \(owner.quotedIdentifier) TO \(role.quotedIdentifier)"
      )
    }
    if rows[0, 3] == "t" { return }
    try run("SAVEPOINT becoming")
    do throws(ServerError) {
      try run("SET LOCAL ROLE \(owner.quotedIdentifier)")
    } catch {
      // This member has the rights of the role but cannot act as it, so it owns what it creates.
      if error.isLost { throw error }
      try run("ROLLBACK TO SAVEPOINT becoming")
    }
  }
}
