internal import GeoSnapSupport

/// What is worked out of a topology when it is first asked for, and shared by its copies.
package final class TopologyCaches: Sendable {
  /// What others keep with a topology, one value of a type.
  private let kept = Locked<[any Sendable]>([])

  /// The value of a type that is kept here, made when it is first asked for.
  package func kept<Value: Sendable>(_ make: @Sendable () -> Value) -> Value {
    kept.withLock { kept in
      for case let known as Value in kept { return known }
      let value = make()
      kept.append(value)
      return value
    }
  }
}
