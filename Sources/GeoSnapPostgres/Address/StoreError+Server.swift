internal import GeoSnap
internal import GeoSnapStore

extension StoreError {
  /// What a server says, as what the store says.
  init(_ error: ServerError, _ address: PostgresAddress, otherwise code: Code) {
    let path = "\(address)"
    let message = "\(error)"
    switch error.state {
    case "3D000", "28P01", "28000", "": self.init(code, path: path, message: message)
    case "42501":
      self.init(
        .cannotWrite,
        path: path,
        message:
          "The role may not do that: \(message). An administrator of the network gives the right with un_grant."
      )
    case "25006":
      self.init(.cannotWrite, path: path, message: "The database is read only: \(message).")
    case "53300", "57P03", "55P03", "40001", "40P01":
      self.init(.inUse, path: path, message: "\(message). Nothing was written: try again.")
    case _ where error.state.hasPrefix("22") || error.state.hasPrefix("23"):
      self.init(
        path: path,
        problems: [
          NetworkProblem(table: "database", message: "The database refuses the edit: \(message)")
        ]
      )
    default: self.init(code, path: path, message: message)
    }
  }

  /// Does something, and tells what a server says of it as what the store says.
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
