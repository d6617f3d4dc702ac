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
}
