import Synchronization

/// A key that opens the page once.
///
/// All users of the machine can see the address with which a browser is started. It has this key instead of the
/// token. The key is invalid after its first use, or after a minute.
public final class OpeningKey: Sendable {
  /// The key's text in the address.
  public let text = AccessRules.newToken()
  private let isUsed = Mutex(false)
  private let end: ContinuousClock.Instant

  /// Creates a key that is valid for `life`.
  public init(for life: Duration = .seconds(60)) { end = .now + life }

  /// Whether `shown` is the key, and it was not used before.
  package func opens(_ shown: String) -> Bool {
    AccessRules.isSame(shown, text) && .now < end
      && isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
  }
}
