internal import Foundation
public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Whether the place is taken, so that writing a network has to replace something.
  ///
  /// - Throws: ``StoreError`` when the database cannot be reached.
  package func isTaken() throws(StoreError) -> Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .database(let address): try PostGIS.isTaken(address)
    }
  }

  /// Writes a network, as ``GeoPackage/write(_:to:imports:traceConfigurations:replacing:)`` and
  /// ``PostGIS/write(_:to:imports:traceConfigurations:replacing:progress:)`` do; it appears when it is complete.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - imports: Records of an importer about the origin of the network.
  ///   - traceConfigurations: Trace configurations to store with it, with unique names.
  ///   - replacing: Whether to replace an existing network with its history.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n rows, because of the indexes.
  public func write(
    _ network: UtilityNetwork,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws {
    switch self {
    case .file(let path):
      try await GeoPackage.write(
        network,
        to: path,
        imports: imports,
        traceConfigurations: traceConfigurations,
        replacing: replacing,
        progress: progress
      )
    case .database(let address):
      try await PostGIS.write(
        network,
        to: address,
        imports: imports,
        traceConfigurations: traceConfigurations,
        replacing: replacing,
        progress: progress
      )
    }
  }

  /// Stores a trace configuration with the network, and replaces one of the same name.
  ///
  /// - Throws: ``StoreError`` as ``GeoPackage/save(_:in:timeout:)``.
  public func save(_ saved: SavedTraceConfiguration) throws(StoreError) {
    switch self {
    case .file(let path): try GeoPackage.save(saved, in: path)
    case .database(let address): try PostGIS.save(saved, in: address)
    }
  }

  /// Removes the trace configuration with a name, compared without case; returns whether there was one.
  ///
  /// - Throws: ``StoreError`` as ``GeoPackage/save(_:in:timeout:)``.
  @discardableResult
  public func removeTraceConfiguration(named name: String) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): try GeoPackage.removeTraceConfiguration(named: name, from: path)
    case .database(let address): try PostGIS.removeTraceConfiguration(named: name, from: address)
    }
  }
}
