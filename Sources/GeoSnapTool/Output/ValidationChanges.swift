import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// The last changes of the features and associations with errors, from the history of a database.
struct ValidationChanges {
  private let network: EditedNetwork
  /// The ids of rows that are set aside, by the text of the problem.
  private let setAside: [String: GlobalID]
  private var changes: [GlobalID: LastChange] = [:]

  /// Asks the database; nil when the network is in a file.
  init?(
    of validation: NetworkValidation,
    _ tolerated: [NetworkProblem],
    in place: NetworkPlace
  ) throws(StoreError) {
    network = validation.network
    setAside = Dictionary(
      tolerated.compactMap { problem in problem.globalID.map { ("\(problem)", $0) } },
      uniquingKeysWith: { first, _ in first }
    )
    guard case .database(let address) = place else { return nil }
    changes = try PostGIS.lastChanges(of: Set(validation.errors.flatMap(ids)), in: address)
  }

  private func ids(_ error: NetworkFault) -> [GlobalID] {
    let features = error.features.compactMap { network.globalID(of: $0) }
    return features + [error.association, setAside[error.message]].compactMap(\.self)
  }

  /// The last change of the features and associations of an error; nil when the history has none.
  func last(of error: NetworkFault) -> LastChange? {
    ids(error).compactMap { changes[$0] }.max { $0.revision < $1.revision }
  }

  func json(_ error: NetworkFault) -> JSONValue {
    guard let change = last(of: error) else { return .null }
    return .object([
      "author": .string(change.author), "place": .string(change.place),
      "time": .string(change.time), "name": .string(change.name),
      "revision": .integer(change.revision), "bySQL": .bool(change.isBySQL),
    ])
  }
}
