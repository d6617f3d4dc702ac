internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension Connection {
  convenience init(_ address: PostgresAddress, timeout: Duration = .seconds(10)) throws(StoreError)
  {
    do throws(ServerError) {
      try self.init(address: address.connection, timeout: Int(max(2, timeout.components.seconds)))
      // Settings of a role or a database could change the format of texts and numbers.
      try run(
        """
        SET SESSION search_path = pg_catalog; SET SESSION extra_float_digits = 1; SET SESSION bytea_output = 'hex';
        SET SESSION datestyle = 'ISO'; SET SESSION timezone = 'UTC'; SET SESSION intervalstyle = 'postgres';
        SET SESSION standard_conforming_strings = on; SET SESSION default_transaction_isolation = 'read committed';
        """
      )
    } catch {
      throw StoreError(error, address, otherwise: .cannotOpen)
    }
  }

  func hasSchema(_ name: String) throws(ServerError) -> Bool {
    try query("SELECT FROM pg_namespace WHERE nspname = $1", [.text(name)]).count > 0
  }

  func hasNetwork(_ schema: String) throws(ServerError) -> Bool {
    try query("SELECT to_regclass($1::text)::text", [.text("\(schema).un_network")])[0, 0] != nil
  }

  /// Reads within one transaction, which sees one state.
  ///
  /// `readsAll` says that tables are read as a whole. Their rows are nearly always in the order of their keys, so a
  /// walk along the index is faster than a sort.
  func readingOneState<Value>(readsAll: Bool, _ body: () throws -> Value) throws -> Value {
    try run(
      """
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_sort = \(readsAll ? "off" : "on");
      SET LOCAL jit = off
      """
    )
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      if !isLost { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}

extension PostgresAddress {
  func error(_ code: StoreError.Code, _ message: String) -> StoreError {
    StoreError(code, path: "\(self)", message: message)
  }
}

extension StoreError {
  init(_ error: ServerError, _ address: PostgresAddress, otherwise code: Code) {
    let path = "\(address)"
    let message = "\(error)"
    switch error.state {
    case "3D000", "28P01", "28000", "": self.init(code, path: path, message: message)
    case "42501": self.init(code, path: path, message: error.refusal(address, code))
    case "25006":
      self.init(.cannotWrite, path: path, message: "The database is read only: \(message).")
    case "53300", "57P03", "55P03", "40001", "40P01":
      self.init(.inUse, path: path, message: "\(message). Try again.")
    case _ where error.state.hasPrefix("22") || error.state.hasPrefix("23"):
      self.init(path: path, table: "database", "The database refuses the change: \(message)")
    default: self.init(code, path: path, message: message)
    }
  }

  static func telling<Value>(
    _ address: PostgresAddress,
    otherwise code: StoreError.Code,
    _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as ServerError {
      throw StoreError(error, address, otherwise: code)
    } catch {
      throw StoreError(code, path: "\(address)", message: "\(error)")
    }
  }
}

extension ServerError {
  /// The message for a role without a right, with the roles that can grant it.
  fileprivate func refusal(_ address: PostgresAddress, _ code: StoreError.Code) -> String {
    // The message of the trigger that refuses edits with SQL is complete.
    if message.contains("it is edited by GeoSnap alone") { return "\(self)" }
    let start = "The role \(role) is not allowed to do that: \(self)."
    guard let schema = address.schema else {
      return "\(start) The owner of that object can allow it."
    }
    let right: String
    let isAdministrating = Self.administrated.contains { message.contains($0) }
    if message.contains("un_history") && code != .cannotOpen {
      return "\(start) The history cannot be changed by hand."
    } else if isAdministrating && code != .cannotOpen {
      right = "administrator"
    } else {
      right = code == .cannotOpen ? "reader" : "editor"
    }
    return "\(start) An administrator of the network, or its owner, allows it: "
      + "SELECT \(schema.quotedIdentifier).un_grant('\(role.literal)', '\(right)')"
  }

  private static let administrated = [
    "un_definition", "un_rules", "un_import", "un_trace_configurations", "un_network", "un_grant",
    "un_forget",
  ]
}

/// The machine of the session, which identifies the user's own steps.
enum ThisMachine {
  static let name = ProcessInfo.processInfo.hostName
}
