import GeoSnap
import GeoSnapPostgresTestSupport
import GeoSnapTestSupport
import Testing

/// Where the network is on which a test runs.
enum StoreKind: Sendable {
  case file, database

  @TaskLocal static var current = StoreKind.file

  /// Whether a store has a place for a geometry: PostGIS takes no collection of parts with and without Z or M.
  func takes(_ geometry: Geometry) -> Bool {
    guard self == .database, case .collection(let collection) = geometry else { return true }
    return collection.geometries.allSatisfy {
      $0.hasZ == geometry.hasZ && $0.hasM == geometry.hasM && takes($0)
    }
  }
}

/// Runs each test of a suite on a file, and on a database where there is one.
struct BothStores: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> BothStores? {
    testCase == nil ? nil : self
  }

  @concurrent
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await StoreKind.$current.withValue(.file) { try await function() }
    if TestDatabase.url != nil {
      try await StoreKind.$current.withValue(.database) { try await function() }
    }
  }
}

extension Trait where Self == BothStores {
  static var onBothStores: BothStores { BothStores() }
}
