/// Passes a value to another thread, which then has sole use of it.
final class Transfer<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  func take() -> Value { value }
}
