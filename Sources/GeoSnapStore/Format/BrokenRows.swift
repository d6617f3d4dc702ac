/// What becomes of rows that cannot be read.
package enum BrokenRows: Sendable {
  /// They are errors, and there is no network.
  case refused
  /// They are left out and listed.
  case setAside
  /// They are kept without the values that are wrong and listed, so that nothing wrong is said of what
  /// refers to them; those without which nothing can be had are set aside.
  case tolerated
}
