extension StringProtocol {
  /// Without spaces at its ends.
  package var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
