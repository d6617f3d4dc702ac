internal import GeoSnapSupport

/// Results computed from a topology on first use and shared by its copies.
package final class TopologyCaches: Sendable {
  /// One value of each type.
  private let kept = Locked<[any Sendable]>([])

  /// The value of a type, made on first use.
  package func kept<Value: Sendable>(_ make: @Sendable () -> Value) -> Value {
    kept.withLock { kept in
      for case let known as Value in kept { return known }
      let value = make()
      kept.append(value)
      return value
    }
  }
}
