extension Int {
  /// The whole number in a text; nil for any other text.
  ///
  /// This avoids further specializations of the standard library's parser for each type of text and number.
  @inline(never)
  init?(whole text: String) { self.init(text) }
}
