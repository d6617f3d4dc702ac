/// What part a feature has in associations, as bits: the values of Esri's field `ASSOCIATIONSTATUS`.
public struct AssociationStatus: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a status of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It contains others.
  public static let container = AssociationStatus(rawValue: 1)
  /// It carries others.
  public static let structure = AssociationStatus(rawValue: 2)
  /// It is contained.
  public static let content = AssociationStatus(rawValue: 4)
  /// It is carried.
  public static let attachment = AssociationStatus(rawValue: 8)
  /// It is contained, and shown outside its container.
  public static let visibleContent = AssociationStatus(rawValue: 16)
  /// It is joined by connectivity.
  public static let connectivity = AssociationStatus(rawValue: 32)
}

extension UtilityNetwork {
  /// What part a feature has in associations.
  ///
  /// - Complexity: Linear in the number of the feature's associations.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    var status: AssociationStatus = []
    guard let globalID = tables[Int(feature.table)].globalIDs[Int(feature.row)] else {
      return status
    }
    for number in associationsOfFeature[ordinal(of: feature)] {
      let association = associations[Int(number)]
      let isFrom = association.from.globalID == globalID
      switch association.kind {
      case .containment:
        status.insert(isFrom ? .container : .content)
        if !isFrom && association.isContentVisible { status.insert(.visibleContent) }
      case .attachment: status.insert(isFrom ? .structure : .attachment)
      default: status.insert(.connectivity)
      }
    }
    return status
  }
}
