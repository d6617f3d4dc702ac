public import GeoSnap
internal import Synchronization

extension NetworkStore {
  /// The network after all completed commits.
  ///
  /// - Complexity: O(1).
  public var snapshot: EditedNetwork { published.withLock { $0 }.network }

  /// The records of importers: which tables they read, and which they left out.
  public var imports: [ImportRecord] { published.withLock { $0 }.additional.imports }

  /// The trace configurations of the file when it was last read.
  public var traceConfigurations: [SavedTraceConfiguration] {
    published.withLock { $0 }.additional.traceConfigurations
  }

  /// The problems of rows that could not be read when the file was last read, each with its code.
  ///
  /// These rows are not part of the network. They stay in the file unchanged, and no new row takes their row ids or
  /// global ids. If another program repairs them, ``reload()`` adds them to the network.
  public var unreadable: [NetworkProblem] { published.withLock { $0 }.additional.unreadable }

  /// The number of rows that are set aside; a row may have several problems.
  public var unreadableRowCount: Int { snapshot.setAside.count }

  /// The edge of the network, when only an extent is edited or the file holds only an extent; nil for all of it.
  ///
  /// Of a feature that may be joined with features that were not read, only attributes can be edited: not its
  /// geometry, its asset type or its associations. New features must lie in the extent.
  public var edge: NetworkEdge? { published.withLock { $0 }.additional.edge }

  /// The database that the file was checked out of; nil when it was not checked out.
  ///
  /// Such a file keeps all steps, regardless of the limit, since the check-in needs them.
  public var checkout: NetworkCheckout? { published.withLock { $0 }.additional.checkout }

  /// Notes about the file that are not errors, such as a table with fewer rows than recorded.
  public var notes: [NetworkProblem] { published.withLock { $0 }.additional.notes }

  /// Whether there is a step to undo.
  public var canUndo: Bool { writer.withLock { $0.position.last > 0 } }

  /// Whether there is a step to redo.
  public var canRedo: Bool { writer.withLock { $0.position.canRedo } }

  /// The revision of the file, which grows with every commit, undo and redo.
  public var revision: Int { Int(writer.withLock { $0.position.revision }) }

  /// The kept steps, oldest first.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read, or its history is damaged.
  /// - Complexity: Linear in the history.
  public func history() throws(StoreError) -> [HistoryStep] {
    guard writer.withLock({ $0.position.exists }) else { return [] }
    return try file.read { try HistoryTable(database: $0).all() }.value
  }
}
