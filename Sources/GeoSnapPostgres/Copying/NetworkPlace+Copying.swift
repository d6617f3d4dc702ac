internal import GeoSnap
public import GeoSnapStore

/// What was copied from one place to another.
public struct NetworkCopy: Sendable {
  /// The network as it was read.
  public let stored: StoredNetwork
  /// The number of steps in its history that can be undone or done again.
  public let stepCount: Int
  /// Tables of the file that are no part of the network, and are not where it was copied to.
  public let leftOut: [String]
}

extension NetworkPlace {
  /// Copies the network to another place without loss: each row, the definition, rules, associations, reports of
  /// imports, trace configurations, and the history.
  ///
  /// A file is copied into a file with all that is in it. In a database the steps of a file are those of whoever
  /// copies it; from one database to another all stays as it was.
  ///
  /// - Parameters:
  ///   - target: Where to put it; of a database it names the schema.
  ///   - replacing: Whether a network that is there already is replaced, with its history.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: What was copied.
  /// - Throws: ``StoreError`` with one problem for each row that cannot be read: nothing was written then; with code
  ///   `alreadyExists` or `cannotWrite`; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the network, with the logarithm of the largest table for its indexes.
  @discardableResult
  public func copy(
    to target: NetworkPlace,
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> NetworkCopy {
    let reading: @Sendable (Double) -> Void = { progress?($0 / 2) }
    let writing: @Sendable (Double) -> Void = { progress?(0.5 + $0 / 2) }
    var whole: WholeNetwork
    var history: CopiedHistory?
    switch self {
    case .file(let path):
      whole = try await GeoPackage.openWhole(path, progress: reading)
      if case .file(let copy) = target {
        try GeoPackage.copy(path, to: copy, replacing: replacing)
        whole.otherTables = []
        progress?(1)
      }
    case .database(let address):
      (whole, history) = try await PostGIS.openWhole(address, progress: reading)
    }
    switch (self, target) {
    case (.file, .file): break
    case (_, .file(let path)):
      try await GeoPackage.write(whole, to: path, replacing: replacing, progress: writing)
    case (_, .database(let address)):
      let besides = WrittenBesides(
        imports: whole.stored.imports,
        traceConfigurations: whole.stored.traceConfigurations,
        steps: history == nil ? whole.steps : [],
        keys: whole.keys,
        history: history
      )
      try await PostGIS.write(whole.stored.network, to: address, besides, replacing, writing)
    }
    return NetworkCopy(
      stored: whole.stored,
      stepCount: whole.steps.count,
      leftOut: whole.otherTables
    )
  }
}
