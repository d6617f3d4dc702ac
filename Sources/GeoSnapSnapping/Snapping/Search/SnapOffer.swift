/// The offer of a layer for one class of features, small enough for the innermost loop.
struct SnapOffer {
  /// The kinds of places; empty for no offer.
  var kinds: SnapKinds
  /// The position of the layer in the order of choice, 0 on top.
  var layer: Int32
  /// The index of the scene's filter for the features; -1 for none.
  var filter: Int32 = -1
  /// The offer of the next layer with the class, for features that the filter hides; -1 for none.
  var next: Int32 = -1
  /// The start of the tolerances of the class's kinds; -1 if that of the query applies.
  var tolerances: Int32 = -1
  /// Whether existing lines at the place may prevent a connection.
  var asksForCompanions = false

  static let nothing = SnapOffer(kinds: [], layer: .max)
}
