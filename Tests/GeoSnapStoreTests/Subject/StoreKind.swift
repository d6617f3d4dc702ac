import GeoSnapTestSupport
import Testing

/// Where the network is on which a test runs.
enum StoreKind: Sendable {
  case file
  case database

  @TaskLocal static var current = StoreKind.file
}

/// Runs each test of a suite on a file, and on a database where there is one.
struct BothStores: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> BothStores? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await StoreKind.$current.withValue(.file) { try await function() }
    if Database.url != nil {
      try await StoreKind.$current.withValue(.database) { try await function() }
    }
  }
}

extension Trait where Self == BothStores {
  /// Runs each test of a suite on a file, and on a database where there is one.
  static var onBothStores: BothStores { BothStores() }
}
