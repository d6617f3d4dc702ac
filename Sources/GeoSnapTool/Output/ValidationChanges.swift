import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// Who has changed what a validation finds wrong, as the history of a database says it.
struct ValidationChanges {
  private let network: EditedNetwork
  /// Rows that are in no network, by what is told of them.
  private let setAside: [String: GlobalID]
  private var changes: [GlobalID: LastChange] = [:]

  /// Asks the database; nil when the network is in a file.
  init?(
    of validation: NetworkValidation,
    _ tolerated: [NetworkProblem],
    in input: NetworkArgument
  ) throws {
    network = validation.network
    setAside = Dictionary(
      tolerated.compactMap { problem in problem.globalID.map { ("\(problem)", $0) } },
      uniquingKeysWith: { first, _ in first }
    )
    do throws(StoreError) {
      guard case .database(let address) = try input.place() else { return nil }
      changes = try PostGIS.lastChanges(of: Set(validation.errors.flatMap(ids)), in: address)
    } catch {
      throw input.failure(of: error)
    }
  }

  private func ids(_ error: NetworkFault) -> [GlobalID] {
    let features = error.features.compactMap { network.globalID(of: $0) }
    return features + [error.association, setAside[error.message]].compactMap(\.self)
  }

  /// The last change of what an error concerns; nil when the history knows none.
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
