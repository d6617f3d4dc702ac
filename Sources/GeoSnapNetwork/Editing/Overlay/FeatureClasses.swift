public import GeoSnapSupport

/// For each feature a number that says of which class it is, such as the ordinal of its asset type.
@usableFromInline
package struct FeatureClasses: Sendable {
  @usableFromInline package let packed: [Int32]
  /// The classes that edits have given: of features that were inserted or changed their type.
  @usableFromInline var edited = PersistentMap<Int32, Int32>()
  /// Below it all features have their packed class: none are once edits have changed one.
  @usableFromInline var plainEnd: Int

  package init(_ packed: [Int32]) {
    self.packed = packed
    plainEnd = packed.count
  }

  /// The classes of packed features; none once edits have changed one.
  package var plain: [Int32] { plainEnd > 0 ? packed : [] }

  /// The class of the feature that has an ordinal.
  @inlinable
  package subscript(ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plainEnd ? packed[place] : edited(ordinal)
  }

  @usableFromInline
  func edited(_ ordinal: Int32) -> Int32 {
    edited.find(ordinal) ?? packed[Int(ordinal)]
  }

  /// Gives a feature its class.
  package mutating func set(_ featureClass: Int32, of ordinal: Int32) {
    if Int(ordinal) < packed.count {
      if self[ordinal] == featureClass { return }
      plainEnd = 0
    }
    edited.set(featureClass, for: ordinal)
  }
}
