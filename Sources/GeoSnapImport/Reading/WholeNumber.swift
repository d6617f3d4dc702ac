extension Int {
  /// The whole number that a text is; nil for any other text.
  ///
  /// The standard library's parser is made anew for each type of text and of number.
  @inline(never)
  init?(whole text: String) { self.init(text) }
}
