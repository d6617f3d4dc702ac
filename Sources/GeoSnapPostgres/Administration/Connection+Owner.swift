internal import GeoSnapStore

extension Connection {
  /// Acts as the owner of a schema until the transaction that is open ends, so that what it makes belongs to the owner,
  /// and refuses whoever is neither that role nor a member of it.
  ///
  /// - Parameters:
  ///   - address: Where the network is; it names the schema.
  ///   - deed: What is about to be done, as the rest of a sentence that begins with who does it.
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
          "The role \(role) may not do that: only \(owner), who owns the network, or a member of that role \(deed). "
          + "Who may give the role away allows it: GRANT \(owner.quotedIdentifier) TO \(role.quotedIdentifier)"
      )
    }
    if rows[0, 3] == "t" { return }
    try run("SAVEPOINT becoming")
    do throws(ServerError) {
      try run("SET LOCAL ROLE \(owner.quotedIdentifier)")
    } catch {
      // A member that may use the rights of the role, and not be it: what it makes is its own.
      if error.isLost { throw error }
      try run("ROLLBACK TO SAVEPOINT becoming")
    }
  }
}
