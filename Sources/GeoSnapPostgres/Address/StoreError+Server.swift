internal import GeoSnap
internal import GeoSnapStore

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
      self.init(
        path: path,
        table: "database",
        "The database refuses the change: \(message)"
      )
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
