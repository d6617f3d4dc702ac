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

extension AssociationStatus {
  /// What part a feature has in its associations.
  init(of feature: GlobalID, in associations: some Sequence<Association>) {
    self = []
    for association in associations {
      let isFrom = association.from.globalID == feature
      switch association.kind {
      case .containment:
        insert(isFrom ? .container : .content)
        if !isFrom && association.isContentVisible { insert(.visibleContent) }
      case .attachment: insert(isFrom ? .structure : .attachment)
      default: insert(.connectivity)
      }
    }
  }
}

extension UtilityNetwork {
  /// What part a feature has in associations.
  ///
  /// - Complexity: Linear in the number of the feature's associations.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    tables[Int(feature.table)].globalIDs[Int(feature.row)].map {
      AssociationStatus(
        of: $0,
        in: associationsOfFeature[ordinal(of: feature)].lazy.map { associations[Int($0)] }
      )
    } ?? []
  }
}
