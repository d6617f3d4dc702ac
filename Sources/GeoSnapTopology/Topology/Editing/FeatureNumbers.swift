internal import GeoSnapSupport

/// Numbers of features under edits: those of the packed network keep their ordinals, features that
/// are inserted get the numbers behind.
package struct FeatureNumbers: Sendable {
  private let base: UtilityNetwork
  private var added = PersistentMap<FeatureID, Int32>()
  private var addedFeatures = PersistentMap<Int32, FeatureID>()
  private var next: Int32

  init(_ base: UtilityNetwork) {
    self.base = base
    next = Int32(base.featureCount)
  }

  /// The number of a feature; one that is new gets the next.
  mutating func number(_ feature: FeatureID) -> Int32 {
    if let known = known(feature) { return known }
    let number = next
    next += 1
    added.set(number, for: feature)
    addedFeatures.set(feature, for: number)
    return number
  }

  /// The number of a feature; nil when it never had one.
  func known(_ feature: FeatureID) -> Int32? {
    if feature.row < base.tables[Int(feature.table)].count { return base.ordinal(of: feature) }
    return added.find(feature)
  }

  /// The feature with a number.
  @inline(never)
  package func feature(_ number: Int32) -> FeatureID {
    if number < base.featureCount { return base.feature(ordinal: number) }
    guard let feature = addedFeatures.find(number) else {
      preconditionFailure("A number was given to a feature")
    }
    return feature
  }
}
