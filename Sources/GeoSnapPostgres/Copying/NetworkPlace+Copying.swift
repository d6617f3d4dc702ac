internal import GeoSnap
package import GeoSnapStore

/// The result of copying a network.
package struct NetworkCopy: Sendable {
  /// The network as it was read.
  package let stored: StoredNetwork
  /// The number of steps in its history that can be undone or redone.
  package let stepCount: Int
  /// Tables of the file that are not part of the network, and were not copied.
  package let leftOut: [String]
}

extension NetworkPlace {
  /// Copies the network to another place without loss: all rows, the definition, rules, associations, import records,
  /// trace configurations, and the history.
  ///
  /// A file is copied to a file with all its content. In a database, the steps of a file belong to the current role;
  /// a copy from one database to another keeps their authors.
  ///
  /// - Parameters:
  ///   - target: The target; for a database it names the schema.
  ///   - replacing: Whether to replace an existing network with its history.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: The copied network.
  /// - Throws: ``StoreError`` with one problem for each row that cannot be read, without writing; with code
  ///   `alreadyExists` or `cannotWrite`; `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n rows, because of the indexes.
  @discardableResult
  package func copy(
    to target: NetworkPlace,
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> NetworkCopy {
    let reading: @Sendable (Double) -> Void = { progress?($0 / 2) }
    let writing: @Sendable (Double) -> Void = { progress?(0.5 + $0 / 2) }
    var whole: CompleteNetwork
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
      let additional = AdditionalWrittenData(
        imports: whole.stored.imports,
        traceConfigurations: whole.stored.traceConfigurations,
        steps: history == nil ? whole.steps : [],
        keys: whole.keys,
        history: history
      )
      try await PostGIS.write(whole.stored.network, to: address, additional, replacing, writing)
    }
    return NetworkCopy(
      stored: whole.stored,
      stepCount: whole.steps.count,
      leftOut: whole.otherTables
    )
  }
}
