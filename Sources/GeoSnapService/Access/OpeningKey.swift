import Synchronization

/// A key that opens the page once.
///
/// The address that a browser is started with is seen by everybody on the machine who lists processes: this stands there
/// instead of the token, and is worth nothing afterwards, or when no browser has come in a minute.
public final class OpeningKey: Sendable {
  /// What stands in the address.
  public let text = AccessRules.newToken()
  private let isUsed = Mutex(false)
  private let end: ContinuousClock.Instant

  /// - Parameter life: How long it opens.
  public init(for life: Duration = .seconds(60)) { end = .now + life }

  /// Whether it is the key, and nobody has used it yet.
  package func opens(_ shown: String) -> Bool {
    AccessRules.isSame(shown, text) && .now < end
      && isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
  }
}
