/// Hands a value over to another thread, which alone makes use of it then.
final class Handover<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// The value, for its new owner.
  func take() -> Value { value }
}
