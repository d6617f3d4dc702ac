/// What one class of features offers through one layer, small enough for the innermost loop.
struct SnapOffer {
  /// The kinds of places; none when the class offers nothing.
  var kinds: SnapKinds
  /// The place of the layer in the order of choice, 0 on top.
  var layer: Int32
  /// The filter that must show the feature, by index in the scene; -1 for none.
  var filter: Int32 = -1
  /// The offer of the next layer that shows the class, for features that the filter hides; -1 for
  /// none.
  var next: Int32 = -1
  /// Where the tolerances of the class's kinds begin; -1 when that of the query serves all.
  var tolerances: Int32 = -1
  /// Whether lines that are at the place already may keep it from being joined.
  var asksForCompanions = false

  static let nothing = SnapOffer(kinds: [], layer: .max)
}
