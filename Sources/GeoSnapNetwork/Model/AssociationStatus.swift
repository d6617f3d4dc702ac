/// The roles of a feature in associations, as bits: the values of Esri's field `ASSOCIATIONSTATUS`.
public struct AssociationStatus: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a status from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It contains other features.
  public static let container = AssociationStatus(rawValue: 1)
  /// It has attached features.
  public static let structure = AssociationStatus(rawValue: 2)
  /// It is contained.
  public static let content = AssociationStatus(rawValue: 4)
  /// It is attached to a structure.
  public static let attachment = AssociationStatus(rawValue: 8)
  /// It is contained and visible outside its container.
  public static let visibleContent = AssociationStatus(rawValue: 16)
  /// It has a connectivity association.
  public static let connectivity = AssociationStatus(rawValue: 32)
}

extension AssociationStatus {
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
  /// The roles of a feature in associations, in time linear in the number of its associations.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    tables[Int(feature.table)].globalIDs[Int(feature.row)].map {
      AssociationStatus(
        of: $0,
        in: associationsOfFeature[ordinal(of: feature)].lazy.map { associations[Int($0)] }
      )
    } ?? []
  }
}
