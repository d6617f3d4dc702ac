package import GeoSnapColumns
internal import GeoSnapSupport

/// For each feature its class: the ordinal of its asset type or, behind all asset types, the index of its plain
/// table.
///
/// Lets hot paths decide by one look into an array.
package struct FeatureClasses: Sendable {
  let packed: Column<Int32>
  /// The classes of packed features, by ordinal; none once edits have changed one.
  package private(set) var plain: Column<Int32>
  /// The classes that edits have given: of features that were inserted, deleted or changed their type.
  private var edited = PersistentMap<Int32, Int32>()

  init(_ packed: Column<Int32>) {
    self.packed = packed
    plain = packed
  }

  /// The class of the feature that has an ordinal.
  package subscript(ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plain.count ? plain[place] : edited.find(ordinal) ?? packed[place]
  }

  /// Gives a feature its class.
  mutating func set(_ featureClass: Int32, of ordinal: Int32) {
    if Int(ordinal) < packed.count {
      if self[ordinal] == featureClass { return }
      plain = []
    }
    edited.set(featureClass, for: ordinal)
  }
}
