internal import GeoSnapStore

extension Connection {
  /// Refuses what only the owner of a schema does, and members of its role.
  ///
  /// - Parameters:
  ///   - address: Where the network is; it names the schema.
  ///   - deed: What is about to be done, as the rest of a sentence that begins with who does it.
  /// - Throws: ``StoreError`` with code `cannotWrite`; ``ServerError``.
  func requireOwner(of address: PostgresAddress, for deed: String) throws {
    let rows = try query(
      """
      SELECT session_user, pg_get_userbyid(nspowner), pg_has_role(nspowner, 'USAGE')
      FROM pg_namespace WHERE nspname = $1
      """,
      [.text(address.schema ?? "")]
    )
    guard let role = rows[0, 0], let owner = rows[0, 1], rows[0, 2] != "t" else { return }
    throw StoreError(
      .cannotWrite,
      path: "\(address)",
      message:
        "The role \(role) may not do that: only \(owner), who owns the network, or a member of it \(deed). "
        + "Who may give that role away allows it: "
        + "GRANT \(owner.quotedIdentifier) TO \(role.quotedIdentifier)"
    )
  }
}
