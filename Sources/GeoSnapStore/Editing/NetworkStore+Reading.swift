public import GeoSnap
internal import Synchronization

extension NetworkStore {
  /// The network as it is after all commits that are complete.
  ///
  /// - Complexity: O(1).
  public var snapshot: EditedNetwork { published.withLock { $0 }.network }

  /// What importers read from other files, and what they left out.
  public var imports: [ImportRecord] { published.withLock { $0 }.besides.imports }

  /// The trace configurations that were kept in the file when it was read.
  public var traceConfigurations: [SavedTraceConfiguration] {
    published.withLock { $0 }.besides.traceConfigurations
  }

  /// What is wrong with rows that could not be read when the file was read last, each with its code.
  ///
  /// They are no part of the network. They stay in the file as they are, whatever is edited, undone or done
  /// again; no new row takes their row ids or global ids. When another program mends them they come in.
  public var unreadable: [NetworkProblem] { published.withLock { $0 }.besides.unreadable }

  /// The number of rows that are set aside; one may have several things wrong.
  public var unreadableRowCount: Int { snapshot.setAside.count }

  /// Where the network ends, when only an extent of it is edited, or is in the file; nil for all of it.
  ///
  /// What may be joined with what is not there can be given other attributes, and nothing else: neither another place,
  /// nor another asset type, nor other associations. What is new has to lie in the extent.
  public var edge: NetworkEdge? { published.withLock { $0 }.besides.edge }

  /// Of which database the file was checked out; nil when it was not.
  ///
  /// Such a file keeps all steps, whatever the limit: they are what it brings back.
  public var checkout: NetworkCheckout? { published.withLock { $0 }.besides.checkout }

  /// Notes about the file that are no errors, such as that a table has fewer rows than it had.
  public var notes: [NetworkProblem] { published.withLock { $0 }.besides.notes }

  /// Whether there is a step to undo.
  public var canUndo: Bool { writer.withLock { $0.position.last > 0 } }

  /// Whether there is a step to redo.
  public var canRedo: Bool { writer.withLock { $0.position.canRedo } }

  /// A number that grows with every commit, undo and redo in the life of the file.
  public var revision: Int { Int(writer.withLock { $0.position.revision }) }

  /// The steps that were committed and are kept, oldest first.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read, or its history is damaged.
  /// - Complexity: Linear in the history.
  public func history() throws(StoreError) -> [HistoryStep] {
    guard writer.withLock({ $0.position.exists }) else { return [] }
    return try file.read { try HistoryTable(database: $0).all() }.value
  }
}
