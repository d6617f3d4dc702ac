internal import Foundation
public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Whether something is there already, so that a network gets there only in its place.
  ///
  /// - Throws: ``StoreError`` when the database cannot be asked.
  package func isTaken() throws(StoreError) -> Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .database(let address): try PostGIS.isTaken(address)
    }
  }

  /// Writes a network, as ``GeoPackage/write(_:to:imports:traceConfigurations:replacing:)`` and
  /// ``PostGIS/write(_:to:imports:traceConfigurations:replacing:progress:)`` do: it is there when it is complete.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - imports: What an importer has to say about where the network comes from.
  ///   - traceConfigurations: The trace configurations to keep with it, each under a name of its own.
  ///   - replacing: Whether a network that is there already is replaced, with its history.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the network, with the logarithm of the largest table for its indexes.
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

  /// Keeps a trace configuration with the network, in place of one of the same name.
  ///
  /// - Throws: ``StoreError`` as ``GeoPackage/save(_:in:timeout:)``.
  public func save(_ saved: SavedTraceConfiguration) throws(StoreError) {
    switch self {
    case .file(let path): try GeoPackage.save(saved, in: path)
    case .database(let address): try PostGIS.save(saved, in: address)
    }
  }

  /// Removes the trace configuration of a name, compared without case.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError`` as ``GeoPackage/save(_:in:timeout:)``.
  @discardableResult
  public func removeTraceConfiguration(named name: String) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): try GeoPackage.removeTraceConfiguration(named: name, from: path)
    case .database(let address): try PostGIS.removeTraceConfiguration(named: name, from: address)
    }
  }
}
