extension String {
  /// Whether two names are equal, compared without case.
  @inline(never)
  func isSpelled(like other: String) -> Bool { lowercased() == other.lowercased() }
}
