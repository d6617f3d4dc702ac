public import GeoSnapSupport

/// For each feature its class: the ordinal of its asset type or, behind all asset types, the index of its
/// plain table.
@usableFromInline
package struct FeatureClasses: Sendable {
  @usableFromInline package let packed: [Int32]
  /// The classes that edits have given: of features that were inserted or changed their type.
  @usableFromInline var edited = PersistentMap<Int32, Int32>()
  /// Whether there are packed features among them.
  @usableFromInline var hasChanged = false

  init(_ packed: [Int32]) { self.packed = packed }

  /// The class of the feature that has an ordinal.
  @inlinable
  package subscript(ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < packed.count && !hasChanged ? packed[place] : edited(ordinal)
  }

  @usableFromInline
  func edited(_ ordinal: Int32) -> Int32 {
    edited.find(ordinal) ?? packed[Int(ordinal)]
  }

  /// Gives a feature its class.
  mutating func set(_ featureClass: Int32, of ordinal: Int32) {
    if Int(ordinal) < packed.count {
      if self[ordinal] == featureClass { return }
      hasChanged = true
    }
    edited.set(featureClass, for: ordinal)
  }
}
