extension String {
  /// Whether two names are one, compared without case.
  @inline(never)
  func isSpelled(like other: String) -> Bool { lowercased() == other.lowercased() }
}
