/// What is worked out of a topology when it is first asked for, and shared by its copies.
final class TopologyCaches: Sendable {
  /// The values of network attributes.
  let columns = Locked<[NetworkAttribute: AttributeColumn]>([:])
  /// The nodes that control subnetworks.
  let controllers = Locked<Set<Int32>?>(nil)
  /// What others keep with a topology, one value of a type.
  private let kept = Locked<[ObjectIdentifier: any Sendable]>([:])

  /// The value of a type that is kept here, made when it is first asked for.
  func kept<Value: Sendable>(_ make: @Sendable () -> Value) -> Value {
    kept.withLock { kept in
      if let known = kept[ObjectIdentifier(Value.self)] as? Value { return known }
      let value = make()
      kept[ObjectIdentifier(Value.self)] = value
      return value
    }
  }
}
