package import GeoSnapColumns
internal import GeoSnapSupport

/// The class of each feature: the ordinal of its asset type, or after all asset types the index of its plain table.
///
/// Frequent checks then need a single array access.
package struct FeatureClasses: Sendable {
  let packed: Column<Int32>
  /// The classes of packed features, by ordinal; empty once edits have changed one.
  package private(set) var plain: Column<Int32>
  /// The classes of features that edits have inserted, deleted or given another type.
  private var edited = PersistentMap<Int32, Int32>()

  init(_ packed: Column<Int32>) {
    self.packed = packed
    plain = packed
  }

  package subscript(ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plain.count ? plain[place] : edited.find(ordinal) ?? packed[place]
  }

  mutating func set(_ featureClass: Int32, of ordinal: Int32) {
    if Int(ordinal) < packed.count {
      if self[ordinal] == featureClass { return }
      plain = []
    }
    edited.set(featureClass, for: ordinal)
  }
}
